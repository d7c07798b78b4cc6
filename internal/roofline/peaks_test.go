package roofline

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// quick is a measurement that takes a few milliseconds, for tests: its figures mean nothing.
func quick(threads int) Options {
	return Options{Budget: time.Millisecond, Threads: threads, Footprint: int64(threads) * chunk * triadBytes * 2}
}

func TestMeasure(t *testing.T) {
	p := Measure(quick(2))
	for name, r := range p.rates() {
		for _, rate := range []Rate{r.Core, r.All} {
			if !known(rate.Best) || !known(rate.Worst) || rate.Worst > rate.Best || rate.Trials != trials {
				t.Errorf("%s: %+v", name, rate)
			}
		}
	}
	if p.CPU == "" || p.Arch != runtime.GOARCH || p.Threads != 2 || p.Rounds != 1 || p.Measured.IsZero() || p.Footprint <= 0 {
		t.Errorf("%+v", p)
	}
	if !p.fits(2) || p.fits(3) {
		t.Errorf("of 2 threads: %v, of 3: %v", p.fits(2), p.fits(3))
	}
	if roof := p.Roof(0, 32); roof.Flops != p.Flops32.All.Best || roof.Scalar != p.Scalar32.All.Best {
		t.Errorf("roof of all cores: %+v", roof)
	}
}

// TestRounds: a step is short beside its window, and long enough beside a reading of the clock.
func TestRounds(t *testing.T) {
	for window, want := range map[time.Duration]int{0: 200, 100 * time.Microsecond: 200, time.Millisecond: 2000, time.Second / kernelParts: 13_332, time.Second: 20_000} {
		if got := rounds(window); got != want {
			t.Errorf("%v: %d, want %d", window, got, want)
		}
	}
}

// TestMeasureOneThread: all cores are that one, and it is not measured twice.
func TestMeasureOneThread(t *testing.T) {
	p := Measure(quick(1))
	if p.Memory.All != p.Memory.Core || p.Flops64.All != p.Flops64.Core {
		t.Errorf("%+v", p)
	}
}

func TestMeasureEveryKernel(t *testing.T) {
	for _, set := range available() {
		if p := measure(set, quick(1)); p.Vector != set.vector64.name || p.Scalar != set.scalar64.name || p.Memory.Core.Best == 0 {
			t.Errorf("%s: %+v", set.vector64.name, p)
		}
	}
}

// TestNoMemory: without room for the arrays there is no bandwidth, and a note.
func TestNoMemory(t *testing.T) {
	o := quick(1)
	o.Footprint = 1
	p := Measure(o)
	if p.Memory != (Rates{}) || !strings.Contains(strings.Join(p.Notes, "\n"), "bandwidth not measured") || !p.fits(1) {
		t.Errorf("%+v", p)
	}
	if point := p.Roof(1, 64).Place(Work{Flops: 1, Bytes: 1}, 1); point.Verdict != Unknown || !strings.Contains(point.Why, "bandwidth") {
		t.Error(point)
	}
}

func TestRatesOf(t *testing.T) {
	r := Rates{Core: Rate{Best: 10}, All: Rate{Best: 25}}
	for cores, want := range map[int]float64{-1: 10, 0: 10, 1: 10, 2: 20, 3: 25, 4: 25, 5: 25} {
		if got := r.of(cores, 4); got != want {
			t.Errorf("%d cores of 4: %v, want %v", cores, got, want)
		}
	}
	if got := r.of(3, 1); got != 10 {
		t.Errorf("3 cores of 1: %v, want 10", got)
	}
}

func TestRate(t *testing.T) {
	var r Rate
	for _, x := range []float64{8, 10, 9, 0, -1, math.NaN(), math.Inf(1)} {
		r = r.with(x)
	}
	if want := (Rate{10, 8, 3}); r != want || !near(r.Spread(), 0.2) {
		t.Errorf("%+v spread %v, want %+v", r, r.Spread(), want)
	}
	if s := (Rate{}).Spread(); s != 0 {
		t.Errorf("spread of nothing is %v", s)
	}
}

// TestBetter keeps the higher of each figure: a peak is a maximum.
func TestBetter(t *testing.T) {
	a := Peaks{Rounds: 1, Memory: Rates{Core: Rate{10, 5, 5}, All: Rate{20, 19, 5}}, Flops64: Rates{Core: Rate{1, 1, 5}}}
	b := Peaks{Rounds: 1, Memory: Rates{Core: Rate{9, 9, 5}, All: Rate{21, 20, 5}}, Flops64: Rates{Core: Rate{2, 2, 5}}}
	got := a.better(b)
	if got.Memory.Core.Best != 10 || got.Memory.All.Best != 21 || got.Flops64.Core.Best != 2 || got.Rounds != 2 {
		t.Errorf("%+v", got)
	}
	if b.Memory.Core.Best != 9 {
		t.Error("an argument was changed")
	}
	if got.steady() || a.steady() || !b.steady() {
		t.Errorf("steady: %v, %v, %v, want false, false, true", got.steady(), a.steady(), b.steady())
	}
}

