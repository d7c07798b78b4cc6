package roofline

// rows is the number of 64-byte rows of accumulators that an arithmetic kernel may use.
const rows = 24

// rowBytes is the size of a row: the widest vector register.
const rowBytes = 64

// coefRows are the two rows that hold the factor and the second factor or summand, the same value in each lane.
const coefRows = 2

// arithmetic is a loop that does nothing but multiply and add, in registers.
type arithmetic struct {
	name   string // of the instructions: "avx512"
	bits   int    // of an element: 64 or 32
	lanes  int    // elements of a register
	chains int    // registers that are accumulated
	fused  bool   // acc += a*b rounded once; otherwise acc = acc*a + b rounded twice
	run    func(acc, coef *byte, n int)
}

// flops is the number of floating-point operations of one round: a multiplication and an addition in each lane.
func (k arithmetic) flops() float64 { return float64(2 * k.lanes * k.chains) }

// stream is a loop that does nothing but stream through memory: a[i] = b[i] + s*c[i].
type stream struct {
	name string
	// run does n elements, a multiple of triadStep, from addresses that are multiples of 64.
	run func(a, b, c *float64, s float64, n int)
}

const (
	// triadStep is the number of elements that a stream takes at a time.
	triadStep = 16
	// triadBytes are counted for each element, as STREAM does: two loaded and one stored, of eight bytes each
	// (McCalpin, Memory bandwidth and machine balance in current high performance computers, IEEE TCCA newsletter, 1995).
	triadBytes = 24
)

// kernels are the loops of one instruction set.
type kernels struct {
	vector64, vector32 arithmetic
	scalar64, scalar32 arithmetic
	memory             stream // stores go past the caches where they can
	cache              stream // stores go to the nearest cache
}
