package reportx

import "math"

// occurrences are the samples during which a cause occurred, and those of which that is known.
type occurrences struct {
	slow, others           int64
	slowKnown, othersKnown int64
	slowBegun, othersBegun int64   // samples during which it began, of what has a length of its own
	othersTime             float64 // in which it could have occurred, ns, of others
	slowTime               lengths
}

// add takes what a witness said of a sample during which the cause could have occurred for so many ns.
func (o *occurrences) add(w *witness, ns float64, slow bool) {
	n := int64(0)
	if w.value > 0 {
		n = 1
	}
	begun := int64(0)
	if w.spans && w.begun {
		begun = 1
	}
	if slow {
		o.slowKnown++
		o.slow += n
		o.slowBegun += begun
		o.slowTime.add(ns)
		return
	}
	o.othersKnown++
	o.others += n
	o.othersTime += ns
	o.othersBegun += begun
}

// exposed is the time of a sample in which a cause could occur: a thread that is not on a CPU does not lose it, nor does it touch
// pages, and time that is stolen cannot be stolen again. What is on the CPU is not known without a clock; then it is all of the sample.
func (w *witness) exposed(ns, busy float64) float64 {
	switch causes[w.cause].name {
	case "gc":
		return ns
	case "steal-time-ns":
		return max(0, ns-float64(w.value))
	}
	return max(0, busy)
}

// cause is what the occurrences amount to; ok is false where nothing is known of slow samples, or of others.
func (o *occurrences) cause(name string) (c Cause, ok bool) {
	if o.slowKnown == 0 || o.othersKnown == 0 {
		return Cause{}, false
	}
	c = Cause{Name: name, Slow: o.slow, Others: o.others, SlowKnown: o.slowKnown, OthersKnown: o.othersKnown}
	c.SlowShare, c.OthersShare = float64(o.slow)/float64(o.slowKnown), float64(o.others)/float64(o.othersKnown)
	c.Expected = o.expected(c.OthersShare)
	c.Explains = c.SlowShare-c.Expected >= clearlyMore && c.SlowShare >= 2*c.Expected
	return c, true
}

// clearlyMore is the difference of shares from which on a cause explains anything.
const clearlyMore = 0.1

// expected is the share of slow samples during which the cause would occur if it came as often in a ns of theirs as in one of the
// others, independently of what happened before (a Poisson process): of a sample that is longer than the others by t,
// 1 - (1-p) exp(-rate t), where p is the share of the others, and the rate follows from p = 1 - exp(-rate m), m being their mean
// length. What has a length of its own is on when a sample begins, whatever the length of that; so the rate is that of its
// beginnings, and no more of them are put down to the length of slow samples than they have.
func (o *occurrences) expected(p float64) float64 {
	mean := o.othersTime / float64(o.othersKnown)
	if p <= 0 || p >= 1 || !(mean > 0) {
		return p
	}
	rate, most := -math.Log1p(-p)/mean, 1.0
	if o.slowBegun+o.othersBegun > 0 {
		rate, most = float64(o.othersBegun)/o.othersTime, float64(o.slowBegun)/float64(o.slowKnown)
	}
	return p + (1-p)*min(most, o.slowTime.reached(rate, mean))
}

// lengths adds up lengths in ns by their binary exponent, so that those added up are alike.
type lengths [64]struct{ n, sum float64 }

func (l *lengths) add(ns float64) {
	_, exponent := math.Frexp(ns)
	at := &l[min(len(l)-1, max(0, exponent))]
	at.n, at.sum = at.n+1, at.sum+ns
}

// reached is the share of the lengths during which an event of a rate a ns occurs, in what of them is beyond a length.
func (l *lengths) reached(rate, beyond float64) float64 {
	sum, n := 0.0, 0.0
	for _, at := range l {
		if at.n > 0 {
			sum -= at.n * math.Expm1(-rate*max(0, at.sum/at.n-beyond))
			n += at.n
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}
