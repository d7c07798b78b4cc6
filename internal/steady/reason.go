package steady

import (
	"fmt"
	"math"
)

// result puts the verdict after n values in words.
func (v verdict) result(n, usable int, r rule) Result {
	res := Result{N: n, Stop: n, Class: v.class, Start: v.start, Confidence: v.confidence, Changepoints: []int{}}
	f := v.flatness
	switch {
	case v.class == Short && n == 0:
		res.Reason = "no values"
	case v.class == Short && f == (flatness{}):
		res.Reason = fmt.Sprintf("%d values (missing ones left out) are too few to judge", usable)
	case v.class == Short:
		res.Reason = fmt.Sprintf("%d values are too few to judge: %s", n, f)
		res.Levels = []float64{f.level}
	case v.class == NoSteady:
		res.Lowest, res.Highest = v.lowest, v.highest
		res.Wander = wander(v.lowest, v.highest, f.level)
		res.Reason = fmt.Sprintf("not steady after %d values: %s%s", n, f, res.moved())
		res.Levels = []float64{f.level}
	case v.start == 0:
		res.Reason = fmt.Sprintf("steady from the first value on: %d values keep their level within %.3g%%", v.confirmed, 100*max(r.tolerance, r.noise*f.se))
		res.Levels = []float64{f.level}
	default:
		res.Reason = fmt.Sprintf("steady from value %d on: %d values keep their level within %.3g%%", v.start, v.confirmed, 100*max(r.tolerance, r.noise*f.se))
		res.Changepoints = append(res.Changepoints, v.start)
		res.Levels = []float64{v.before, f.level}
	}
	return res
}

// wander is Result.Wander about a level.
func wander(lowest, highest, level float64) float64 {
	if level == 0 {
		return 0
	}
	return min((highest-lowest)/math.Abs(level), mostWander)
}

// mostWander keeps Result.Wander finite around levels of next to nothing.
const mostWander = 1e6

// moved says how far the level moves, as the end of a sentence; "" where that is not worth a word.
func (r *Result) moved() string {
	text := ""
	if r.Transient > 0 {
		text = fmt.Sprintf("; the first %d values lie apart", r.Transient)
	}
	if r.Wander >= leastWander {
		text += fmt.Sprintf("; its level moves by %.0f%%", 100*r.Wander)
	}
	return text
}

const leastWander = 0.01 // less is nothing that moves

// String says which test decided, as the end of a sentence.
func (f flatness) String() string {
	switch f.cause {
	case causeHalf:
		return fmt.Sprintf("the halves of the last part lie %.3g%% apart", 100*f.size)
	case causePiece:
		return fmt.Sprintf("pieces of the last part lie %.3g%% apart", 100*f.size)
	case causeStep:
		return fmt.Sprintf("the last part changes its level by %.3g%%", 100*f.size)
	case causeRecent:
		if f.size <= 0 {
			return "its transient has not run out"
		}
		return fmt.Sprintf("its level has held for no more than %.0f values", f.size)
	case causeEnd:
		return fmt.Sprintf("the last values lie %.3g%% off", 100*f.size)
	case causeWander:
		return fmt.Sprintf("pieces of the last part scatter by %.3g%%", 100*f.size)
	case causeUnsure:
		return fmt.Sprintf("the last part wanders: its level is known to no more than %.2g%%", 100*f.size)
	case causeTrend:
		return fmt.Sprintf("the last part has a trend of %.3g%%", 100*math.Abs(f.size))
	}
	return "the last part keeps its level"
}
