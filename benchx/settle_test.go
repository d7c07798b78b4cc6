package benchx

import (
	"math"
	"slices"
	"testing"

	"github.com/plateau-bench/plateau/internal/steady"
)

// warmingUp is the worked example 3 in ns: 100 34 16 11 ms and then 10, in n runs.
func warmingUp(n int) []int64 {
	ms := append([]int64{100, 34, 16, 11}, slices.Repeat([]int64{10}, n)...)[:n]
	for i := range ms {
		ms[i] *= 1e6
	}
	return ms
}

func TestSettle(t *testing.T) {
	for _, c := range []struct {
		why     string
		warmup  Warmup
		ns      []int64
		batch   int64
		warm    int64
		class   steady.Class
		settled bool
	}{
		{"worked example 3", Warmup{}, warmingUp(50), 1, 4, steady.Warmup, true},
		{"off", Warmup{Off: true}, warmingUp(50), 1, 0, "", true},
		{"off goes before fixed", Warmup{Off: true, Fixed: 7}, warmingUp(50), 1, 0, "", true},
		{"fixed", Warmup{Fixed: 7}, warmingUp(50), 1, 7, "", true},
		{"fixed, of batches of 4", Warmup{Fixed: 7}, warmingUp(50), 4, 2, "", true},
		{"fixed, a whole number of batches", Warmup{Fixed: 8}, warmingUp(50), 4, 2, "", true},
		{"fixed: one sample stays", Warmup{Fixed: 1000}, warmingUp(50), 1, 49, "", true},
		{"fixed, of one sample", Warmup{Fixed: 1}, warmingUp(1), 1, 0, "", true},
		{"at least 10", Warmup{MinIters: 10}, warmingUp(50), 1, 10, steady.Warmup, true},
		{"at least 2 changes nothing", Warmup{MinIters: 2}, warmingUp(50), 1, 4, steady.Warmup, true},
		{"at least 9 operations in batches of 2", Warmup{MinIters: 9}, warmingUp(50), 2, 5, steady.Warmup, true},
		{"at least 1000: one sample stays", Warmup{MinIters: 1000}, warmingUp(50), 1, 49, steady.Warmup, true},
		{"a constant", Warmup{}, slices.Repeat([]int64{1e6}, 60), 1, 0, steady.Flat, true},
		{"one sample is too short to judge", Warmup{}, warmingUp(1), 1, 0, steady.Short, true},
		{"no sample", Warmup{}, nil, 1, 0, steady.Short, true},
		{"no sample, at least 10", Warmup{MinIters: 10}, nil, 1, 0, steady.Short, true},
	} {
		got := c.warmup.settle(blocksOf(c.ns), c.batch, 0, 1)
		if got.samples != c.warm || got.class != c.class || got.settled != c.settled {
			t.Errorf("%s: %d samples of warm-up, class %q, settled %v, want %d, %q, %v",
				c.why, got.samples, got.class, got.settled, c.warm, c.class, c.settled)
		}
		if !(got.confidence >= 0 && got.confidence <= 1) {
			t.Errorf("%s: confidence %v", c.why, got.confidence)
		}
	}
}

// The unit of the samples has no influence but through their length.
func TestSettleConvertsTicks(t *testing.T) {
	ticks := warmingUp(50)
	for i := range ticks {
		ticks[i] *= 4
	}
	w := Warmup{}
	if got := w.settle(blocksOf(ticks), 1, 0, 0.25); got.samples != 4 {
		t.Errorf("%d samples of warm-up, want 4", got.samples)
	}
}

func TestSettleNever(t *testing.T) {
	rising := make([]int64, 400)
	for i := range rising {
		rising[i] = 1e6 + int64(i)*10_000
	}
	w := Warmup{}
	got := w.settle(blocksOf(rising), 1, 0, 1)
	if got.settled || got.class != steady.NoSteady || got.samples != 0 {
		t.Errorf("%+v of a trend, want it never settled and nothing discarded", got)
	}
}

