package quantile

import "slices"

// A bag is the values of a bin: different ones in ascending order, and how many there are up to each.
type bag struct {
	values, upTo []int64
}

// A bagger fills bags, one after the other.
type bagger struct {
	bag
	raw  []int64 // not yet in order
	full int     // how many raw values are put in order at once
}

// bagFull is how many values a bagger gathers at least. Coarse clocks fill bins with few different ones.
const bagFull = 1 << 12

// reset empties the bag.
func (b *bagger) reset() { b.bag, b.raw, b.full = bag{}, b.raw[:0], bagFull }

// order merges the raw values into the bag. It uses spare memory for sorting, and returns it, which may have grown.
func (b *bagger) order(spare []int64) []int64 {
	if len(spare) < len(b.raw) {
		spare = make([]int64, max(bagFull, 2*len(b.raw)))
	}
	ascending(b.raw, spare)
	b.bag = b.merge(b.raw)
	b.raw, b.full = b.raw[:0], max(bagFull, 2*len(b.values))
	return spare
}

// merge is the bag with more values, which are in ascending order.
func (b *bag) merge(sorted []int64) (all bag) {
	n := len(b.values)
	for i, x := range sorted {
		if i == 0 || x != sorted[i-1] {
			n++
		}
	}
	all = bag{make([]int64, 0, n), make([]int64, 0, n)}
	i := 0
	for len(sorted) > 0 {
		x, same := sorted[0], 1
		for same < len(sorted) && sorted[same] == x {
			same++
		}
		sorted = sorted[same:]
		for ; i < len(b.values) && b.values[i] <= x; i++ {
			all.put(b.values[i], b.count(i))
		}
		all.put(x, int64(same))
	}
	for ; i < len(b.values); i++ {
		all.put(b.values[i], b.count(i))
	}
	return all
}

// put appends a value that is no less than the last, n times.
func (b *bag) put(x, n int64) {
	last := len(b.values) - 1
	switch {
	case last < 0:
		b.values, b.upTo = append(b.values, x), append(b.upTo, n)
	case b.values[last] == x:
		b.upTo[last] += n
	default:
		b.values, b.upTo = append(b.values, x), append(b.upTo, b.upTo[last]+n)
	}
}

// count is how many there are of value i.
func (b *bag) count(i int) int64 {
	if i == 0 {
		return b.upTo[0]
	}
	return b.upTo[i] - b.upTo[i-1]
}

// most is how many are at most x.
func (b *bag) most(x int64) int64 {
	i, found := slices.BinarySearch(b.values, x)
	if found {
		i++
	}
	if i == 0 {
		return 0
	}
	return b.upTo[i-1]
}
