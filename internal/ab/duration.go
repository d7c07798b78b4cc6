package ab

import (
	"slices"
	"time"
)

// left is about how long the rest of a block takes, from the pair of a package on: 0 when nothing is known.
func (t *Trial) left(b Block, pair, number int) time.Duration {
	total := time.Duration(0)
	for i, s := range t.Journal.Config.Subjects {
		names, selected := b.Only[s.Pkg]
		if b.Only != nil && !selected {
			continue
		}
		pairs := b.To - pair
		if i >= number {
			pairs++
		}
		each := t.Journal.typical(s.Pkg, names)
		if each == 0 && pairs > 0 {
			return 0
		}
		total += time.Duration(pairs) * each
	}
	return total
}

// typical is about how long a pair takes of some benchmarks of a package, named as in a block; nil is all. It is the
// mean time of these benchmarks with that which processes spend on anything else, as starting. What hung or crashed says
// nothing of it; 0 is not known.
func (j *Journal) typical(pkg string, names []string) time.Duration {
	var other mean
	took := make(map[string]mean)
	for _, p := range j.Current() {
		if p.Pkg != pkg || p.Outcome != Fine && p.Outcome != Failed {
			continue
		}
		rest := p.Seconds
		for name, seconds := range p.Took {
			took[name] = took[name].with(seconds)
			rest -= seconds
		}
		other = other.with(max(rest, 0))
	}
	seconds := other.value()
	for name, m := range took {
		if names == nil || slices.Contains(names, name) || slices.Contains(names, WithoutProcs(name, 0)) {
			seconds += m.value()
		}
	}
	return time.Duration(2 * seconds * float64(time.Second))
}

// A mean is one of some values, 0 of none.
type mean struct {
	sum float64
	n   int
}

func (m mean) with(v float64) mean { return mean{m.sum + v, m.n + 1} }

func (m mean) value() float64 { return m.sum / float64(max(m.n, 1)) }
