package verdict

import (
	"math"
	"math/bits"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// The most tests that k pairs can decide, and one more.
func TestLeastPairs(t *testing.T) {
	for k, most := range map[int]int{6: 1, 7: 3, 8: 6, 9: 12, 10: 25, 11: 51, 12: 102} {
		if got := LeastPairs(most); got != k {
			t.Errorf("%d tests need %d pairs, want %d", most, got, k)
		}
		if got := LeastPairs(most + 1); got != k+1 {
			t.Errorf("%d tests need %d pairs, want %d", most+1, got, k+1)
		}
	}
	for m := 1; m < 5000; m++ {
		if got, want := LeastPairs(m), bits.Len(uint(40*m-1)); got != want { // ceil(log2(40 m))
			t.Fatalf("%d tests need %d pairs, want %d", m, got, want)
		}
	}
	if got := LeastPairs(0); got != 6 {
		t.Errorf("no test needs %d pairs", got)
	}
}

// LeastRuns agrees with the test itself.
func TestLeastRuns(t *testing.T) {
	for m := -1; m <= 200; m++ {
		k := LeastRuns(m)
		least := func(k int) float64 {
			old, new := make([]float64, k), make([]float64, k)
			for i := range old {
				old[i], new[i] = float64(i), float64(100+i)
			}
			return RankSum(old, new).Up
		}
		if alpha := 0.025 / float64(max(1, m)); least(k) > alpha || least(k-1) <= alpha {
			t.Errorf("%d tests need %d runs: p %v, with one less %v", m, k, least(k), least(k-1))
		}
	}
}

func TestGateable(t *testing.T) {
	for _, c := range []struct {
		p               quantile.P
		samples, perRun int64
		why             string
	}{
		{990_000, 10_000, 1000, ""},
		{990_000, 9_999, 1000, "9999 samples a side, 10000 needed to decide"},
		{990_000, 10_000, 999, "a run of 999 samples, 1000 needed to decide"},
		{10_000, 10_000, 1000, ""},
		{500_000, 200, 20, ""},
		{500_000, 199, 20, "199 samples a side, 200 needed to decide"},
		{500_000, 200, 19, "a run of 19 samples, 20 needed to decide"},
		{999_000, 1_000_000, 9_999, "a run of 9999 samples, 10000 needed to decide"},
		{999_999, 100_000_000, 10_000_000, ""},
		{970_000, 3333, 333, "a run of 333 samples, 334 needed to decide"}, // 333 · 3% is 9.99
		{990_000, math.MaxInt64, math.MaxInt64, ""},
		{990_000, 0, 0, "a run of 0 samples, 1000 needed to decide"},
		{0, 1 << 40, 1 << 40, "no valid percentile"},
	} {
		if ok, why := Gateable(c.p, c.samples, c.perRun); why != c.why || ok != (c.why == "") {
			t.Errorf("%v of %d samples, %d a run: %v %q, want %q", c.p, c.samples, c.perRun, ok, why, c.why)
		}
	}
}

func TestNeeded(t *testing.T) {
	// Ten pairs from -40% to +40% and more: the half-width is that of the Walsh averages.
	wide := ratios(around(1, 1.5, 10)...)
	half := math.Log(wide.Hi/wide.Lo) / 2
	if got := wide.Detectable(); !near(got, math.Exp(half)) {
		t.Errorf("detectable %v, want %v", got, math.Exp(half))
	}
	if got, want := wide.Needed(1.1), int(math.Ceil(10*math.Pow(half/math.Log(1.1), 2))); got != want {
		t.Errorf("needed %d, want %d", got, want)
	}
	for _, c := range []struct {
		name       string
		change     Change
		detectable float64
		needed     int
	}{
		{"nothing", Change{}, math.NaN(), 0},
		{"no interval", ratios(around(1, 1.1, 5)...), math.NaN(), 0},
		{"quiet", ratios(around(1, 1.0001, 10)...), ratios(around(1, 1.0001, 10)...).Detectable(), 11},
		{"without noise", ratios(1, 1, 1, 1, 1, 1), 1, 7},
		{"a time-out in the interval", ratios(1, 1, 1, 1, 1, inf), inf, 0},
		{"time-outs only", ratios(inf, inf, inf, inf, inf, inf), 1, 7},
	} {
		if got := c.change.Detectable(); !near(got, c.detectable) {
			t.Errorf("%s: detectable %v, want %v", c.name, got, c.detectable)
		}
		if got := c.change.Needed(1.1); got != c.needed {
			t.Errorf("%s: needed %d, want %d", c.name, got, c.needed)
		}
	}
	if got := wide.Needed(1); got != 0 {
		t.Errorf("needed for no change at all: %d", got)
	}
}
