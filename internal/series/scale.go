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
	lo, hi := values[0], values[0]
	for _, v := range values {
		lo, hi = min(lo, v), max(hi, v)
	}
	sc := scale{min: lo}
	sc.setStep(uint64(hi) - uint64(lo))
	limit := uint64(1) // largest quotient by the odd part of step
	for _, v := range values {
		d := uint64(v) - uint64(lo)
		// Times the inverse is the quotient, if the division is exact, and else larger than any quotient.
		if q := (d >> (sc.tz & 63)) * sc.inv; q <= limit && d&(1<<(sc.tz&63)-1) == 0 {
			continue
		}
		sc.setStep(gcd(sc.step, d))
		if sc.step == 1 {
			break
		}
		limit = ^uint64(0) / (sc.step >> sc.tz)
	}
	sc.most = sc.down(hi)
	return sc
}

func (sc *scale) setStep(step uint64) {
	sc.step = max(step, 1)
	sc.tz = uint8(bits.TrailingZeros64(sc.step))
	odd := sc.step >> sc.tz
	inv := odd // right in 3 bits; each of Newton's steps doubles them
	for range 5 {
		inv *= 2 - odd*inv
	}
	sc.inv = inv
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
