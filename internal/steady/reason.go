package steady

import "math"

// result puts the verdict after n values in words.
func (v verdict) result(n, usable int, r rule) Result {
	res := Result{N: n, Stop: n, Class: v.class, Start: v.start, Confidence: v.confidence, Changepoints: []int{}}
	f := v.flatness
	switch {
	case v.class == Short && n == 0:
		res.because(say("no values"))
	case v.class == Short && f == (flatness{}):
		res.because(tooFew(n, usable))
	case v.class == Short:
		res.because(say("%v are too few to judge: %v", span{0, n}, f.phrase(n)))
		res.Levels = []float64{f.level}
	case v.class == NoSteady:
		res.Lowest, res.Highest = v.lowest, v.highest
		res.Wander = wander(v.lowest, v.highest)
		res.because(say("not steady after %v: %v", span{0, n}, f.phrase(n)))
		res.Levels = []float64{f.level}
	case v.start == 0:
		res.because(say("steady from the first value on: %v keep their level within %.3g%%", span{0, n}, 100*max(r.tolerance, r.noise*f.se)))
		res.Levels = []float64{f.level}
	default:
		res.because(say("steady after the first %v: the next %v keep their level within %.3g%%", span{0, v.start}, span{v.start, n}, 100*max(r.tolerance, r.noise*f.se)))
		res.Changepoints = append(res.Changepoints, v.start)
		res.Levels = []float64{v.before, f.level}
	}
	return res
}

// wander is Result.Wander between two levels.
func wander(lowest, highest float64) float64 {
	if lowest <= 0 || math.IsInf(highest/lowest, 0) {
		return 0
	}
	return (highest - lowest) / lowest
}

// apart says how many values lie apart, as the end of a sentence; "" where none do.
func (r *Result) apart() phrase {
	if r.Transient == 0 {
		return phrase{}
	}
	return say("; the first %v lie apart", span{0, r.Transient})
}

// tooFew says that so few values cannot be judged.
func tooFew(n, usable int) phrase {
	if usable == n {
		return say("too few to judge: %v", span{0, n})
	}
	return say("too few to judge: %v, %d of them missing", span{0, n}, n-usable)
}

// phrase says which test decided after n values, as the end of a sentence.
func (f flatness) phrase(n int) phrase {
	switch f.cause {
	case causeHalf:
		return say("the halves of the last part lie %.3g%% apart", 100*f.size)
	case causePiece:
		return say("pieces of the last part lie %.3g%% apart", 100*f.size)
	case causeStep:
		return say("the last part changes its level by %.3g%%", 100*f.size)
	case causeRecent:
		if f.size <= 0 {
			return say("its transient has not run out")
		}
		return say("its level has held for no more than the last %v", span{n - min(int(f.size+0.5), n), n})
	case causeEnd:
		return say("the last values lie %.3g%% off", 100*f.size)
	case causeWander:
		return say("pieces of the last part scatter by %.3g%%", 100*f.size)
	case causeUnsure:
		return say("the last part wanders: its level is known to no more than %.2g%%", 100*f.size)
	case causeTrend:
		return say("the last part has a trend of %.3g%%", 100*math.Abs(f.size))
	}
	return say("the last part keeps its level")
}
