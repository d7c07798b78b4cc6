package benchx

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/quantile"
)

func TestOptions(t *testing.T) {
	c := newConfig(nil)
	if len(c.notes) != 0 || c.batch != 0 || c.keep != 0 || c.capacity() != 2*defaultKeep || c.warmup != (Warmup{}) {
		t.Errorf("defaults: %+v", c)
	}
	if !slices.Equal(c.percentiles, []quantile.P{500_000, 950_000, 990_000, 999_000}) {
		t.Errorf("default percentiles: %v", c.percentiles)
	}
	w := Warmup{Tolerance: 0.1, Confidence: 0.9, MinIters: 5, MaxIters: 5, MinTime: time.Second, MaxTime: time.Second}
	c = newConfig([]Option{nil, w, Percentiles(99.99, 10), Batch(5), Keep(7), With(new(fakeProbe)), With(new(fakeProbe))})
	if len(c.notes) != 0 {
		t.Errorf("notes %q", c.notes)
	}
	if c.warmup != w || c.batch != 8 || c.keep != 7 || c.capacity() != 7 || len(c.probes) != 2 {
		t.Errorf("%+v", c)
	}
	if !slices.Equal(c.percentiles, []quantile.P{999_900, 100_000}) {
		t.Errorf("percentiles: %v", c.percentiles)
	}
}

// A value that makes no sense leaves the default in place and a note in the log.
func TestBadOptions(t *testing.T) {
	for _, c := range []struct {
		option Option
		note   string
	}{
		{Batch(0), "Batch(0) ignored"},
		{Batch(-1), "Batch(-1) ignored"},
		{Batch(maxBatch + 1), "ignored"},
		{Batch(math.MaxInt), "ignored"},
		{Keep(0), "Keep(0) ignored"},
		{Keep(-5), "Keep(-5) ignored"},
		{Keep(math.MaxInt), "ignored"},
		{With(nil), "With(nil) ignored"},
		{Percentiles(100), "Percentiles: 100 left out"},
		{Percentiles(0), "Percentiles: 0 left out"},
		{Percentiles(math.NaN()), "Percentiles: NaN left out"},
		{Percentiles(-1), "left out"},
		{Percentiles(99.99999), "left out"},
		{Warmup{Tolerance: -1}, "Warmup ignored: Tolerance -1"},
		{Warmup{Tolerance: 1}, "Warmup ignored: Tolerance 1"},
		{Warmup{Tolerance: math.NaN()}, "Warmup ignored: Tolerance NaN"},
		{Warmup{Confidence: math.NaN()}, "Warmup ignored: Confidence NaN"},
		{Warmup{Confidence: 95}, "Warmup ignored: Confidence 95"},
		{Warmup{MinIters: -1}, "number of iterations is negative"},
		{Warmup{MaxIters: -1}, "number of iterations is negative"},
		{Warmup{Fixed: -1}, "number of iterations is negative"},
		{Warmup{MinTime: -1}, "time is negative"},
		{Warmup{MaxTime: -1}, "time is negative"},
		{Warmup{MinIters: 6, MaxIters: 5}, "MinIters exceeds MaxIters"},
		{Warmup{MinTime: 6, MaxTime: 5}, "MinTime exceeds MaxTime"},
	} {
		got := newConfig([]Option{c.option})
		if len(got.notes) != 1 || !strings.Contains(got.notes[0], c.note) {
			t.Errorf("%#v: notes %q, want one with %q", c.option, got.notes, c.note)
		}
		want := newConfig(nil)
		if got.warmup != want.warmup || got.batch != 0 || got.keep != 0 || len(got.probes) != 0 || !slices.Equal(got.percentiles, want.percentiles) {
			t.Errorf("%#v changed something: %+v", c.option, got)
		}
	}
	// Of several percentiles the good ones count.
	got := newConfig([]Option{Percentiles(50, 101, 90)})
	if !slices.Equal(got.percentiles, []quantile.P{500_000, 900_000}) || len(got.notes) != 1 {
		t.Errorf("%v, %q", got.percentiles, got.notes)
	}
	if c := newConfig([]Option{Percentiles()}); len(c.percentiles) != 4 || len(c.notes) != 0 {
		t.Errorf("no percentile at all: %v, %q", c.percentiles, c.notes)
	}
	// The values at the edge are fine.
	for _, o := range []Option{Batch(1), Batch(maxBatch), Keep(1), Keep(1 << 30), Warmup{Confidence: math.Nextafter(1, 0)}} {
		if c := newConfig([]Option{o}); len(c.notes) != 0 {
			t.Errorf("%#v: %q", o, c.notes)
		}
	}
}

func TestBatchOption(t *testing.T) {
	for _, c := range []struct {
		n    int
		want int64
	}{{1, 1}, {2, 2}, {3, 4}, {1000, 1024}, {maxBatch, maxBatch}} {
		if got := newConfig([]Option{Batch(c.n)}).batch; got != c.want {
			t.Errorf("Batch(%d): %d, want %d", c.n, got, c.want)
		}
	}
	r := measure(t, "4000x", func(b *testing.B) {
		s := Start(b, Batch(6))
		for range b.N {
			s.Lap()
		}
	})
	if r.Extra["batch"] != 8 {
		t.Errorf("batch = %v, want 8", r.Extra["batch"])
	}
}

// What does not fit into Keep is counted as lost.
func TestKeepOption(t *testing.T) {
	for _, keep := range []int{1, 63, 64, 65, 100, 999, 1000} {
		var kept, lost int64
		measure(t, "1000x", func(b *testing.B) {
			s := Start(b, Keep(keep), Batch(1))
			for range b.N {
				s.Lap()
			}
			kept, lost = s.count(), s.lost
		})
		if want := int64(min(keep, 999)); kept != want || lost != 999-want {
			t.Errorf("Keep(%d): %d kept and %d lost of 999, want %d kept", keep, kept, lost, want)
		}
	}
}

// Off is off, whatever the other fields say.
func TestWarmupOff(t *testing.T) {
	if c := newConfig([]Option{Warmup{Off: true, MinIters: -1, MaxTime: -1}}); c.warmup != (Warmup{Off: true}) || len(c.notes) > 0 {
		t.Errorf("%+v, notes %q", c.warmup, c.notes)
	}
}
