package reportx

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// What is held is what decoding gives, in runs of any length and with any distances, and the memory serves again.
func TestHold(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	runs := []testRun{
		nsRun("BenchmarkA-2", 1, 9, 5, 7),
		nsRun("BenchmarkA-2", 0),
		batched("BenchmarkA-2", 2, 1, 4, 6, 8),
		nsRun("BenchmarkA-2", 0, math.MaxInt64, 0),                                   // beyond what a sample may last
		nsRun("BenchmarkA-2", 0, 1, 1+math.MaxUint32/1000, 2+math.MaxUint32/1000, 0), // around the widest distance of one word
	}
	for _, n := range []int{heldLen - 1, heldLen, heldLen + 1, 5 * heldLen} {
		values := make([]int64, n)
		for i := range values {
			values[i] = 1000 + random.Int64N(1000)
		}
		values[n/2] = 1 << 40
		runs = append(runs, nsRun("BenchmarkA-2", 0, values...))
	}
	p, err := newPool(readWhole(t, "in", sampleFile(t, 1, runs...)).Benchmarks[0].Runs, "")
	if err != nil {
		t.Fatal(err)
	}
	var memory holder
	for range 2 {
		samples, err := memory.hold(p)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range samples {
			if _, ok := r.(*held); !ok {
				t.Errorf("run %d is not held", i)
			}
			if got, want := collect(t, r), collect(t, p.runs[i]); !slices.Equal(got, want) {
				t.Errorf("run %d: %v, want %v", i, got, want)
			}
		}
	}
}

// A held run stops when it is told to.
func TestHeldStops(t *testing.T) {
	run := new(held)
	if !run.hold(make([]int64, 3*heldLen), new(holder)) {
		t.Fatal("no room")
	}
	blocks := 0
	if err := run.Blocks(func([]int64) bool { blocks++; return blocks < 2 }); err != nil || blocks != 2 {
		t.Errorf("%d blocks, %v", blocks, err)
	}
}

// Runs for which there is no room are decoded, and what fits after them is held.
func TestHoldFull(t *testing.T) {
	values := make([]int64, heldLen)
	wide := slices.Clone(values)
	for i := range wide {
		wide[i] = int64(i%2) << 40
	}
	runs := []testRun{
		nsRun("BenchmarkA-2", 0, values...), nsRun("BenchmarkA-2", 0, wide...), nsRun("BenchmarkA-2", 0, append(values, values...)...),
		nsRun("BenchmarkA-2", 0, values[:7]...),
	}
	p, err := newPool(readWhole(t, "in", sampleFile(t, 1, runs...)).Benchmarks[0].Runs, "")
	if err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[int]string{
		heldLen - 1:   "[false false false true]",
		heldLen:       "[true false false false]",
		3*heldLen - 1: "[true false false true]",
		3 * heldLen:   "[true true false false]",
		5*heldLen + 7: "[true true true true]",
	} {
		memory := holder{limit: limit}
		samples, err := memory.hold(p)
		if err != nil {
			t.Fatal(err)
		}
		var got []bool
		for i, r := range samples {
			_, ok := r.(*held)
			got = append(got, ok)
			if !slices.Equal(collect(t, r), collect(t, p.runs[i])) {
				t.Errorf("limit %d: run %d differs", limit, i)
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("limit %d: held %v, want %s", limit, got, want)
		}
	}
}

// No chunk lies across two pieces, and the bound holds.
func TestHolderPieces(t *testing.T) {
	h := holder{limit: 2 * heldPiece}
	n := 0
	for h.take(2*heldLen-3) != nil {
		n++
	}
	if want := 2 * (heldPiece / (2*heldLen - 3)); n != want || len(h.pieces) != 2 {
		t.Errorf("%d chunks in %d pieces, want %d", n, len(h.pieces), want)
	}
}

// A report and a comparison say the same whether samples are held or decoded again.
func TestHeldReport(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	var runs []testRun
	for range 6 {
		values := make([]int64, 50_000)
		for i := range values {
			values[i] = int64(1000 * math.Exp(0.3*random.NormFloat64()))
		}
		runs = append(runs, nsRun("BenchmarkA-2", 0, values...))
	}
	b := readWhole(t, "in", sampleFile(t, 1, runs...)).Benchmarks[0]
	ps := []quantile.P{500_000, 990_000, 999_000}
	var texts []string
	for _, memory := range []*holder{new(holder), {limit: 120_000}, {limit: 1}} {
		s, err := summarize(b, ps, memory)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, fmt.Sprintf("%+v %+v %v", *s.Main.spread, s.Main.Percentiles, s.Notes))
	}
	if texts[1] != texts[0] || texts[2] != texts[0] {
		t.Errorf("%s\n%s\n%s", texts[0], texts[1], texts[2])
	}
}
