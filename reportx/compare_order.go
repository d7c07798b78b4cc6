package reportx

import (
	"cmp"
	"math"
	"slices"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// groups are differences by new side and package, in each the most urgent first.
func (c *Comparison) groups() (list [][]*Difference) {
	index := make(map[[2]string]int)
	for _, d := range c.Differences {
		key := [2]string{d.NewSide, d.Pkg}
		i, ok := index[key]
		if !ok {
			i = len(list)
			index[key] = i
			list = append(list, nil)
		}
		list[i] = append(list[i], d)
	}
	for _, group := range list {
		byUrgency(group)
	}
	return list
}

// byUrgency sorts differences: those with a change for the worse come first, then those with one for the better, then those with one
// of which the runs cannot tell, in each the largest at the head; the others stay as they came.
func byUrgency(group []*Difference) {
	keys := make(map[*Difference][2]float64, len(group))
	for _, d := range group {
		keys[d] = d.urgency()
	}
	slices.SortStableFunc(group, func(a, b *Difference) int {
		return cmp.Or(cmp.Compare(keys[b][0], keys[a][0]), cmp.Compare(keys[b][1], keys[a][1]))
	})
}

// urgency is 3 with a change for the worse, 2 with one for the better, 1 with one that is unsure, and 0 otherwise; and how large that is.
func (d *Difference) urgency() (key [2]float64) {
	for _, ch := range d.Changes {
		rank := map[string]float64{"worse": 3, "better": 2, "unsure": 1}[ch.Verdict]
		size := 0.0
		if ch.HasRatio && ch.Ratio > 0 {
			size = math.Abs(math.Log(ch.Ratio))
		}
		if rank > key[0] {
			key = [2]float64{rank, size}
		} else if rank == key[0] && rank > 0 {
			key[1] = max(key[1], size)
		}
	}
	return key
}

// same reports whether there is nothing to look at.
func (c *Change) same() bool { return c.Verdict == string(verdict.Same) }

// striking reports whether a change is worth a look before all else: it is worse or better, or its whole interval lies beyond
// the limit although the runs cannot tell.
func (c *Change) striking() bool {
	switch verdict.Verdict(c.Verdict) {
	case verdict.Worse, verdict.Better:
		return true
	case verdict.Same:
		return false
	}
	limit := c.threshold()
	return !c.isBudget() && c.HasInterval && (c.Lo >= limit || c.Hi <= 1/limit)
}
