package series

import "math/bits"

// scale maps values to the integers that are encoded: v = min + step*u. Clocks that count in larger
// units than they show (many time-stamp counters go up by 2 or more at a time) have a step above 1.
type scale struct {
	min  int64
	step uint64 // greatest common divisor of all v - min, 1 if all are 0
	inv  uint64 // inverse of the odd part of step, mod 2^64
	tz   uint8  // trailing zeros of step
	most uint64 // largest u
}

// scaleOf finds the scale of values, of which there must be one.
func scaleOf(values []int64) scale {
	lo, hi, bit := values[0], values[0], uint64(0)
	for _, v := range values {
		lo, hi = min(lo, v), max(hi, v)
		bit |= uint64(v) - uint64(values[0])
	}
	// The power of two in the step is known now. The odd part mostly is 1, which a few values show.
	sc := scale{min: lo, step: 1, inv: 1}
	if bit == 0 {
		return sc
	}
	sc.tz = uint8(bits.TrailingZeros64(bit))
	odd, limit := (uint64(hi)-uint64(lo))>>sc.tz, uint64(1)
	odd >>= bits.TrailingZeros64(odd)
	sc.setOdd(odd)
	for _, v := range values {
		if sc.step>>sc.tz == 1 {
			break
		}
		// Times the inverse is the quotient, if the division is exact, and else larger than any quotient.
		d := (uint64(v) - uint64(lo)) >> sc.tz
		if d*sc.inv > limit {
			odd = gcd(odd, d)
			sc.setOdd(odd)
			limit = ^uint64(0) / odd
		}
	}
	sc.most = sc.down(hi)
	return sc
}

// setOdd sets the odd part of the step.
func (sc *scale) setOdd(odd uint64) {
	sc.step = odd << sc.tz
	sc.inv = odd // right in 3 bits; each of Newton's steps doubles them
	for range 5 {
		sc.inv *= 2 - odd*sc.inv
	}
}

// down returns u = (v-min)/step; the division is exact.
func (sc *scale) down(v int64) uint64 {
	return (uint64(v) - uint64(sc.min)) >> (sc.tz & 63) * sc.inv
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
