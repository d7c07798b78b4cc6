package quantile

import (
	"fmt"
	"math"
)

// minBeyond is how many samples must lie beyond a percentile for a bound on that
// side: with fewer and ten runs, the 95% interval of their number reaches below one.
const minBeyond = 7

// limits is the ranks that bound an interval; 0 is an open end.
type limits struct {
	lo, hi int64
	why    string // why an end is open, "" when none is
}

// standardError is the standard error of the share of all samples that lie above a
// value, where above[j] of counts[j] samples of run j do. The runs, not the
// samples, are what is independent: with k runs of n_j samples, N in all,
//
//	se² = k/(k-1) Σ (n_j/N)² (f_j - f)²,
//
// the variance of a ratio estimated from clusters (Woodruff, "Confidence
// intervals for medians and other position measures", JASA 47, 1952; Cochran,
// Sampling Techniques, 3rd ed., 11.8 with sizes as they come), and at least the p(1-p)/N that
// independent samples would have: few runs that agree by chance prove nothing. Runs
// without samples do not count. It is 0 when k < 2.
func standardError(p P, above, counts []int64) float64 {
	var n, beyond, k float64
	for j, count := range counts {
		if count > 0 {
			n += float64(count)
			beyond += float64(above[j])
			k++
		}
	}
	if k < 2 {
		return 0
	}
	var sum float64
	for j, count := range counts {
		if count > 0 {
			// (n_j/N) (f_j - f)
			d := (float64(above[j]) - float64(count)*beyond/n) / n
			sum += d * d
		}
	}
	return math.Sqrt(max(k/(k-1)*sum, p.variance()/n))
}

// variance is p(1-p).
func (p P) variance() float64 {
	return float64(p) * float64(whole-p) / (whole * whole)
}

// interval is the ranks among n samples that bound p with 95% confidence, given
// the standard error of the share above it and the runs it comes from: the order statistics at
// tail shares
//
//	sin²(asin √u ± t[k-1] se / (2 √(p u))),   u = 1-p.
//
// It is Woodruff's interval, with Student's t for the few runs and the arcsine
// scale on which a small share has a symmetric error. An end is open when
// its rank falls outside the data, or when fewer than 7 samples lie on its side of p.
//
// Simulated with ten runs of 1,000 log-normal samples whose medians differ by a standard
// deviation of 10%, each end of p50 and p99 misses the truth in 1% to 4% of cases, with
// ties or without. It is too narrow above where runs differ by 30%: the upper end
// then misses in 7% for p99 and 11% for p99.9, since ten runs seldom
// include one as bad as those that make the tail.
func interval(p P, n int64, runs int, se float64) limits {
	if runs < 2 {
		return limits{why: "one run: how much runs differ is unknown"}
	}
	u := float64(whole-p) / whole
	angle := math.Asin(math.Sqrt(u))
	width := studentT(runs-1) * se / (2 * math.Sqrt(p.variance()))

	var l limits
	l.lo = rankOfTail(angle+width, n)
	l.hi = rankOfTail(angle-width, n)
	switch {
	case float64(n)*u < minBeyond:
		l.hi = 0
		l.why = fmt.Sprintf("no upper bound: %s beyond %v, %d needed", samplesDo(Beyond(p, n), "lies", "lie"), p, minBeyond)
	case l.hi == 0:
		l.why = fmt.Sprintf("no upper bound: %d runs are too few or differ too much beyond %v", runs, p)
	}
	switch {
	case float64(n)*(1-u) < minBeyond:
		l.lo = 0
		l.because(fmt.Sprintf("no lower bound: %s up to %v, %d needed", samplesDo(Rank(p, n), "lies", "lie"), p, minBeyond))
	case l.lo == 0:
		l.because(fmt.Sprintf("no lower bound: %d runs are too few or differ too much up to %v", runs, p))
	}
	if l.lo == 0 && l.hi == 0 && float64(n)*u >= minBeyond && float64(n)*(1-u) >= minBeyond {
		l.why = fmt.Sprintf("no interval: %d runs are too few or differ too much", runs)
	}
	return l
}

// rankOfTail is the rank of the order statistic that leaves the tail share sin²(angle) of
// n samples above it, 0 when there is none or when less than one sample would
// lie beyond it.
func rankOfTail(angle float64, n int64) int64 {
	if angle <= 0 || angle >= math.Pi/2 {
		return 0
	}
	sin := math.Sin(angle)
	beyond := int64(float64(n) * sin * sin)
	if beyond < 1 || beyond >= n {
		return 0
	}
	return n - beyond
}

func (l *limits) because(why string) {
	if l.why != "" {
		l.why += "; "
	}
	l.why += why
}

func samples(n int64) string {
	if n == 1 {
		return "1 sample"
	}
	return fmt.Sprintf("%d samples", n)
}

// samplesDo is samples with a verb that agrees.
func samplesDo(n int64, one, many string) string {
	if n == 1 {
		many = one
	}
	return samples(n) + " " + many
}
