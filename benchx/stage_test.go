package benchx

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestUnitName(t *testing.T) {
	for name, want := range map[string]string{
		"ttft":             "ttft",
		"":                 "_",
		"time to byte":     "time_to_byte",
		"a-b":              "a_b",
		"a*b/c":            "a_b_c",
		"v1.2_x":           "v1.2_x",
		"größe":            "größe",
		"\t\n\u00a0\u2003": "____",
		"\xff":             "_",
		"\ufffd":           "_",
		"µs":               "µs",
		"a:b\"c":           "a_b_c",
	} {
		if got := unitName(name); got != want {
			t.Errorf("unitName(%q) = %q, want %q", name, got, want)
		}
	}
}

func FuzzUnitName(f *testing.F) {
	f.Add("time to first token")
	f.Add("\x80-\u2028")
	f.Fuzz(func(t *testing.T, name string) {
		unit := unitName(name)
		if unit == "" || strings.ContainsAny(unit, "-*/ \t\r\n") || len(strings.Fields(unit)) != 1 {
			t.Errorf("%q becomes %q", name, unit)
		}
		if again := unitName(unit); again != unit {
			t.Errorf("%q becomes %q and then %q", name, unit, again)
		}
	})
}

func TestStages(t *testing.T) {
	r := measure(t, "300x", func(b *testing.B) {
		s := Start(b, Warmup{Fixed: 50})
		for i := range b.N {
			wait(2 * time.Microsecond)
			s.Mark("early")
			wait(2 * time.Microsecond)
			if i%3 == 0 {
				s.Mark("some times")
			}
			s.Lap()
		}
	})
	early, late, all := r.Extra["early-p50-ns/op"], r.Extra["some_times-p50-ns/op"], r.Extra["p50-ns/op"]
	if !(early >= 2000 && late >= 4000 && all >= 4000) {
		t.Errorf("early %v, later %v, whole %v, want 2, 4 and 4 µs at least", early, late, all)
	}
	if _, there := r.Extra["early-p99-ns/op"]; !there {
		t.Error("no p99 of 249 marks")
	}
	if _, there := r.Extra["some_times-p99-ns/op"]; there {
		t.Error("a p99 of 84 marks")
	}
}

// A mark belongs to the iteration in which it was made: those of the warm-up are discarded with it.
func TestMarksAreNumbered(t *testing.T) {
	var numbers []int64
	measure(t, "100x", func(b *testing.B) {
		s := Start(b, Batch(1))
		numbers = nil
		for i := range b.N {
			if i%10 == 9 {
				s.Mark("a")
			}
			s.Lap()
		}
		for _, st := range s.stages {
			st.marks.close()
			for _, g := range st.marks.segments {
				for i := g.from; i < g.to; i += 2 {
					numbers = append(numbers, g.mem.chunk()[i])
				}
			}
		}
	})
	// Iteration 0 is the piece before the first lap, so sample 0 is of iteration 1.
	if want := []int64{8, 18, 28, 38, 48, 58, 68, 78, 88, 98}; !slices.Equal(numbers, want) {
		t.Errorf("marks in the samples %v, want %v", numbers, want)
	}
}

func TestStageSplit(t *testing.T) {
	for _, c := range []struct {
		warm int64
		cold int64
	}{{0, 0}, {1, 2}, {4, 2}, {5, 3}, {6, 4}, {99, 4}} {
		st := new(stage)
		st.marks.prepare(100, allSegments)
		for _, pair := range [][2]int64{{0, 10}, {0, 11}, {4, 12}, {5, 13}} {
			st.marks.put(pair[0])
			st.marks.put(pair[1])
		}
		var all samples
		if got := st.split(c.warm, &all); got != c.cold {
			t.Errorf("warm-up of %d: %d marks discarded, want %d", c.warm, got, c.cold)
		}
		if got := all.values(); !slices.Equal(got, []int64{10, 11, 12, 13}) {
			t.Errorf("%v", got)
		}
		st.marks.release()
	}
}

