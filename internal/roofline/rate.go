package roofline

// Rate is the outcome of several trials of a kernel.
type Rate struct {
	Best   float64 `json:"best"`   // of the trials, per second; 0: not measured
	Worst  float64 `json:"worst"`  // of the trials, per second
	Trials int     `json:"trials"` // without the first, which is a warm-up
}

// Spread is how far the worst trial lies below the best, 0 to 1. A peak is a maximum: disturbances only lower it.
func (r Rate) Spread() float64 {
	if !known(r.Best) || !(r.Worst >= 0) {
		return 0
	}
	return max(0, 1-r.Worst/r.Best)
}

// with takes in one more trial.
func (r Rate) with(perSecond float64) Rate {
	if !known(perSecond) {
		return r
	}
	if r.Trials == 0 {
		return Rate{perSecond, perSecond, 1}
	}
	return Rate{max(r.Best, perSecond), min(r.Worst, perSecond), r.Trials + 1}
}

// better is the one with the higher peak.
func (r Rate) better(other Rate) Rate {
	if other.Best > r.Best {
		return other
	}
	return r
}

// Rates are the rate of one core and that of all together.
type Rates struct {
	Core Rate `json:"core"` // one thread
	All  Rate `json:"all"`  // as many threads as Peaks.Threads
}

// of is the rate of a number of cores: as many times one core's, but no more than all reach. One core alone may run faster
// than in company, and memory is shared, which is why both are measured.
func (r Rates) of(cores, threads int) float64 {
	switch {
	case cores <= 1 || threads <= 1:
		return r.Core.Best
	case cores >= threads:
		return r.All.Best
	}
	return min(float64(cores)*r.Core.Best, r.All.Best)
}
