package verdict

import (
	"math"
	"sort"
)

// farAway stands for infinity where shifts are tried. Logarithms of times are below 50.
const farAway = 1e9

// jointShift is how much the new logarithms of pairs lie above the old ones: the median of all their
// differences, within pairs and across, which is the shift without which the new ranks sum to
// what they do by chance (Hodges and Lehmann 1963), with the 95% interval that inverts [JointRank]: the
// shifts without which it is not significant at 2.5% on either side. There is none below 6
// pairs. differences are those of each new with each old value, in any order, which is lost.
//
// The distribution of the sign flips changes with the shift, so p-values need not fall
// monotonically, though in practice they do; the ends are found by bisection.
func jointShift(old, new, differences []float64) Location {
	l := locate(differences, -1) // sorts them
	if math.Ldexp(1, -len(old)) > errorSide {
		return l
	}
	old, new = bounded(old), bounded(new)
	moved := make([]float64, len(new))
	// p is the p-values without a shift between differences i-1 and i.
	p := func(i int) (up, down float64) {
		shift := gap(differences, i)
		for j, y := range new {
			moved[j] = y - shift
		}
		sizes, above, _ := rankDifferences(old, moved)
		if len(sizes) == 0 {
			return 1, 1
		}
		return flipTails(sizes, above)
	}
	// Without the least shift all new values lie above all old ones, without the greatest below.
	first := sort.Search(len(differences), func(i int) bool { up, _ := p(i); return up > errorSide })
	end := sort.Search(len(differences), func(i int) bool { _, down := p(i); return down <= errorSide })
	// The estimate is within, where rounding does not move a difference across an end.
	l.Lo = min(differences[max(0, first-1)], l.Estimate)
	l.Hi = max(differences[min(max(0, end-1), len(differences)-1)], l.Estimate)
	l.Interval = true
	return l
}

// gap is a value between the ascending xs i-1 and i, or beyond them.
func gap(xs []float64, i int) float64 {
	at := func(i int) float64 { return min(max(xs[i], -farAway), farAway) }
	switch {
	case i == 0:
		return at(0) - 1
	case i == len(xs):
		return at(i-1) + 1
	}
	return at(i-1)/2 + at(i)/2
}

// bounded is values without infinities.
func bounded(xs []float64) []float64 {
	ys := make([]float64, len(xs))
	for i, x := range xs {
		ys[i] = min(max(x, -farAway), farAway)
	}
	return ys
}
