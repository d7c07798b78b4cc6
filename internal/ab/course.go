package ab

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// A Doubt is a benchmark about which the pairs so far cannot tell.
type Doubt struct {
	Pkg, Name string // without the -procs suffix
	Pairs     int    // that count
	Needed    int    // about how many would tell; 0 is not known
}

// An Opinion is what the pairs so far show.
type Opinion struct {
	// Flagged are the benchmarks that seem to have changed beyond a limit, by package and without the -procs
	// suffix, and Tests how many of their statistics do.
	Flagged map[string][]string
	Tests   int
	Doubts  []Doubt // those that more pairs can settle, each once
}

// A Rule decides what is measured after the pairs that were asked for.
//
//   - Doubts get more pairs while there is a deadline and they can be settled before it, in blocks as long as the
//     first or as long as is needed. As a screening is never final, looking often costs nothing.
//   - What is futile is not begun: that settles when the pairs needed would not fit in.
//   - In the end what is flagged is measured again, on a number of pairs fixed beforehand and looked at once.
type Rule struct {
	Count   int // pairs in the first block
	Journal *Journal
	// Left is the time to the deadline, and Limited whether there is one.
	Left    time.Duration
	Limited bool
}

// Next is the next block, and what is to be said about what it does and what is left alone. ok is false when the
// trial is over.
func (r Rule) Next(o Opinion) (b Block, notes []string, ok bool) {
	blocks := r.Journal.Blocks
	if len(blocks) == 0 {
		return Block{From: 1, To: r.Count}, nil, true
	}
	last := blocks[len(blocks)-1]
	if last.Fresh {
		return Block{}, nil, false
	}
	more, pairs, notes := r.extend(o)
	if pairs > 0 {
		return Block{From: last.To + 1, To: last.To + pairs, Only: more}, append(notes,
			fmt.Sprintf("%d more pairs of %s, unsure so far", pairs, list(more))), true
	}
	if o.Tests == 0 {
		return Block{}, notes, false
	}
	pairs = r.freshPairs(o)
	if r.Limited && !r.fits(r.cost(o.Flagged, pairs)) {
		return Block{}, append(notes, fmt.Sprintf("no time is left to confirm %s on %d fresh pairs, about %s: -max-time allows for more",
			list(o.Flagged), pairs, rounded(r.cost(o.Flagged, pairs)))), false
	}
	return Block{From: last.To + 1, To: last.To + pairs, Fresh: true, Only: o.Flagged}, append(notes,
		fmt.Sprintf("%d fresh pairs of %s, to confirm that it changed", pairs, list(o.Flagged))), true
}

// freshPairs is how many confirm what is flagged: more than the first block, so that little of it is lost, unless
// there is no time for these.
func (r Rule) freshPairs(o Opinion) int {
	pairs := verdict.FreshPairs(o.Tests, r.Count)
	if r.Limited && !r.fits(r.cost(o.Flagged, pairs)) {
		return r.leastFresh(o)
	}
	return pairs
}

// leastFresh is how many fresh pairs are worth measuring: as many as the first block, and no fewer than can be significant.
func (r Rule) leastFresh(o Opinion) int { return max(r.Count, verdict.LeastPairs(o.Tests)) }

// extend chooses the doubts to be settled and the number of pairs for them, 0 for none.
func (r Rule) extend(o Opinion) (more map[string][]string, pairs int, notes []string) {
	if !r.Limited {
		return nil, 0, nil
	}
	doubts := slices.Clone(o.Doubts)
	slices.SortStableFunc(doubts, func(a, b Doubt) int { return cmp.Compare(a.missing(), b.missing()) })
	for _, d := range doubts {
		if d.missing() == 0 {
			notes = append(notes, d.Name+" is left unsure: its runs differ so much that no number of pairs is known to tell")
			continue
		}
		with := add(more, d)
		if cost := r.cost(with, d.missing()) + r.cost(union(with, o.Flagged), r.leastFresh(o)); !r.fits(cost) {
			notes = append(notes, fmt.Sprintf("%s is left unsure: about %d pairs would tell, about %s more with those that confirm, and %s are left",
				d.Name, d.Needed, rounded(cost), rounded(r.Left)))
			continue
		}
		more, pairs = with, max(pairs, d.missing())
	}
	if pairs > 0 {
		pairs = min(max(pairs, fewPairs/2), r.Count)
	}
	return more, pairs, notes
}

// fewPairs are those from which on a change has an interval.
const fewPairs = 6

// missing is the number of pairs that a doubt lacks, 0 when that is not known.
func (d Doubt) missing() int {
	switch {
	case d.Needed > d.Pairs:
		return d.Needed - d.Pairs
	case d.Pairs < fewPairs:
		return fewPairs - d.Pairs
	}
	return 0
}

// spare is the part of an estimated time that is kept free for what the estimate is wrong by: a block that lacks its last pair
// confirms nothing.
const spare = 0.1

// fits reports whether something that takes about so long can be done in the time that is left.
func (r Rule) fits(cost time.Duration) bool { return float64(cost)*(1+spare) <= float64(r.Left) }

// cost is about how long a number of pairs of some benchmarks takes.
func (r Rule) cost(only map[string][]string, pairs int) (d time.Duration) {
	for pkg, names := range only {
		d += time.Duration(pairs) * r.Journal.typical(pkg, names)
	}
	return d
}

func add(set map[string][]string, d Doubt) map[string][]string {
	return union(set, map[string][]string{d.Pkg: {d.Name}})
}

func union(a, b map[string][]string) map[string][]string {
	all := make(map[string][]string)
	for _, set := range []map[string][]string{a, b} {
		for pkg, names := range set {
			for _, name := range names {
				if !slices.Contains(all[pkg], name) {
					all[pkg] = append(all[pkg], name)
				}
			}
		}
	}
	return all
}

// list names benchmarks, a few of them.
func list(set map[string][]string) string {
	var names []string
	for _, of := range set {
		names = append(names, of...)
	}
	slices.Sort(names)
	const most = 3
	text := ""
	for i, name := range names[:min(most, len(names))] {
		if i > 0 {
			text += ", "
		}
		text += name
	}
	if n := len(names) - most; n > 0 {
		text += fmt.Sprintf(" and %d others", n)
	}
	return text
}

// rounded is no finer than an estimate deserves.
func rounded(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return max(0, d.Round(100*time.Millisecond))
	}
	return d.Round(time.Second)
}
