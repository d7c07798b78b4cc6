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
	if got.wander < 0.3 || got.wander > 0.45 || got.lowest < 395_000 || got.lowest > 435_000 || got.highest < 565_000 || got.highest > 605_000 {
		t.Errorf("%+v, want a level that moves between 400 and 600 µs, by 40%%", got)
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
