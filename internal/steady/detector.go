package steady

import "math"

// A Detector decides online when a series has become steady. It takes constant memory (under 2 KiB, no pointers) and
// does not allocate. A Push costs some nanoseconds; a check, of which there are few (after each seventh of growth, or when the
// one before asked for it), some microseconds.
//
// The rule, once there are more than rawEntries values (for fewer see judgeFew):
//
//  1. The onset of the last part is the end of the transient that explains what lies before it best (see locate).
//  2. Behind it lie at least Config.Min values, and a fixed share of all.
//  3. They keep one level (see rule.keeps), and the last of them are still there.
//  4. In all there are totalFactor times Config.Min values, as a change of level may come as late as that; only quickFactor times
//     as many where the transient was a curve that has run out, or where the level wanders so much that another change
//     would be nothing new.
//
// Otherwise the same is asked again later, of all values: a drift that shows only later, or a change while values are
// already being measured, moves the start or ends in NoSteady.
type Detector struct {
	rule rule
	history

	leading int // missing values before the first usable one, which are not in the history
	missing int // and those after it, which are

	room   int // values that five may hold before a Push has more to do than to put one there
	next   int // value at which to check
	passed int // checks in a row, of few values
	done   bool
	answer verdict
}

// New makes a detector for one series.
func New(cfg Config) *Detector {
	d := new(Detector)
	d.Reset(cfg)
	return d
}

// Reset makes d ready for a new series.
func (d *Detector) Reset(cfg Config) {
	*d = Detector{rule: cfg.rule(), history: history{size: 1}}
	d.next = d.rule.window(0)
}

// Limit sets a budget of values in the place of Config.Max (0 for none), for a caller who learns only from the first values how
// many there is time for, and may call it again as that changes. The values that must look steady are 40% of
// the budget where that is less than Config.Min. Once the budget is used up the next Push has an answer.
func (d *Detector) Limit(values int) {
	d.rule = d.rule.limit(values)
	d.next = min(d.next, d.seen()+1)
	d.room = 0
}

// Push takes the next value. It reports true when there is an answer: the series is steady, or the budget is used up. Values
// after that are ignored.
func (d *Detector) Push(x float64) (done bool) {
	if d.fives < d.room && math.Abs(x) <= most {
		d.five[d.fives] = x
		d.fives++
		return false
	}
	return d.push(x)
}

func (d *Detector) push(x float64) (done bool) {
	if d.done {
		return true
	}
	v, ok := usable(x)
	switch {
	case ok:
		d.keep(v)
	case d.folded > 0:
		d.missing++
		d.keep(d.last())
	default:
		d.leading++
	}
	n := d.seen()
	if n >= d.next {
		d.check()
	}
	if d.rule.budget > 0 && n >= d.rule.budget && !d.done {
		d.answer, d.done = d.final(), true
	}
	d.room = 0
	if !d.done && d.size > 1 {
		// The last of five folds, and the value before the next one to be checked at must not be passed.
		d.room = min(len(d.five), d.next-d.leading-d.folded, d.rule.budgetOr(math.MaxInt)-d.leading-d.folded) - 1
	}
	return d.done
}

// seen is the number of values pushed.
func (d *Detector) seen() int { return d.leading + d.kept() }

// usable is the number of those that are not missing.
func (d *Detector) usable() int { return d.kept() - d.missing }

// Result is the answer, or, before there is one, what the answer would be if the series ended here. It allocates.
func (d *Detector) Result() Result {
	v := d.answer
	if !d.done {
		v = d.final()
	}
	return v.result(d.seen(), d.usable(), d.rule)
}

// Online gives the answer of a Detector for xs. Its Stop is the number of values the detector asked for; it
// depends on none of the others.
func Online(xs []float64, cfg Config) Result {
	d := New(cfg)
	for _, x := range xs {
		if d.Push(x) {
			break
		}
	}
	return d.Result()
}
