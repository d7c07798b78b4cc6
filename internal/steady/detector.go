package steady

// A Detector decides online when a series has become steady.
type Detector struct {
	cfg  Config
	n    int
	done bool
}

// New makes a detector.
func New(cfg Config) *Detector {
	d := new(Detector)
	d.Reset(cfg)
	return d
}

// Reset makes d ready for a new series.
func (d *Detector) Reset(cfg Config) { *d = Detector{cfg: cfg} }

// Limit sets the budget in values.
func (d *Detector) Limit(values int) { d.cfg.Max = values }

// Push takes the next value, and reports whether d has made up its mind.
func (d *Detector) Push(x float64) (done bool) {
	if d.done {
		return true
	}
	d.n++
	d.done = d.cfg.Max > 0 && d.n >= d.cfg.Max
	return d.done
}

// Result is the answer.
func (d *Detector) Result() Result {
	return Result{N: d.n, Stop: d.n, Class: Short, Changepoints: []int{}, Reason: "not judged"}
}

// Online replays a Detector over xs.
func Online(xs []float64, cfg Config) Result {
	d := New(cfg)
	for _, x := range xs {
		if d.Push(x) {
			break
		}
	}
	return d.Result()
}
