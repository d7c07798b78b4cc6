package quantile

import "slices"

// A bag is the values of a bin: different ones in ascending order, and how many there are up to each.
type bag struct {
	values, upTo []int64

	raw []int64 // not yet in order
}

// bagFull is how many values a bag gathers before it puts them in order. Coarse clocks fill bins with few values.
const bagFull = 1 << 13

func (b *bag) add(x int64) {
	if b.raw = append(b.raw, x); len(b.raw) >= max(bagFull, 2*len(b.values)) {
		b.order()
	}
}

// order merges the raw values into the others.
func (b *bag) order() {
	if len(b.raw) == 0 {
		return
	}
	slices.Sort(b.raw)
	old, counted := *b, int64(0)
	b.values = make([]int64, 0, len(old.values)+len(b.raw))
	b.upTo = make([]int64, 0, len(old.values)+len(b.raw))
	put := func(x, n int64) {
		counted += n
		if last := len(b.values) - 1; last >= 0 && b.values[last] == x {
			b.upTo[last] = counted
			return
		}
		b.values, b.upTo = append(b.values, x), append(b.upTo, counted)
	}
	i := 0
	for _, x := range b.raw {
		for ; i < len(old.values) && old.values[i] <= x; i++ {
			put(old.values[i], old.count(i))
		}
		put(x, 1)
	}
	for ; i < len(old.values); i++ {
		put(old.values[i], old.count(i))
	}
	b.raw = b.raw[:0]
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
