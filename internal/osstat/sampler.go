package osstat

import "slices"

// A Sampler reads figures. It is not for concurrent use. Files that it reads stay open, so that reading again costs
// little and does not allocate; [Sampler.Close] closes them.
type Sampler struct {
	sources []source
	counts  []source // those of them that give anything of which the beginning matters
}

// A source is a call or a file that gives some of the figures.
type source interface {
	// stats are those that it gives.
	stats() []Stat
	// read notes each of them in s, or why it is not known.
	read(s *Snapshot)
	close()
}

// New returns a sampler for figures, or for all if none is named. Those that come from the same place as one of
// them are read as well. The dearest are StealTime, Frequency and ThermalThrottles on machines with many CPUs.
func New(stats ...Stat) *Sampler { return newSampler(everything(), stats) }

func newSampler(from []source, stats []Stat) *Sampler {
	s := &Sampler{}
	wanted := func(stat Stat) bool { return len(stats) == 0 || slices.Contains(stats, stat) }
	for _, source := range from {
		given := source.stats()
		if !slices.ContainsFunc(given, wanted) {
			source.close()
			continue
		}
		s.sources = append(s.sources, source)
		if slices.ContainsFunc(given, counts) {
			s.counts = append(s.counts, source)
		}
	}
	return s
}

// everything lists all sources, those that are to be read next to the stretch at the end. What none of them gives on this system is not known, as their own reading says.
func everything() []source {
	return slices.Concat(machineSources(), []source{new(runtimeMetrics), new(memory)}, usageSources())
}

// NewSnapshot returns a snapshot with room for what Begin and End note in it, which they have done once already.
func (s *Sampler) NewSnapshot() *Snapshot {
	snapshot := &Snapshot{metrics: newMetrics()}
	for i := range snapshot.readings {
		snapshot.readings[i].Why = whyNotAsked
	}
	s.Begin(snapshot)
	s.End(snapshot)
	return snapshot
}

// Begin notes what a stretch begins with. It takes some 50 us and stops the world for a moment, as the testing package
// does for B/op. It does not allocate on the thread that made the snapshot.
//
// The dearest sources come first and the figures of the process last, and for End it is the other way round, so that
// hardly any of the sampler's own cost lies in between.
func (s *Sampler) Begin(into *Snapshot) {
	into.thread = threadID()
	for _, source := range s.counts {
		source.read(into)
	}
}

// End notes what a stretch ends with. It costs what Begin does, and some 30 us for PeakRSS.
func (s *Sampler) End(into *Snapshot) {
	into.thread = threadID()
	for _, source := range slices.Backward(s.sources) {
		source.read(into)
	}
}

// counts reports whether the beginning of a stretch matters for a figure.
func counts(stat Stat) bool { return stat.Info().Kind == Count }

// Close closes files. The snapshots stay valid.
func (s *Sampler) Close() {
	for _, source := range s.sources {
		source.close()
	}
	s.sources, s.counts = nil, nil
}
