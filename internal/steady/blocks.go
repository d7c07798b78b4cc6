package steady

// BlockTime is the time, in nanoseconds, that one value of a series should cover at least: below it clock steps,
// interrupts and collections show more than the code does.
const BlockTime = 100_000

// Blocks groups the times of operations into the values of a series: one operation when it takes at least 100 us, else
// a block of as many as take that long together. A block's size is a power of two that doubles until the block takes
// long enough and then stays (it never shrinks, so sizes never decrease along the series).
//
// The zero value is ready for use. Blocks takes constant memory and does not allocate.
type Blocks struct {
	// Time is the least time of a block in nanoseconds; 0 means BlockTime. Set it on coarse clocks, to a thousand of
	// their steps.
	Time float64

	sum   float64
	ops   int
	size  int // ops to collect before looking at sum; 0 means 1
	shift uint8
	count [maxShift + 1]int // values given, by log2 of their size
}

// maxShift bounds a block to 2^30 operations, so that times of zero (or missing ones) still make values.
const maxShift = 30

// Add takes the time of one operation in nanoseconds. When that completes a block, ok is true, mean is the block's time
// per operation in nanoseconds and ops its number of operations.
func (b *Blocks) Add(ns float64) (mean float64, ops int, ok bool) {
	b.sum += ns
	b.ops++
	if b.ops < b.size {
		return 0, 0, false
	}
	return b.full()
}

// AddTotal is Add for n operations that took ns together, n between 1 and Room. It makes of them what n calls of Add would.
func (b *Blocks) AddTotal(ns float64, n int) (mean float64, ops int, ok bool) {
	b.sum += ns
	b.ops += n
	if b.ops < b.size {
		return 0, 0, false
	}
	return b.full()
}

// Room is how many operations are missing until a block may be complete, at least 1.
func (b *Blocks) Room() int { return max(b.size-b.ops, 1) }

func (b *Blocks) full() (mean float64, ops int, ok bool) {
	need := b.Time
	if need == 0 {
		need = BlockTime
	}
	if b.size == 0 {
		b.size = 1
	}
	// A NaN goes out as a value of its own: a missing one.
	if b.sum < need && b.shift < maxShift {
		b.size *= 2
		b.shift++
		return 0, 0, false
	}
	mean, ops = b.sum/float64(b.ops), b.ops
	b.count[b.shift]++
	b.sum, b.ops = 0, 0
	return mean, ops, true
}

// Size is the number of operations that the next value will cover at least.
func (b *Blocks) Size() int { return max(b.size, 1) }

// Values is the number of values given so far.
func (b *Blocks) Values() int {
	n := 0
	for _, c := range b.count {
		n += c
	}
	return n
}

// Ops is the number of operations in the first values values: the operation at which value number values begins. What was
// not given yet counts as nothing.
func (b *Blocks) Ops(values int) int {
	ops := 0
	for shift, c := range b.count {
		c = min(c, values)
		ops += c << shift
		values -= c
		if values <= 0 {
			break
		}
	}
	return ops
}