// Pairs are never torn apart by the end of a chunk.
func TestStageSplitManyMarks(t *testing.T) {
	const n = chunkLen + 100
	st := new(stage)
	st.marks.prepare(2*n, allSegments)
	defer st.marks.release()
	for i := range int64(n) {
		if !st.marks.put(i) || !st.marks.put(1000+i) {
			t.Fatal("no room")
		}
	}
	if st.marks.put(0) {
		t.Error("room for more than was prepared")
	}
	var all samples
	if cold := st.split(777, &all); cold != 777 {
		t.Errorf("%d marks discarded, want 777", cold)
	}
	if !slices.Equal(all.values(), ascending(n, 1000)) {
		t.Error("other marks came back")
	}
}

func TestAtMostEightStages(t *testing.T) {
	bench := new(benchmark)
	r := measure(t, "10x", func(b *testing.B) {
		s := Start(b)
		s.bench = bench
		for range b.N {
			for i := range 50 {
				s.Mark(fmt.Sprintf("s%d", i))
			}
			wait(30 * time.Microsecond)
			s.Lap()
		}
	})
	stages := 0
	for unit := range r.Extra {
		if strings.HasSuffix(unit, "-p50-ns/op") && unit != "p50-ns/op" {
			stages++
		}
	}
	if stages != maxStages {
		t.Errorf("%d stages, want %d", stages, maxStages)
	}
	if len(bench.notes) == 0 || !strings.Contains(bench.notes[0], `stage "s8" left out`) {
		t.Errorf("notes %q", bench.notes)
	}
}

// The only iteration of a smoke test has its stages, too.
func TestStageOfOneIteration(t *testing.T) {
	r := measure(t, "1x", func(b *testing.B) {
		s := Start(b)
		for range b.N {
			wait(5 * time.Microsecond)
			s.Mark("a")
			wait(5 * time.Microsecond)
			s.Lap()
		}
	})
	if a, all := r.Extra["a-p50-ns/op"], r.Extra["p50-ns/op"]; !(a >= 5000 && all >= 10_000) {
		t.Errorf("stage %v, iteration %v, want 5 and 10 µs", a, all)
	}
}

// Batches have no stages, and a note says so.
func TestNoStagesInBatches(t *testing.T) {
	bench := &benchmark{batch: 4}
	r := measure(t, "1000x", func(b *testing.B) {
		s := Start(b, Batch(4))
		s.bench = bench
		for range b.N {
			s.Mark("a")
			s.Lap()
		}
	})
	if _, there := r.Extra["a-p50-ns/op"]; there || r.Extra["batch"] != 4 {
		t.Errorf("%v", r.Extra)
	}
	if len(bench.notes) != 1 || !strings.Contains(bench.notes[0], `stage "a" left out`) {
		t.Errorf("notes %q", bench.notes)
	}
}

func TestStagesInPartsAndLanes(t *testing.T) {
	r := measure(t, "200x", func(b *testing.B) {
		s := Start(b, Warmup{Off: true})
		for range b.N {
			wait(20 * time.Microsecond)
			s.Begin()
			s.Mark("a")
			wait(2 * time.Microsecond)
			s.End()
		}
	})
	if a, p50 := r.Extra["a-p50-ns/op"], r.Extra["p50-ns/op"]; !(a > 0 && a < 20_000 && p50 >= 2000) {
		t.Errorf("a mark at %v ns since Begin, a part of %v", a, p50)
	}
	r = measure(t, "200x", func(b *testing.B) {
		s := Start(b, Warmup{Off: true}, Batch(1))
		b.RunParallel(func(pb *testing.PB) {
			for l := s.Lane(); pb.Next(); l.Lap() {
				l.Mark("a")
				wait(2 * time.Microsecond)
			}
		})
	})
	if a := r.Extra["a-p50-ns/op"]; !(a > 0) {
		t.Errorf("no stage of lanes: %v", r.Extra)
	}
}
