package steady

import "iter"

// A Replayed is what a live run would have made of recorded values.
type Replayed struct {
	Result
	Decided bool // there was an answer within them
	Used    int  // values that it rests on: Stop where Decided, otherwise those that a run with so little time would have asked for
}

// Replay gives the answer of a live run for n values that were recorded: that of a Detector without a budget, of which Stop is the number of
// values that it asked for.
//
// Where the values end before that, Stop is n, and the answer is that of a run with time for n values, the budget of which
// scales what is asked for (see Detector.Limit). Without one, bounds that are made for thousands of values would
// call a few hundred unsteady. Such a run would have to call itself NoSteady also where noise alone, no change, hides the level; here that is
// Short, since a longer run may well settle.
//
// values is ranged over once or twice, and must give the same n values each time. cfg.Max is ignored.
func Replay(n int, values iter.Seq[float64], cfg Config) Replayed {
	cfg.Max = 0
	d := New(cfg)
	if d.run(values) {
		return Replayed{d.Result(), true, d.seen()}
	}
	cfg.Max = n
	d.Reset(cfg)
	d.run(values)
	v := d.answer
	if !d.done { // no value at all
		v = d.final()
	}
	if v.class == NoSteady && v.flatness.noisy() {
		v.class, v.start, v.confidence = Short, 0, 0
	}
	r := Replayed{v.result(d.seen(), d.usable(), d.rule), false, d.seen()}
	r.N, r.Stop = n, n
	return r
}

// run pushes values until there is an answer.
func (d *Detector) run(values iter.Seq[float64]) (done bool) {
	for x := range values {
		if d.Push(x) {
			return true
		}
	}
	return false
}

// noisy reports whether what failed may be noise, independent from value to value: nothing was seen to change.
func (f flatness) noisy() bool {
	return !f.wanders && (f.cause == causeWander || f.cause == causeUnsure)
}
