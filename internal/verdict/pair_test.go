package verdict

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// level is a run of n samples from x to x+n-1.
func level(x int64, n int) Trial {
	samples := make(quantile.Slice, n)
	for i := range samples {
		samples[i] = x + int64(i)
	}
	return Trial{Samples: samples}
}

type brokenRun struct{ err error }

func (r brokenRun) Blocks(func([]int64) bool) error { return r.err }

var median50 = []quantile.P{500_000}

func TestMeasure(t *testing.T) {
	pairs := []Pair{
		{level(1000, 101), level(2050, 101)},
		{level(1000, 101), Trial{}},
		{Trial{Samples: quantile.Slice{}}, level(2050, 101)},
		{level(1000, 301), level(2250, 51)},
	}
	before := slices.Clone(pairs[0].Old.Samples.(quantile.Slice))
	m, err := Measure(pairs, []quantile.P{500_000, 990_000}, Paired)
	if err != nil {
		t.Fatal(err)
	}
	c := m.Changes[0]
	// Pair 1: 2100/1050 = 2, pair 4: 2275/1150.
	if c.Runs != 2 || c.Lost != 2 || !near(c.Ratio, math.Sqrt(2*2275.0/1150)) || c.Samples != 152 || c.PerRun != 51 {
		t.Errorf("%+v", c)
	}
	if old, new := m.Old.Estimates[0].Value, m.New.Estimates[0].Value; c.PooledRatio != float64(new)/float64(old) || m.Old.N != 402 || m.New.N != 152 {
		t.Errorf("pooled %v, of %d and %d samples %v and %v", c.PooledRatio, m.New.N, m.Old.N, new, old)
	}
	if !slices.Equal(before, pairs[0].Old.Samples.(quantile.Slice)) {
		t.Error("samples were changed")
	}
}

func TestMeasureTimeOut(t *testing.T) {
	slow := Trial{TimedOut: true}
	run := func(x int64) Trial { return level(x, 100) }
	for _, c := range []struct {
		name          string
		pairs         []Pair
		runs, lost    int
		ratio, pooled float64
	}{
		// A quarter of the new samples is infinite, so the median is not: it is the 200th of the other 300.
		{"one of four", []Pair{{run(1000), run(1000)}, {run(1000), run(1000)}, {run(1000), slow}, {run(1000), run(1000)}}, 4, 0, 1, 1066.0 / 1049},
		{"two of three", []Pair{{run(1000), run(1000)}, {run(1000), slow}, {run(1000), slow}}, 3, 0, inf, inf},
		{"all", []Pair{{run(1000), slow}}, 1, 0, inf, inf},
		{"all old", []Pair{{slow, run(1000)}}, 1, 0, 0, 0},
		{"both of a pair", []Pair{{slow, slow}, {run(1000), run(1000)}}, 1, 1, 1, 1},
		{"against a lost one", []Pair{{Trial{}, slow}, {run(1000), run(1000)}}, 1, 1, 1, 1},
		{"with some samples", []Pair{{run(1000), Trial{Samples: quantile.Slice{1}, TimedOut: true}}}, 1, 0, inf, inf},
	} {
		m, err := Measure(c.pairs, median50, Paired)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := m.Changes[0]
		if got.Runs != c.runs || got.Lost != c.lost || !near(got.Ratio, c.ratio) || !near(got.PooledRatio, c.pooled) || got.PerRun != 100 {
			t.Errorf("%s: %+v, want %v and pooled %v", c.name, got, c.ratio, c.pooled)
		}
	}
}

func TestMeasureNothing(t *testing.T) {
	for _, pairs := range [][]Pair{nil, {{}}, {{Trial{TimedOut: true}, Trial{TimedOut: true}}}} {
		m, err := Measure(pairs, median50, Paired)
		if err != nil || len(m.Changes) != 1 || m.Changes[0].Runs != 0 || m.Changes[0].Lost != len(pairs) || m.Old.N != 0 {
			t.Errorf("%v: %+v, %v", pairs, m, err)
		}
		if g := Judge([]Test{{Change: m.Changes[0]}})[0]; g.Verdict != Unsure || g.Why != "no pair of complete runs" {
			t.Errorf("%+v", g)
		}
	}
}

func TestMeasureErrors(t *testing.T) {
	broken := errors.New("checksum differs")
	ok := level(1, 10)
	_, err := Measure([]Pair{{ok, ok}, {ok, Trial{Samples: brokenRun{broken}}}}, median50, Paired)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "pair 2, new side") {
		t.Errorf("error %v", err)
	}
	if _, err := Measure([]Pair{{ok, ok}}, []quantile.P{0}, Paired); err == nil {
		t.Error("an invalid percentile is no error")
	}
}

func TestWithout(t *testing.T) {
	pairs := []Pair{{Old: level(1, 1)}, {Old: level(2, 1)}, {Old: level(3, 1)}}
	left := Without(pairs, 1)
	if len(left) != 2 || left[1].Old.Samples.(quantile.Slice)[0] != 3 || pairs[1].Old.Samples.(quantile.Slice)[0] != 2 {
		t.Errorf("%v of %v", left, pairs)
	}
}
