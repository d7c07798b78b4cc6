package series

import "math"

// Batch adds up groups of consecutive values: samples taken in batches of b operations become
// samples of batches of b x Size. Sums of totals are exact, so that two batch sizes can be compared
// at the coarser one.
type Batch struct {
	Size int // values a group, 2 or more; below 2 values pass as they are

	sum  int64
	have int
}

// Append adds values to the open group and appends the sums of the groups they complete to dst.
// dst may be values[:0]. Values of a group that is never completed are not reported.
// Sums that exceed an int64 become its largest or smallest value.
func (b *Batch) Append(dst, values []int64) []int64 {
	if b.Size < 2 {
		return append(dst, values...)
	}
	for _, v := range values {
		b.sum = addClamped(b.sum, v)
		if b.have++; b.have == b.Size {
			dst = append(dst, b.sum)
			b.sum, b.have = 0, 0
		}
	}
	return dst
}

// Reset forgets the open group, as at the beginning of a run or after its warm-up.
func (b *Batch) Reset() { b.sum, b.have = 0, 0 }

func addClamped(x, y int64) int64 {
	switch {
	case y > 0 && x > math.MaxInt64-y:
		return math.MaxInt64
	case y < 0 && x < math.MinInt64-y:
		return math.MinInt64
	}
	return x + y
}
