package osstat

import "runtime/metrics"

// A Reading is a figure, or the reason why there is none.
type Reading struct {
	// Value is in the unit of the [Stat]: finite, and 0 if it is not known.
	Value float64
	// Error is how far the truth may be from Value because of how coarsely the figure is kept; 0 for exact ones.
	Error float64
	// Known says that Value is known. If it is false, Why says for which reason it is not.
	Known bool
	Why   string
}

// Readings has a reading for each [Stat].
type Readings [NumStats]Reading

// A Snapshot is what all figures were at a moment, most of them since some beginning of their own. [Between] makes
// readings of two of them.
type Snapshot struct {
	readings Readings
	thread   int // that took it; 0: the system does not say
	metrics  []metrics.Sample
}

// Value is what a figure was at the moment, since a beginning of its own; 0 where it is not known.
func (s *Snapshot) Value(stat Stat) float64 { return s.readings[stat].Value }

// set notes a figure that is exact.
func (s *Snapshot) set(stat Stat, value float64) {
	s.readings[stat] = Reading{Value: value, Known: true}
}

// setCoarse notes a figure that is kept in steps.
func (s *Snapshot) setCoarse(stat Stat, value, step float64) {
	s.readings[stat] = Reading{Value: value, Error: step, Known: true}
}

// unknown notes why figures are not known.
func (s *Snapshot) unknown(why string, stats ...Stat) {
	for _, stat := range stats {
		s.readings[stat] = Reading{Why: why}
	}
}

const (
	whyNotAsked   = "it was not asked for"
	whyTwoThreads = "it was read on two different threads: lock the goroutine to its thread"
	whyBackwards  = "it ran backwards: the system set it back in between"
)

// Between returns the figures for the time from one snapshot to a later one of the same [Sampler]: differences of what
// is counted, and the later of what is a level.
func Between(from, to *Snapshot) Readings {
	var all Readings
	for stat := range NumStats {
		all[stat] = between(stat, from, to)
	}
	derive(&all, from, to)
	return all
}

func between(stat Stat, from, to *Snapshot) Reading {
	info, before, after := stat.Info(), from.readings[stat], to.readings[stat]
	switch {
	case !after.Known:
		return after
	case info.Owner == Thread && from.thread != to.thread:
		return Reading{Why: whyTwoThreads}
	case info.Kind != Count:
		return after
	case !before.Known:
		return before
	case after.Value < before.Value:
		return Reading{Why: whyBackwards}
	}
	return Reading{Value: after.Value - before.Value, Error: max(before.Error, after.Error), Known: true}
}
