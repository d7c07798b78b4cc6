package steady

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestKeeps(t *testing.T) {
	const moves = causeTrend // or causeUnsure: a trend makes the level uncertain, too
	walk := 0.0
	rng := rand.New(rand.NewPCG(8, 8))
	for _, c := range []struct {
		name  string
		level func(i float64) float64
		cause cause
	}{
		{"one level", func(float64) float64 { return 1 }, causeFlat},
		{"a drift of 1%", func(i float64) float64 { return 1 + 0.01*i/1000 }, causeFlat},
		{"a drift of 4%", func(i float64) float64 { return 1 + 0.04*i/1000 }, moves},
		{"a drift at the end", func(i float64) float64 { return 1 + 0.03*max(0, i-600)/400 }, causeEnd},
		{"a step of 3%", func(i float64) float64 { return 1 + 0.03*less(i, 600) }, moves},
		{"another level at the end", func(i float64) float64 { return 1 + 0.2*less(980, i) }, causeEnd},
		{"levels 40% apart in turn", func(i float64) float64 { return 1 + 0.4*math.Mod(math.Floor(i/225), 2) }, causeWander},
		{"a random walk", func(i float64) float64 { walk += 0.0025 * rng.NormFloat64(); return math.Exp(walk) }, causeUnsure},
	} {
		r := Config{}.rule()
		walk = 0
		if f := r.keeps(history5(3, 1000, 0.01, c.level), 1000, 5, math.Inf(1), make([]float64, maxEntries), make([]float64, maxEntries)); f.cause != c.cause && !(c.cause == moves && f.cause == causeUnsure) {
			t.Errorf("%s: %s (cause %d), want cause %d", c.name, f.phrase(1000).in(values), f.cause, c.cause)
		}
	}
}

// The contrasts measure a change of their own form exactly.
func TestContrast(t *testing.T) {
	for _, c := range contrasts {
		ys, m := make([]float64, maxPieces), 0.0
		for i := range ys {
			switch u := (float64(i) + 0.5) / maxPieces; {
			case u >= c.to:
				ys[i] = 0.07
			case u > c.from:
				ys[i] = 0.07 * (u - c.from) / (c.to - c.from)
			}
			m += ys[i] / maxPieces
		}
		for i := range ys {
			ys[i] -= m
		}
		if change, se := c.of(ys, 0); math.Abs(change-0.07) > 1e-12 || se > 1e-9 {
			t.Errorf("%+v: %v with error %v, want 0.07 with none", c, change, se)
		}
	}
	if change, se := contrasts[0].of(nil, 0); change != 0 || se != 0 {
		t.Errorf("of nothing: %v, %v", change, se)
	}
}

// The standard error must be that of simulated means, whatever the autocorrelation.
func TestScatter(t *testing.T) {
	for _, r := range []float64{0, 0.4} {
		rng := rand.New(rand.NewPCG(9, 9))
		const runs, n = 4000, maxPieces
		estimated, means := 0.0, 0.0
		for range runs {
			var ys [n]float64
			e, m := rng.NormFloat64(), 0.0
			for i := range ys {
				e = r*e + math.Sqrt(1-r*r)*rng.NormFloat64()
				ys[i] = e
				m += e / n
			}
			for i := range ys {
				ys[i] -= m
			}
			_, se := scatter(ys[:], 1)
			estimated += se * se / runs
			means += m * m / runs
		}
		if f := math.Sqrt(estimated / means); f < 0.8 || f > 1.3 {
			t.Errorf("autocorrelation %v: estimated error %v times that of the means", r, f)
		}
	}
	if sd, se := scatter(make([]float64, 5), 1); sd != 0 || se != 0 {
		t.Errorf("of zeros: %v, %v", sd, se)
	}
}

// middle is a median for few values and near it for many.
func TestMiddle(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	for n := range 200 {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = rng.NormFloat64()
		}
		want := median(append([]float64(nil), xs...))
		if got := middle(xs); n < 25 && got != want || math.Abs(got-want) > 0.9 {
			t.Errorf("%d values: %v, the median is %v", n, got, want)
		}
	}
}

// No form of change has less variance than the bound says that spares most windows the look for one.
func TestLeastForm(t *testing.T) {
	for _, c := range contrasts {
		var ys [maxPieces]float64
		mean, square := 0.0, 0.0
		for i := range ys {
			switch u := (float64(i) + 0.5) / maxPieces; {
			case u >= c.to:
				ys[i] = 1
			case u > c.from:
				ys[i] = (u - c.from) / (c.to - c.from)
			}
			mean += ys[i] / maxPieces
		}
		for i := range ys {
			ys[i] -= mean
			square += ys[i] * ys[i]
		}
		if square < leastForm*maxPieces {
			t.Errorf("%v has the variance %v", c, square/maxPieces)
		}
		if change, _ := c.of(ys[:], 0); math.Abs(change-1) > 1e-12 {
			t.Errorf("%v: %v, want 1", c, change)
		}
	}
}
