package verdict

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
)

func TestCliffAt(t *testing.T) {
	for _, c := range []struct {
		p, below, above quantile.P
		ok              bool
	}{
		{990_000, 987_500, 992_500, true},
		{999_000, 998_750, 999_250, true},
		{500_000, 375_000, 625_000, true},
		{200_000, 0, 400_000, false},
		{200_001, 2, 400_001, true},
		{999_996, 999_995, 999_997, true},
		{999_999, 999_999, 1_000_000, false},
		{0, 0, 0, false},
	} {
		below, above, ok := CliffAt(c.p)
		if ok != c.ok || ok && (below != c.below || above != c.above) {
			t.Errorf("%v: %v %v %v, want %v %v %v", c.p, below, above, ok, c.below, c.above, c.ok)
		}
	}
}

func TestCliff(t *testing.T) {
	for _, c := range []struct {
		below, above float64
		want         bool
	}{
		{1, 2, false}, {1, math.Nextafter(2, 3), true}, {1, 1, false}, {0, 5, false}, {-1, 5, false}, {1, inf, true}, {math.NaN(), 1, false},
	} {
		if got := Cliff(c.below, c.above); got != c.want {
			t.Errorf("%v to %v: %v", c.below, c.above, got)
		}
	}
}

// Modes of 8, 40 and 600 ms that meet at p97 and p99.5: p99 is within a mode, p99.5 on
// the edge. A smooth tail has no edge.
func TestCliffModes(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	modes, smooth := make(quantile.Slice, 200_000), make(quantile.Slice, 200_000)
	for i := range modes {
		x := 8e6
		switch u := r.Float64(); {
		case u < 0.005:
			x = 600e6
		case u < 0.030:
			x = 40e6
		}
		modes[i] = int64(x * math.Exp(0.05*r.NormFloat64()))
		smooth[i] = int64(8e6 * math.Exp(r.NormFloat64()))
	}
	for _, c := range []struct {
		name    string
		samples quantile.Slice
		p       quantile.P
		want    bool
	}{
		{"in a mode", modes, 990_000, false}, {"between modes", modes, 995_000, true}, {"between the first two", modes, 970_000, true},
		{"smooth p99", smooth, 990_000, false}, {"smooth p99.9", smooth, 999_000, false}, {"smooth p50", smooth, 500_000, false},
	} {
		below, above, _ := CliffAt(c.p)
		stats, err := quantile.Of(c.samples, []quantile.P{below, above})
		if err != nil {
			t.Fatal(err)
		}
		if got := Cliff(float64(stats.Values[0]), float64(stats.Values[1])); got != c.want {
			t.Errorf("%s: %v, %v to %v", c.name, got, stats.Values[0], stats.Values[1])
		}
	}
}
