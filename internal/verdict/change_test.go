package verdict

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// ratios is a change in which the pairs have these ratios, and the pools their median.
func ratios(rs ...float64) Change {
	s := Sides{Samples: 1 << 30, PerRun: 1 << 20}
	for _, r := range rs {
		s.Old, s.New = append(s.Old, 1), append(s.New, r)
	}
	s.OldPool, s.NewPool = 1, median(rs)
	return Paired(s)
}

func median(xs []float64) float64 {
	xs = slices.Sorted(slices.Values(xs))
	return middle(xs[(len(xs)-1)/2], xs[len(xs)/2])
}

// around is k ratios spread evenly from center/width to center·width.
func around(center, width float64, k int) []float64 {
	rs := make([]float64, k)
	for i := range rs {
		rs[i] = center * math.Pow(width, 2*float64(i)/float64(max(1, k-1))-1)
	}
	return rs
}

func TestPaired(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name              string
		old, new          []float64
		runs, lost, zeros int
		up, ratio         float64
	}{
		{"none", nil, nil, 0, 0, 0, 1, nan},
		{"one", []float64{100}, []float64{110}, 1, 0, 0, 0.5, 1.1},
		{"two", []float64{100, 40}, []float64{110, 44}, 2, 0, 0, 0.25, 1.1},
		{"lost on either side", []float64{100, nan, 100}, []float64{nan, 110, 110}, 1, 2, 0, 0.5, 1.1},
		{"equal", []float64{41, 41}, []float64{41, 41}, 2, 0, 2, 1, 1},
		{"time-out of new", []float64{100, 100, 100, 100}, []float64{inf, 110, 110, 110}, 4, 0, 0, 1.0 / 16, 1.1},
		{"time-out of old", []float64{inf}, []float64{100}, 1, 0, 0, 1, 0},
		{"time-out of both", []float64{inf, 100}, []float64{inf, 100}, 1, 1, 1, 1, 1},
		{"nothing before", []float64{0}, []float64{5}, 1, 0, 0, 0.5, inf},
		{"nothing at all", []float64{0}, []float64{0}, 1, 0, 1, 1, 1},
		{"negative", []float64{-1, 1}, []float64{1, 1}, 1, 1, 1, 1, 1},
		{"one side longer", []float64{1, 1, 1}, []float64{2}, 1, 2, 0, 0.5, 2},
	} {
		got := Paired(Sides{Old: c.old, New: c.new})
		if got.Runs != c.runs || got.Lost != c.lost || got.Zeros != c.zeros || got.Up != c.up || !near(got.Ratio, c.ratio) || !math.IsNaN(got.PooledRatio) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func near(a, b float64) bool { return sameFloat(a, b) || math.Abs(a-b) <= 1e-12*math.Abs(b) }

// Ratios that are equal are tied whatever they are ratios of, and a swap of the sides
// changes nothing but the sign.
func TestLogRatio(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 10_000 {
		a, b, scale := float64(1+r.IntN(1000)), float64(1+r.IntN(1000)), float64(1+r.IntN(1_000_000))
		x := logRatio(a, b)
		if logRatio(b, a) != -x || logRatio(a*scale, b*scale) != x {
			t.Fatalf("log ratio of %v to %v is %v, swapped %v, times %v %v", b, a, x, logRatio(b, a), scale, logRatio(a*scale, b*scale))
		}
	}
}

// noisy is values of k runs, few enough of them distinct for ties.
func noisy(k int, seed uint64) (s Sides) {
	r := rand.New(rand.NewPCG(seed, uint64(k)))
	for range k {
		s.Old = append(s.Old, math.Round(20*math.Exp(0.3*r.NormFloat64())))
		s.New = append(s.New, math.Round(21*math.Exp(0.3*r.NormFloat64())))
	}
	s.OldPool, s.NewPool = 20, 23
	return s
}

func TestChangeIdentities(t *testing.T) {
	for _, make := range []Method{Paired, PairedJointly, Unpaired} {
		for k := range 25 {
			s := noisy(k, 1)
			before := Sides{Old: slices.Clone(s.Old), New: slices.Clone(s.New)}
			got := make(s)
			if !slices.Equal(s.Old, before.Old) || !slices.Equal(s.New, before.New) {
				t.Fatal("input was changed")
			}
			swapped := make(Sides{Old: s.New, New: s.Old, OldPool: s.NewPool, NewPool: s.OldPool})
			if !near(swapped.Up, got.Down) || !near(swapped.Ratio, 1/got.Ratio) || !near(swapped.Lo, 1/got.Hi) || !near(swapped.PooledRatio, 1/got.PooledRatio) {
				t.Errorf("%d runs: %+v, swapped %+v", k, got, swapped)
			}
			scaled := Sides{OldPool: 1000 * s.OldPool, NewPool: 1000 * s.NewPool}
			for i := range s.Old {
				scaled.Old, scaled.New = append(scaled.Old, 1000*s.Old[i]), append(scaled.New, 1000*s.New[i])
			}
			if again := make(scaled); !equalChange(again, got) {
				t.Errorf("%d runs: %+v, scaled %+v", k, got, again)
			}
			if got.Interval && !(got.Lo <= got.Ratio && got.Ratio <= got.Hi) {
				t.Errorf("%d runs: %+v is not in order", k, got)
			}
		}
	}
}

// equalChange takes NaN for equal.
func equalChange(a, b Change) bool {
	return a.Runs == b.Runs && a.Lost == b.Lost && a.Zeros == b.Zeros && a.Up == b.Up && a.Down == b.Down && a.Least == b.Least &&
		sameFloat(a.Ratio, b.Ratio) && sameFloat(a.Lo, b.Lo) && sameFloat(a.Hi, b.Hi) && sameFloat(a.PooledRatio, b.PooledRatio)
}

func TestUnpaired(t *testing.T) {
	got := Unpaired(Sides{Old: []float64{10, 11, math.NaN(), 12, 13}, New: []float64{20, 22, 24, 26, inf}})
	if got.Runs != 4 || got.Lost != 1 || !got.Unpaired || !got.Interval || !near(got.Up, 1.0/126) || !near(got.Least, got.Up) {
		t.Errorf("%+v", got)
	}
	if none := Unpaired(Sides{New: []float64{1}}); none.Runs != 0 || none.Lost != 0 || none.Up != 1 || !math.IsNaN(none.Ratio) {
		t.Errorf("one side only: %+v", none)
	}
}
