package quantile

import (
	"cmp"
	"math/bits"
	"slices"
)

// Select returns the exact nearest-rank percentiles ps of xs, one for each of
// ps in its order. It reorders xs and allocates next to nothing. It is nil
// when xs is empty. A p of 0 gives the minimum, one of 1000000 or more the
// maximum.
//
// The time is linear in len(xs) for each of a few percentiles in any order of the
// values that does not know the sampling, O(n log n) in the worst case.
func Select(xs []int64, ps []P) []int64 {
	if len(xs) == 0 {
		return nil
	}
	ranks := make([]int64, len(ps))
	for i, p := range ps {
		ranks[i] = Rank(p, int64(len(xs)))
	}
	return selectRanks(xs, ranks)
}

// selectRanks returns the values at the given ranks of xs, counted from 1, in the
// order of ranks. It reorders xs. Every rank must lie in 1 to len(xs).
func selectRanks(xs []int64, ranks []int64) []int64 {
	sorted := slices.Clone(ranks)
	slices.Sort(sorted)
	// A partition that takes its pivot from a good sample leaves a small part
	// of xs for each rank. When the total of what was partitioned shows that
	// the samples were bad, sorting what is left bounds the time.
	selection := selection{budget: len(xs) * (4 + 2*bits.Len(uint(len(xs)))), seed: 0x9E3779B97F4A7C15}
	selection.place(xs, 0, slices.Compact(sorted))
	values := make([]int64, len(ranks))
	for i, rank := range ranks {
		values[i] = xs[rank-1]
	}
	return values
}

// selection is the state of one multiple selection.
type selection struct {
	budget int    // elements that may still be partitioned before sorting takes over
	seed   uint64 // of the pivot samples; fixed, so that equal input takes an equal course
}

// small is the length below which sorting is at least as fast as partitioning.
const small = 48

// place moves the values of the given ranks to their positions. xs is what
// follows offset values that are smaller or equal; ranks are distinct, sorted and
// within xs. It recurses only where the ranks part, so at most len(ranks) deep.
func (s *selection) place(xs []int64, offset int64, ranks []int64) {
	for len(ranks) > 0 {
		if len(xs) <= small || s.budget < len(xs) {
			slices.Sort(xs)
			return
		}
		s.budget -= len(xs)
		pivot := s.pivot(xs, central(ranks, offset, len(xs))-offset)

		less := partition(xs, pivot)
		split, _ := slices.BinarySearch(ranks, offset+int64(less)+1)
		if split > 0 && split == len(ranks) {
			xs = xs[:less]
			continue
		}
		// Everything equal to the pivot is in its place after this, which is
		// what keeps a few distinct values from costing a pass for each element.
		rest := xs[less:]
		equal := len(rest)
		if pivot != 1<<63-1 {
			equal = partition(rest, pivot+1)
		}
		s.place(xs[:less], offset, ranks[:split])
		ranks = ranks[split:]
		done, _ := slices.BinarySearch(ranks, offset+int64(less+equal)+1)
		ranks = ranks[done:]
		offset += int64(less + equal)
		xs = rest[equal:]
	}
}

// central is the rank nearest to the middle of n values after offset: halving
// first is what makes later partitions short.
func central(ranks []int64, offset int64, n int) int64 {
	middle := offset + int64(n)/2
	return slices.MinFunc(ranks, func(a, b int64) int {
		return cmp.Compare(distance(a, middle), distance(b, middle))
	})
}

func distance(a, b int64) int64 { return max(a-b, b-a) }

// pivot is a value of xs that ranks near rank, from a sorted pseudo-random sample. After Floyd
// and Rivest, "Expected time bounds for selection", CACM 18(3), 1975: the
// pivot lies a little beyond the rank on the side of the middle, so that the rank is
// likely to fall into the shorter part.
func (s *selection) pivot(xs []int64, rank int64) int64 {
	var buf [127]int64
	sample := buf[:]
	if len(xs) < 2048 {
		sample = buf[:15]
	}
	for i := range sample {
		s.seed ^= s.seed << 13
		s.seed ^= s.seed >> 7
		s.seed ^= s.seed << 17
		j, _ := bits.Mul64(s.seed, uint64(len(xs)))
		sample[i] = xs[j]
	}
	slices.Sort(sample)

	share := float64(rank) / float64(len(xs))
	last := len(sample) - 1
	i := int(share * float64(last))
	// Two thirds of the sample's standard error at the median.
	gap := 1 + len(sample)/32
	if share < 0.5 {
		i += gap
	} else {
		i -= gap
	}
	return sample[min(max(i, 0), last)]
}

// partition moves what is below pivot to the front and returns how much that
// is. It is Lomuto's scheme without a branch that depends on a value: a
// random one is mispredicted half of the time.
func partition(xs []int64, pivot int64) int {
	less := 0
	for i, x := range xs {
		xs[i] = xs[less]
		xs[less] = x
		if x < pivot {
			less++
		}
	}
	return less
}
