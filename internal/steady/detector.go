package steady

import "math"

// A Detector decides online when a series has become steady. It takes constant memory (under 2 KiB, no pointers) and
// does not allocate. The cost of a Push is constant on average; a check, after each 5% of growth, costs some microseconds.
//
// The rule: the last values, at least Config.Min and a fixed share of all, are flat twice in a row
// (see rule.flat). Then the start is set backwards, to the last change of level before them.
//
// History is kept as at most 128 entries: single values at first, then medians of five, then means of neighbours, so that
// an entry covers ever more values. A start is as precise as an entry, about 1% of the series.
type Detector struct {
	rule rule

	n       int     // values seen
	usable  int     // of them
	leading int     // missing values before the first usable one
	last    float64 // usable value

	entries [maxEntries]float64
	used    int
	size    int // values in an entry
	five    [5]float64
	fives   int     // values in five
	sum     float64 // of medians of five towards the next entry
	sums    int

	next   int // value at which to check
	passed int // checks in a row
	done   bool
	answer verdict
}

// verdict is a Result without what needs memory.
type verdict struct {
	class      Class
	start      int
	before     float64 // level before start
	confirmed  int     // values in the window
	confidence float64
	flatness   flatness
}

const (
	maxEntries = 128
	rawEntries = 125 // single values kept before they become medians of five
	growth     = 1.05
)

// New makes a detector for one series.
func New(cfg Config) *Detector {
	d := new(Detector)
	d.Reset(cfg)
	return d
}

// Reset makes d ready for a new series.
func (d *Detector) Reset(cfg Config) {
	*d = Detector{rule: cfg.rule(), size: 1}
	d.next = d.rule.window(0)
}

// Limit sets a budget of values in the place of Config.Max (0 for none), for a caller who learns only from the first values how
// many there is time for, and may call it again as that changes. The values that must look steady are 40% of
// the budget where that is less than Config.Min. Once the budget is used up the next Push has an answer.
func (d *Detector) Limit(values int) {
	d.rule = d.rule.limit(values)
	d.next = min(d.next, d.n+1)
}

// Push takes the next value. It reports true when there is an answer: the series is steady, or the budget is used up. Values
// after that are ignored.
func (d *Detector) Push(x float64) (done bool) {
	if d.done {
		return true
	}
	d.n++
	if v, ok := usable(x); ok {
		d.last = v
		d.usable++
	}
	if d.usable > 0 {
		d.keep(d.last)
	} else {
		d.leading++
	}
	if d.n >= d.next {
		d.check()
	}
	if d.rule.budget > 0 && d.n >= d.rule.budget && !d.done {
		d.answer, d.done = d.final(), true
	}
	return d.done
}

// keep adds a value to the history.
func (d *Detector) keep(x float64) {
	if d.size == 1 {
		d.entries[d.used] = x
		d.used++
		if d.used == rawEntries {
			d.mediansOfFive()
		}
		return
	}
	d.five[d.fives] = x
	d.fives++
	if d.fives < len(d.five) {
		return
	}
	d.fives = 0
	d.sum += median5(&d.five)
	d.sums++
	if d.sums*len(d.five) < d.size {
		return
	}
	d.entries[d.used] = d.sum / float64(d.sums)
	d.used++
	d.sum, d.sums = 0, 0
	if d.used == maxEntries {
		d.halve()
	}
}

func (d *Detector) mediansOfFive() {
	for i := range rawEntries / 5 {
		d.entries[i] = median5((*[5]float64)(d.entries[5*i:]))
	}
	d.used, d.size = rawEntries/5, 5
}

func (d *Detector) halve() {
	for i := range maxEntries / 2 {
		d.entries[i] = d.entries[2*i]/2 + d.entries[2*i+1]/2
	}
	d.used, d.size = maxEntries/2, 2*d.size
}

// check looks whether the values so far end in a steady part.
func (d *Detector) check() {
	n := d.n - d.leading
	window := d.rule.window(n)
	if missing := max(window-n, minSeries-d.usable); missing > 0 {
		d.next = d.n + missing
		return
	}
	d.next = int(growth*float64(d.n)) + 1
	v := d.judge(window)
	if v.flatness.cause != causeFlat {
		d.passed = 0
		return
	}
	d.passed++
	if d.passed >= 2 {
		d.answer, d.done = v, true
	}
}

// final is the answer if no more values come: one check, of a window that may be shorter than asked for.
func (d *Detector) final() verdict {
	n := d.n - d.leading
	if d.usable < minSeries {
		return verdict{class: Short}
	}
	v := d.judge(d.rule.fraction(n))
	switch {
	case v.flatness.cause == causeFlat:
	case n < minRefusal:
		v.class, v.start = Short, 0
	default:
		v.class, v.start = NoSteady, -1
		v.confidence = float64(n) / float64(n+100)
	}
	return v
}

// judge tests the last values and finds the start before them.
func (d *Detector) judge(values int) verdict {
	var scratch [maxEntries]float64
	entries := d.entries[:d.used]
	length := min((values+d.size-1)/d.size, d.used)
	window := entries[d.used-length:]
	v := verdict{flatness: d.rule.flat(window, scratch[:])}
	if v.flatness.cause != causeFlat {
		return v
	}
	// A window of few values may begin with the end of the warm-up: its tests see only medians.
	kept := length
	if d.size == 1 {
		kept = int(math.Ceil(keptWindow * float64(length)))
	}
	at := start(entries, v.flatness, d.used-kept)
	v.confirmed = (d.used - at) * d.size
	v.confidence = d.rule.confidence(min(v.confirmed, values), v.flatness.se)
	v.class = Flat
	if at > 0 {
		v.start = d.leading + at*d.size
		v.before = median(scratch[:copy(scratch[:], entries[:at])])
		v.class = Warmup
		if v.before < v.flatness.level {
			v.class = Slowdown
		}
	}
	return v
}

const (
	keptWindow     = 0.8  // of a window of single values that must lie behind the start
	startStatistic = 4    // standard errors that a step before the steady part must have
	startStep      = 0.01 // and its least size relative to the steady level
)

// start is the index of the first entry after the last change of level that begins at or before limit, by binary segmentation
// to the right: split where the difference in means is most significant, and again right of that.
// Entries are held close to the level of the flat part: what lies far above counts as no more than unsteady, so
// that the end of a long slope is found and not its middle.
func start(entries []float64, f flatness, limit int) int {
	level := math.Abs(f.level)
	sigma := max(f.sigma, 1e-9*level)
	if sigma == 0 {
		sigma = math.SmallestNonzeroFloat64
	}
	clip := max(4*sigma, 0.05*level)
	lo, hi := f.level-clip, f.level+clip
	from := 0
	for {
		total := 0.0
		for _, y := range entries[from:] {
			total += min(max(y, lo), hi) - f.level
		}
		n := float64(len(entries) - from)
		best, at, sum := 0.0, -1, 0.0
		for i := from; i < limit && i < len(entries)-1; i++ {
			sum += min(max(entries[i], lo), hi) - f.level
			k := float64(i + 1 - from)
			step := sum/k - (total-sum)/(n-k)
			statistic := math.Abs(step) / sigma * math.Sqrt(k*(n-k)/n)
			if statistic > best && math.Abs(step) >= startStep*level {
				best, at = statistic, i+1
			}
		}
		if at < 0 || best < startStatistic {
			return from
		}
		from = at
	}
}

// Result is the answer, or, before there is one, what the answer would be if the series ended here. It allocates.
func (d *Detector) Result() Result {
	v := d.answer
	if !d.done {
		v = d.final()
	}
	return v.result(d.n, d.usable, d.rule)
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
