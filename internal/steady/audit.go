package steady

import "math"

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

	// Reason says it in a sentence, and counts in values. See also Explain.
	Reason string

	words phrase
}

// Explain is Reason with other words for counts of values, as Result.Explain.
func (f Finding) Explain(count func(from, to int) string) string { return f.words.in(count) }

// found is a finding with its reason.
func found(v Verdict, reason phrase) Finding {
	return Finding{Verdict: v, Reason: reason.in(values), words: reason}
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
		return found(Unjudged, say("%v are too few to judge the discarded part", span{0, n}))
	}
	switch {
	case online.Start < 0 && whole.Start < 0:
		return found(Agreed, say("never steady: %v", whole.phrase()))
	case online.Start < 0:
		return found(Overlooked, say("called never steady, but steady after the first %v of %v", span{0, whole.Start}, span{0, n}))
	case whole.Start < 0:
		return unfounded(xs, online.Start, whole)
	}
	return starts(xs, online.Start, whole.Start)
}

// unfounded audits a start where the whole series is not steady. Too long a warm-up for the series may be the reason, and be what was
// discarded: what counts is whether the rest is steady by itself.
func unfounded(xs []float64, start int, whole Result) Finding {
	kept := Analyze(xs[start:], Config{})
	if start == 0 || kept.Start < 0 || kept.Class == Short {
		from := say("from the first value on")
		if start > 0 {
			from = say("after the first %v", span{0, start})
		}
		return found(Unfounded, say("called steady %v, but the whole series is not: %v", from, whole.phrase()))
	}
	return starts(xs, start, start+kept.Start)
}

// starts compares two starts.
func starts(xs []float64, online, whole int) Finding {
	n, bias := len(xs), 0.0
	if steady := blockMedian(xs[whole:]); steady != 0 {
		bias = (blockMedian(xs[online:]) - steady) / math.Abs(steady)
	}
	var f Finding
	slack := max(whole/auditShare, min(n/auditParts, auditMost), 1)
	switch d := online - whole; {
	case d < -slack:
		f = found(TooShort, say("%v were discarded, but the series is steady only after %v: %v too few; the median of what was kept is off by %.2g%%",
			span{0, online}, span{0, whole}, span{online, whole}, 100*math.Abs(bias)))
		f.Values = -d
	case d > slack:
		f = found(TooLong, say("%v were discarded, %v would have been enough: %v too many", span{0, online}, span{0, whole}, span{whole, online}))
		f.Values = d
	default:
		f = found(Agreed, say("%v were discarded; the whole series is steady after %v", span{0, online}, span{0, whole}))
	}
	f.Bias = bias
	return f
}

// blockMedian is the median of the block medians of xs, 0 if no value is finite: unlike the median of all, it needs no copy of them.
func blockMedian(xs []float64) float64 {
	size, coarse := blocksOf(xs)
	medians, _, finite := condense(xs, size, coarse)
	if finite == 0 {
		return 0
	}
	if coarse {
		return mean(medians)
	}
	return median(medians)
}
