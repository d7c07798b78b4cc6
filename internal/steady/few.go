package steady

import "math"

// checkFew is check while the history holds single values. Two flat checks in a row are an answer.
func (d *Detector) checkFew(window int) {
	d.next = int(fewGrowth*float64(d.seen())) + 1
	v := d.judgeFew(window)
	if v.flatness.cause != causeFlat {
		d.passed = 0
		return
	}
	d.passed++
	if d.passed >= 2 {
		d.answer, d.done = v, true
	}
}

// judgeFew tests the last values, which are single ones, and finds the start before them.
func (d *Detector) judgeFew(values int) verdict {
	var scratch [maxEntries]float64
	entries := d.entries[:d.used]
	length := min(values, d.used)
	window := entries[d.used-length:]
	v := verdict{flatness: d.rule.flat(window, scratch[:])}
	if v.flatness.cause != causeFlat {
		return v
	}
	// The window may begin with the end of the warm-up: its tests see only medians.
	at := start(entries, v.flatness, d.used-int(math.Ceil(keptWindow*float64(length))))
	v.confirmed = d.used - at
	v.confidence = d.rule.confidence(min(v.confirmed, values), v.flatness.se)
	v.class = Flat
	if at > 0 {
		v.start = d.leading + at
		v.before = median(scratch[:copy(scratch[:], entries[:at])])
		v.class = Warmup
		if v.before < v.flatness.level {
			v.class = Slowdown
		}
	}
	return v
}

const (
	fewGrowth      = 1.05 // from one check to the next
	keptWindow     = 0.8  // of the window that must lie behind the start
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
			total += between(y, lo, hi) - f.level
		}
		n := float64(len(entries) - from)
		best, at, sum := 0.0, -1, 0.0
		for i := from; i < limit && i < len(entries)-1; i++ {
			sum += between(entries[i], lo, hi) - f.level
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
