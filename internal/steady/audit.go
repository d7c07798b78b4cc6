package steady

import (
	"fmt"
	"math"
)

// A Verdict is what the analysis of a whole series says about the online answer.
type Verdict string

const (
	Agreed     Verdict = "agreed"     // what was discarded is what had to be, or neither found a steady part
	TooShort   Verdict = "too short"  // warm-up was kept as if it were steady
	TooLong    Verdict = "too long"   // steady values were discarded
	Unfounded  Verdict = "unfounded"  // called steady, but the whole series is not
	Overlooked Verdict = "overlooked" // called never steady, but the whole series is, from some value on
	Unjudged   Verdict = "unjudged"   // too few values for one of the two
)

// A Finding is an audited online answer.
type Finding struct {
	Verdict Verdict

	// Values is how many too few or too many were discarded: the distance of the two starts. It is 0 unless the verdict is TooShort or TooLong.
	Values int

	// Bias is what the numbers suffer: the relative difference of the median of all that was kept (from the online start to the end of the series) from that
	// of the steady part. It is 0 when one of the answers has no steady part or the steady median is 0. Values that were
	// discarded without need cost time, not bias.
	Bias float64

	// Reason says it in a sentence.
	Reason string
}

const (
	auditShare = 10 // a difference up to this part of the steady start is none,
	auditParts = 60 // nor is one up to this part of the series,
	auditMost  = 50 // which counts up to this many values
)

// Audit compares the online answer for xs, or for the beginning of it, with that of Analyze for all of xs. Two starts agree when they differ
// by no more than a tenth of that of the whole series, or a 60th of the series up to 50 values. A start that came too early is
// TooShort even where the bias is small: Bias tells how much it matters.
func Audit(xs []float64, online, whole Result) Finding {
	n := len(xs)
	if online.Class == Short || whole.Class == Short || online.Start >= n || whole.Start >= n {
		return Finding{Verdict: Unjudged, Reason: fmt.Sprintf("%d values are too few to judge the discarded part", n)}
	}
	switch {
	case online.Start < 0 && whole.Start < 0:
		return Finding{Verdict: Agreed, Reason: fmt.Sprintf("never steady: %s", whole.Reason)}
	case online.Start < 0:
		return Finding{Verdict: Overlooked, Reason: fmt.Sprintf("called never steady after %d values, but steady from value %d of %d on", online.Stop, whole.Start, n)}
	case whole.Start < 0:
		return Finding{Verdict: Unfounded, Reason: fmt.Sprintf("called steady from value %d on, but the whole series is not: %s", online.Start, whole.Reason)}
	}
	var f Finding
	if steady := blockMedian(xs[whole.Start:]); steady != 0 {
		f.Bias = (blockMedian(xs[online.Start:]) - steady) / math.Abs(steady)
	}
	slack := max(whole.Start/auditShare, min(n/auditParts, auditMost), 1)
	switch d := online.Start - whole.Start; {
	case d < -slack:
		f.Verdict, f.Values = TooShort, -d
		f.Reason = fmt.Sprintf("%d values were discarded, but the series is steady only from value %d on: %d too few; the median of what was kept is off by %.2g%%",
			online.Start, whole.Start, -d, 100*math.Abs(f.Bias))
	case d > slack:
		f.Verdict, f.Values = TooLong, d
		f.Reason = fmt.Sprintf("%d values were discarded, %d would have been enough: %d too many", online.Start, whole.Start, d)
	default:
		f.Verdict = Agreed
		f.Reason = fmt.Sprintf("%d values were discarded; the whole series is steady from value %d on", online.Start, whole.Start)
	}
	return f
}

// blockMedian is the median of the block medians of xs, 0 if no value is finite: unlike the median of all, it needs no copy of them.
func blockMedian(xs []float64) float64 {
	medians, _, finite := condense(xs, blockSize(len(xs)))
	if finite == 0 {
		return 0
	}
	return median(medians)
}