// TestBetterFootprint: a bandwidth that a cache has helped with does not replace the one that it has not.
func TestBetterFootprint(t *testing.T) {
	small := Peaks{Footprint: 75, Memory: Rates{Core: Rate{50, 50, 5}}}
	large := Peaks{Footprint: 100, Memory: Rates{Core: Rate{10, 10, 5}}}
	for _, got := range []Peaks{small.better(large), large.better(small)} {
		if got.Memory.Core.Best != 10 || got.Footprint != 100 {
			t.Errorf("%v over %d, want 10 over 100", got.Memory.Core.Best, got.Footprint)
		}
	}
	small.Footprint++
	for _, got := range []Peaks{small.better(large), large.better(small)} {
		if got.Memory.Core.Best != 50 {
			t.Errorf("%v over nearly the same, want the higher one", got.Memory.Core.Best)
		}
	}
}

func TestBetterCaches(t *testing.T) {
	with := func(best float64, names ...string) Peaks {
		var p Peaks
		for _, name := range names {
			p.Caches = append(p.Caches, CachePeak{name, 1, Rates{Core: Rate{best, best, 5}}})
		}
		return p
	}
	a, b := with(10, "L1", "L2"), with(9, "L1", "L3")
	got := a.better(b)
	if len(got.Caches) != 2 || got.Caches[0].Rates.Core.Best != 10 || got.Caches[1].Rates.Core.Best != 9 {
		t.Errorf("%+v", got.Caches)
	}
	if b.Caches[0].Rates.Core.Best != 9 {
		t.Error("an argument was changed")
	}
}

// TestRoofLevels: main memory first, then the caches from the farthest to the nearest, which is the order that work is tried in.
func TestRoofLevels(t *testing.T) {
	p := Peaks{Threads: 4, Memory: Rates{Core: Rate{Best: 10}, All: Rate{Best: 20}}, Flops64: Rates{Core: Rate{Best: 1}, All: Rate{Best: 4}}}
	p.Caches = []CachePeak{{"L1", 1, Rates{Core: Rate{Best: 100}, All: Rate{Best: 400}}}, {"L2", 1, Rates{Core: Rate{Best: 50}, All: Rate{Best: 200}}}}
	want := []Level{{"memory", 20}, {"L2", 200}, {"L1", 400}}
	if got := p.Roof(0, 64); !slices.Equal(got.Memory, want) || got.Flops != 4 {
		t.Errorf("%+v, want %+v", got, want)
	}
	want = []Level{{"memory", 10}, {"L2", 50}, {"L1", 100}}
	if got := p.Roof(1, 64); !slices.Equal(got.Memory, want) || got.Flops != 1 {
		t.Errorf("one core: %+v, want %+v", got, want)
	}
}

func TestNotes(t *testing.T) {
	fine := Peaks{Arch: "amd64", Vector: "avx2", Cache: mib, Footprint: 4 * mib, Memory: Rates{Core: Rate{10, 9, 5}}}
	if notes := fine.notes(); notes != nil {
		t.Errorf("%q, want none", notes)
	}
	for want, change := range map[string]func(*Peaks){
		"no kernels in assembly for riscv64": func(p *Peaks) { p.Vector, p.Arch = "go", "riscv64" },
		"before they are overwritten":        func(p *Peaks) { p.Arch = "arm64" },
		"4.0 times the last-level cache":     func(p *Peaks) { p.Footprint-- },
		"trials differ by up to 20%":         func(p *Peaks) { p.Memory.All = Rate{10, 8, 5} },
		"bandwidth not measured":             func(p *Peaks) { p.Memory = Rates{} },
	} {
		p := fine
		change(&p)
		if notes := strings.Join(p.notes(), "\n"); !strings.Contains(notes, want) {
			t.Errorf("%q, want %q", notes, want)
		}
	}
}

// TestTogether: threads that ran one after the other are not added up as if side by side.
func TestTogether(t *testing.T) {
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	if got := together([]lap{{at(0), at(1), 10}, {at(1), at(2), 10}}); got != 10 {
		t.Errorf("one after the other: %v a second, want 10", got)
	}
	if got := together([]lap{{at(0), at(1), 10}, {at(0), at(1), 10}}); got != 20 {
		t.Errorf("side by side: %v a second, want 20", got)
	}
	if got := together([]lap{{at(0), at(0), 10}}); got != 0 {
		t.Errorf("in no time: %v, want 0", got)
	}
}

// TestCursors: one thread visits all chunks, two visit them all between them, each comes round.
func TestCursors(t *testing.T) {
	for _, threads := range []int{1, 3} {
		s := &arrays{stripe: 2 * chunk, rows: 2, threads: 3, at: map[int][]*cursor{}}
		s.a = make([]float64, s.rows*s.threads*s.stripe)
		s.b, s.c = make([]float64, len(s.a)), make([]float64, len(s.a))
		visits := map[*float64]int{}
		look := stream{run: func(a, _, _ *float64, _ float64, n int) { visits[a]++ }}
		chunks := len(s.a) / chunk
		for _, c := range s.split(threads) {
			for range 2 * chunks / threads {
				c.run(look)
			}
		}
		for i := 0; i < len(s.a); i += chunk {
			if visits[&s.a[i]] != 2 {
				t.Errorf("%d threads: chunk %d of %d visited %d times, want 2", threads, i/chunk, chunks, visits[&s.a[i]])
			}
		}
	}
}

// TestFillStops: a limit of nothing leaves one row, which is enough to go on.
func TestFillStops(t *testing.T) {
	s, err := newArrays(4*chunk*triadBytes, 1, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.memory.free()
	if s.rows != 1 || s.bytes() != int64(s.stripe)*triadBytes {
		t.Errorf("%d rows, %d bytes", s.rows, s.bytes())
	}
}
