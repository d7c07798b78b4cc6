package verdict

import "github.com/plateau-bench/plateau/internal/quantile"

// Trial is one run of one version: its samples, or why there are none.
type Trial struct {
	Samples  quantile.Run // nil when the run was lost
	TimedOut bool         // killed for taking too long: counts as infinitely slow, whatever samples it left
}

// Pair is two neighbouring runs, one of each version.
type Pair struct{ Old, New Trial }

// counts reports whether the pair says anything.
func (p Pair) counts() bool {
	if p.Old.TimedOut || p.New.TimedOut {
		return p.Old.TimedOut != p.New.TimedOut && p.Old.there() && p.New.there()
	}
	return p.Old.there() && p.New.there()
}

func (t Trial) there() bool { return t.TimedOut || t.Samples != nil }

// Without is pairs but the one of index i: what they show without a suspect run.
func Without(pairs []Pair, i int) []Pair {
	left := make([]Pair, 0, len(pairs))
	left = append(left, pairs[:i]...)
	return append(left, pairs[i+1:]...)
}
