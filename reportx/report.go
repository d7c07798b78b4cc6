package reportx

import (
	"fmt"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// DefaultPercentiles are those of a report that asks for none, in percent.
func DefaultPercentiles() []float64 { return []float64{50, 95, 99, 99.9} }

// Options say what goes into a report. The zero value is a good one.
type Options struct {
	// Percentiles in percent, in the order in which they are shown, each
	// between 0 and 100 and a multiple of 0.0001. None means DefaultPercentiles.
	Percentiles []float64
}

// A Report is what can be said about each benchmark.
type Report struct {
	Benchmarks []*Summary // in the order of Results
	Problems   []*Problem // those of the inputs
	Notes      []Note     // those of the inputs
}

// A Summary describes one benchmark over all its runs. Times are in ns per
// operation unless they say otherwise. No number in it is NaN or infinite.
type Summary struct {
	Pkg    string
	Name   string // as printed
	Procs  int    // 0 when not known
	Raw    bool   // a series of numbers, not a benchmark of package testing
	Config []KeyValue

	Runs int // all that were read
	// Process is "one" when a process made more than one of the runs, "fresh"
	// when each had its own, "" when that is not known.
	Process string
	// OverheadNS is what measuring adds to one sample in ns: the largest of
	// the runs; 0 when not known.
	OverheadNS float64
	// Settled tells whether the pooled runs became steady.
	Settled Settled
	// Main is the distribution of whole operations, nil without any sample.
	Main *Distribution
	// Stages are those of stages, in the order of their first appearance.
	Stages []*Distribution
	// Metrics describe what the result lines say, in the order of the lines.
	Metrics []*RunMetric
	// Suspects are runs that differ from the others, which are pooled all the same.
	Suspects []Suspect
	// Audit has the runs whose warm-up, judged while they were measured, the whole
	// series contradicts, of sample files only, and Inconsistent those that settled at another level than
	// most. Both are in the order of the runs.
	Audit        []Audit
	Inconsistent []LevelOf
	// Attribution says what went on during the slowest samples, nil where nothing is known of that.
	Attribution *Attribution
	// Counters are what was counted beside the times, nil without any.
	Counters *Counters
	// Roofline is where the operation lies under the roofs of the machine, nil where nobody says what its work is.
	Roofline *Roofline
	// Notes say what else was done and found.
	Notes []string

	source           *Benchmark
	percentilesAsked []quantile.P
}

// Settled is whether runs became steady.
type Settled int

const (
	Unknown      Settled = iota // not judged, or too short to judge
	Steady                      // every run did
	NeverSettled                // some run did not: every number is in doubt
)

// A Distribution is that of the steady samples of all pooled runs. Every
// sample weighs the same, whichever run it comes from.
type Distribution struct {
	Stage string // "" for whole operations
	// Batch is the number of operations a sample: above 1 the distribution is
	// one of means over so many operations.
	Batch       int
	Runs        int     // runs with samples in it
	Samples     int64   // of Batch operations each
	Lost        int64   // samples taken but not kept, in the batch of their run
	Warmup      []int64 // operations discarded at the beginning of each run, in the order of the runs
	Mean        float64
	Min, Max    float64
	Percentiles []Percentile // as asked for

	spread *spread // of the same samples; nil in a Summary that NewReport has not made
}

// A Percentile is one of a distribution.
type Percentile struct {
	P         float64 // in percent
	Value     float64 // exact, nearest rank; 0 unless Supported
	Supported bool    // at least one sample lies beyond it
	// Lo and Hi are the ends of its interval at 95% confidence, over runs like these.
	Lo, Hi       float64
	HasLo, HasHi bool
	Beyond       int64 // samples that rank above it
	Weak         bool  // fewer than 10 do
	// Why says why it is absent, or an end of its interval is. "" when nothing is.
	Why string

	p quantile.P
}

// NewReport pools and describes what was read. An error means that the samples
// of a benchmark could not be decoded, or that an option is out of range;
// what could be described is in the report all the same.
func NewReport(rs *Results, o Options) (*Report, error) {
	ps, err := percentiles(o.Percentiles)
	if err != nil {
		return &Report{}, err
	}
	rep := &Report{Problems: rs.Problems, Notes: rs.Notes}
	var memory holder
	for _, b := range rs.Benchmarks {
		s, benchErr := summarize(b, ps, &memory)
		if b.twin {
			s.Notes = append(s.Notes, fmt.Sprintf("runs at GOMAXPROCS %d: another benchmark prints the same name at another", b.Procs))
		}
		if benchErr != nil && err == nil {
			err = fmt.Errorf("%s: %w", b.Name, benchErr)
		}
		rep.Benchmarks = append(rep.Benchmarks, s)
	}
	return rep, err
}

func percentiles(percent []float64) ([]quantile.P, error) {
	if len(percent) == 0 {
		percent = DefaultPercentiles()
	}
	ps := make([]quantile.P, 0, len(percent))
	for _, x := range percent {
		p, err := quantile.Percent(x)
		if err != nil {
			return nil, err
		}
		ps = append(ps, p)
	}
	return ps, nil
}

func summarize(b *Benchmark, ps []quantile.P, memory *holder) (*Summary, error) {
	s := &Summary{Pkg: b.Pkg, Name: b.Name, Procs: b.Procs, Raw: b.Raw, Config: b.Config, Runs: len(b.Runs), source: b, percentilesAsked: ps}
	s.Process = processes(b.Runs)
	s.Settled = b.settled()
	s.Counters = counters(b.Runs)
	s.Metrics, s.Suspects = describeMetrics(b.Runs)
	for _, m := range b.Pooled {
		s.Metrics = append(s.Metrics, pooledMetric(m))
	}
	var err error
	for _, stage := range stages(b.Runs) {
		p, poolErr := newPool(b.Runs, stage)
		if poolErr == nil {
			poolErr = s.addPool(p, ps, memory)
		}
		if err == nil {
			err = poolErr
		}
	}
	s.Roofline = placed(s, b.Runs)
	s.Notes = append(s.Notes, environmentNotes(b)...)
	s.Notes = append(s.Notes, pooledFiles(b.Runs)...)
	found, reviewErr := reviewRuns(b)
	if err == nil {
		err = reviewErr
	}
	s.Notes = append(s.Notes, runNotes(s, b.Runs)...)
	s.Audit, s.Inconsistent = found.audits, found.odd
	s.Notes = append(s.Notes, found.notes()...)
	return s, err
}

// addPool adds the distribution of a pool, and for whole operations the runs
// that differ.
func (s *Summary) addPool(p *pool, ps []quantile.P, memory *holder) error {
	s.Notes = append(s.Notes, p.notes...)
	if len(p.runs) == 0 {
		return nil
	}
	samples, err := memory.hold(p)
	if err != nil {
		return err
	}
	d, err := p.distribution(samples, ps)
	if err != nil {
		return err
	}
	if d.spread, err = memory.scratch().spreadOf(samples); err != nil {
		return err
	}
	if p.stage != "" {
		s.Stages = append(s.Stages, d)
		return nil
	}
	s.Main = d
	found, err := p.suspects()
	// The times of result lines say nothing that the samples do not say better.
	s.Suspects = append(found, withoutTimes(s.Suspects)...)
	if err != nil {
		return err
	}
	const few = 5 // slow samples, of which nothing can be said
	if s.Attribution, err = attribute(p); s.Attribution != nil && s.Attribution.Slow >= few {
		s.Notes = append(s.Notes, s.Attribution.lines(s.Counters)...)
	}
	return err
}

// processes tells how many runs a process made.
func processes(runs []*Run) string {
	seen := make(map[string]bool)
	for _, r := range runs {
		switch {
		case r.Process == "":
			return ""
		case seen[r.Process]:
			return "one"
		}
		seen[r.Process] = true
	}
	return "fresh"
}

// stages are the names of the series in runs, the main one first.
func stages(runs []*Run) []string {
	var names []string
	seen := make(map[string]bool)
	for _, r := range runs {
		for _, s := range r.Series {
			if !seen[s.Name] {
				seen[s.Name] = true
				names = append(names, s.Name)
			}
		}
	}
	return names
}
