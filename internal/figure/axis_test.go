package figure

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestAxisAt(t *testing.T) {
	for _, c := range []struct {
		name string
		axis Axis
		x    float64
		want float64
	}{
		{"lower end", Axis{Lo: 2, Hi: 4}, 2, 0},
		{"upper end", Axis{Lo: 2, Hi: 4}, 4, 1},
		{"middle", Axis{Lo: 2, Hi: 4}, 3, 0.5},
		{"below", Axis{Lo: 2, Hi: 4}, math.Nextafter(2, 0), 0},
		{"above", Axis{Lo: 2, Hi: 4}, 5, 1},
		{"geometric middle", Axis{Scale: Log, Lo: 1, Hi: 100}, 10, 0.5},
		{"zero has no logarithm", Axis{Scale: Log, Lo: 1, Hi: 100}, 0, 0},
		{"one nine of two", Axis{Scale: Nines, Hi: 0.99}, 0.9, 0.5},
		{"all samples", Axis{Scale: Nines, Hi: 0.99}, 1, 1},
		{"not a number", Axis{Lo: 2, Hi: 4}, math.NaN(), 0},
		{"no extent", Axis{Lo: 2, Hi: 2}, 2, 0},
	} {
		if got := c.axis.At(c.x); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v is at %v, want %v", c.name, c.x, got, c.want)
		}
	}
}

func TestAxisValue(t *testing.T) {
	for _, a := range []Axis{{Lo: -3, Hi: 8}, {Scale: Log, Lo: 1e-3, Hi: 1e9}, {Scale: Nines, Hi: 1 - 1e-7}} {
		for i := range 101 {
			at := float64(i) / 100
			if got := a.At(a.Value(at)); math.Abs(got-at) > 1e-8 {
				t.Errorf("%+v: the value at %v is at %v", a, at, got)
			}
		}
	}
}

func TestAround(t *testing.T) {
	for _, c := range [][3]float64{{1, 1, 2}, {0, 1e9, 2}, {-1, 0, 2}, {5, 3, 2}, {1, math.Inf(1), 2}, {math.NaN(), 7, 2}, {1e-300, 1e300, 2}, {1e-300, 1e-290, 2}, {99, 101, 1.5}} {
		a := Around(c[0], c[1], c[2])
		if !(a.Lo > 0 && a.Hi >= a.Lo*c[2]*0.999 && !math.IsInf(a.Hi, 0)) {
			t.Errorf("around %v: %v to %v", c, a.Lo, a.Hi)
		}
		if c[0] > 0 && c[1] >= c[0] && !math.IsInf(c[1], 0) && !(a.Lo < c[0] && c[1] < a.Hi) {
			t.Errorf("around %v: no room in %v to %v", c, a.Lo, a.Hi)
		}
	}
}

// Labels of an axis are distinct, lie on it, and are enough to read it by.
func TestTicks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	plain := func(x float64, digits int) string { return significantOf(x, digits) }
	for range 2000 {
		lo := math.Exp(rng.Float64()*40 - 20)
		hi := lo * (1 + math.Exp(rng.Float64()*25-12))
		for _, a := range []Axis{Axis{Scale: Log, Lo: lo, Hi: hi}.LogTicks(plain), Axis{Lo: lo, Hi: hi}.label(steps(lo, hi), plain)} {
			seen := make(map[string]bool)
			for _, tick := range a.Ticks {
				if seen[tick.Label] || !(lo <= tick.At && tick.At <= hi*(1+1e-12)) {
					t.Fatalf("from %v to %v: %+v", lo, hi, a.Ticks)
				}
				seen[tick.Label] = true
			}
			if len(a.Ticks) < 2 {
				t.Fatalf("from %v to %v: %d ticks", lo, hi, len(a.Ticks))
			}
		}
	}
}

func TestNinesOf(t *testing.T) {
	for _, c := range []struct {
		n    int64
		last string
	}{{1, "p90"}, {2, "p90"}, {10, "p90"}, {99, "p90"}, {100, "p99"}, {999, "p99"}, {1000, "p99.9"}, {10_000_000, "p99.99999"}, {math.MaxInt64, "p99.9999999999999"}} {
		a := NinesOf(c.n)
		if got := a.Ticks[len(a.Ticks)-1].Label; got != c.last {
			t.Errorf("of %d samples the last label is %s, want %s", c.n, got, c.last)
		}
		if !(a.Hi < 1) {
			t.Errorf("of %d samples the axis reaches %v", c.n, a.Hi)
		}
	}
}

// Whatever is placed has room, in narrow windows and in wide ones.
func TestPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		a := Axis{Lo: 0, Hi: 1}
		for range rng.IntN(30) {
			a.Ticks = append(a.Ticks, Tick{At: rng.Float64()*1.2 - 0.1, Label: "12345678"[:1+rng.IntN(8)]})
		}
		list := along(a)
		for i, p := range list {
			for _, q := range list[:i] {
				need := digitWidth * float64(len(p.Label)+len(q.Label)) / 2
				if d := math.Abs(p.at - q.at); d*widePlot < need || !p.wide && !q.wide && d*narrowPlot < need {
					t.Fatalf("%+v touches %+v", p, q)
				}
			}
		}
		if len(a.Ticks) > 0 && len(list) == 0 && a.within(a.Ticks[0].At) {
			t.Fatalf("the most important label has no place: %+v", a.Ticks)
		}
	}
}

// A set of labels is shown whole or not at all, and no later one without it.
func TestPlaceSets(t *testing.T) {
	whole := func(x float64, _ int) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	for _, c := range []struct {
		name        string
		lo, hi      float64
		height      int
		want, fewer string // labels in a figure so high, and in one of a quarter of its height
	}{
		{"decades have room, twos and fives do not", 1, 1e6, 300, "1 10000 100 1000000 10 1000 100000", "1 10000 100 1000000"},
		{"everything has room", 1, 1000, 400, "1 100 10 1000 2 5 20 50 200 500", "1 100 10 1000"},
		{"one decade alone is no scale", 15, 450, 300, "100 20 50 200", "100 20"},
		{"less than a decade", 20, 90, 300, "20 30 40 50 60 70 80 90", "20 30 50 80"},
	} {
		for height, want := range map[int]string{c.height: c.want, c.height / 4: c.fewer} {
			var got []string
			for _, p := range upright(Axis{Scale: Log, Lo: c.lo, Hi: c.hi}.LogTicks(whole), height) {
				got = append(got, p.Label)
			}
			if got := strings.Join(got, " "); got != want {
				t.Errorf("%s, %d high: %s, want %s", c.name, height, got, want)
			}
		}
	}
}