// A level that moves for good has no steady part, but its slow beginning is left out.
func TestSettleTransient(t *testing.T) {
	ns := make([]int64, 1000)
	for i := range ns {
		ns[i] = 1e6 + int64(200_000*math.Sin(float64(i)/50))
		if i < 60 {
			ns[i] *= 4
		}
	}
	w := Warmup{}
	got := w.settle(blocksOf(ns), 2, 0, 1)
	if got.settled || got.class != steady.NoSteady || got.samples < 58 || got.samples > 64 {
		t.Errorf("%+v, want it never settled behind the first 60 samples", got)
	}
	if got.wander < 0.3 || got.wander > 0.55 || got.lowest < 395_000 || got.lowest > 435_000 || got.highest < 565_000 || got.highest > 605_000 {
		t.Errorf("%+v, want a level that moves between 400 and 600 µs, by 36 to 50%%", got)
	}
}

// Short operations are judged in blocks; what is discarded is whole blocks of operations.
func TestSettleInBlocks(t *testing.T) {
	var ns []int64
	for i := range 40_000 {
		d := int64(1000)
		if i < 4000 {
			d = 10_000
		}
		ns = append(ns, d)
	}
	w := Warmup{}
	got := w.settle(blocksOf(ns[:777], ns[777:]), 1, 0, 1)
	if got.class != steady.Warmup || got.samples < 3900 || got.samples > 5000 {
		t.Errorf("%+v, want a warm-up of 4,000 operations and up to some blocks of 128", got)
	}
}

// What was asked for beyond what a run has is said.
func TestSettleCut(t *testing.T) {
	for _, c := range []struct {
		warmup Warmup
		want   bool
	}{
		{Warmup{Fixed: 49}, false}, {Warmup{Fixed: 50}, true}, {Warmup{Fixed: 1000}, true},
		{Warmup{MinIters: 49}, false}, {Warmup{MinIters: 50}, true}, {Warmup{}, false}, {Warmup{Off: true, Fixed: 1000}, false},
	} {
		if got := c.warmup.settle(blocksOf(warmingUp(50)), 1, 0, 1); got.cut != c.want {
			t.Errorf("%+v: cut %v, want %v", c.warmup, got.cut, c.want)
		}
	}
}

// The bands scale with the tolerance: a drift of 8% is steady to one of 20%.
func TestSettleTolerance(t *testing.T) {
	ns := make([]int64, 400)
	for i := range ns {
		ns[i] = 1e6 + int64(i)*200
	}
	for tolerance, want := range map[float64]bool{0: false, 0.2: true} {
		w := Warmup{Tolerance: tolerance}
		if got := w.settle(blocksOf(ns), 1, 0, 1); got.settled != want {
			t.Errorf("tolerance %v: settled %v, want %v", tolerance, got.settled, want)
		}
	}
}

// What drifts while it is measured is never steady, however well its warm-up had settled; few values say nothing.
func TestWatch(t *testing.T) {
	settled := settling{samples: 500, class: steady.Flat, confidence: 0.9, settled: true, managed: true}
	measured := func(n int, rise float64) samples {
		ns := slices.Repeat([]int64{5e6}, 500)
		for i := range n {
			ns = append(ns, 1e6+int64(rise*1e6*float64(i)/float64(n)))
		}
		return blocksOf(ns[:700], ns[700:])
	}
	w := Warmup{}
	if got := w.watch(settled, measured(3000, 0), 1, 1); got != settled {
		t.Errorf("a flat measurement: %+v", got)
	}
	if got := w.watch(settled, measured(3000, 0.5), 2, 1); got.settled || got.class != steady.NoSteady || got.samples != 500 || got.highest > 760_000 || got.highest < 650_000 {
		t.Errorf("a drift: %+v", got)
	}
	if got := w.watch(settled, measured(leastWatched-1, 0.5), 1, 1); got != settled {
		t.Errorf("a drift of few values: %+v", got)
	}
	fixed := settling{samples: 500, settled: true, managed: true}
	if got := w.watch(fixed, measured(3000, 0.5), 1, 1); got != fixed {
		t.Errorf("a fixed warm-up: %+v", got)
	}
}
