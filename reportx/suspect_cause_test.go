package reportx

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// oddRun are runs of one benchmark, the third of them three times as slow with the given figures on its result line.
func oddRun(odd string) (runs []testRun) {
	rng := rand.New(rand.NewPCG(6, 6))
	for i := range 6 {
		figures, factor := "1.01 gc/op \t 20 switches/op", int64(1)
		if i == 2 {
			figures, factor = odd, 3
		}
		values := make([]int64, 200)
		for j := range values {
			values[j] = factor * (1000 + rng.Int64N(100))
		}
		r := nsRun("BenchmarkA-2", 0, values...)
		r.line += " \t " + figures
		runs = append(runs, r)
	}
	return runs
}

// What is as odd about a suspect run as its times is named.
func TestSuspectCause(t *testing.T) {
	for _, c := range []struct{ name, odd, want, not string }{
		{"more collections", "5 gc/op \t 20 switches/op", "5 gc/op, the others around 1.01", "switches"},
		{"fewer", "0 gc/op \t 20 switches/op", "0 gc/op, the others around 1.01", "switches"},
		{"within 5%", "1.04 gc/op \t 21 switches/op", "run 3", "the others around 1.01"},
		{"both", "5 gc/op \t 90 switches/op", "90 switches/op, the others around 20", "?"},
		{"not counted", "", "run 3", "gc"},
	} {
		rs := read(t, "in", sampleFile(t, 1, oddRun(c.odd)...))
		rep, err := NewReport(rs, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, s := range rep.Benchmarks[0].Suspects {
			if s.What == "median" {
				fmt.Fprintf(&text, "run %d: %s\n", s.Run, s.Why)
			}
		}
		if !strings.Contains(text.String(), c.want) || strings.Contains(text.String(), c.not) {
			t.Errorf("%s: %q, want %q", c.name, text.String(), c.want)
		}
	}
}

// The rows begin with what became worse, the most so first, and then better.
func TestCompareSorted(t *testing.T) {
	var old, new strings.Builder
	for i, factor := range []float64{1, 1.3, 0.5, 2, 1, 0.7} {
		for k := range 8 {
			x := 1000 + float64(k*(i+3)%7)
			fmt.Fprintf(&old, "Benchmark%c 10 %.1f ns/op\n", 'A'+i, x)
			fmt.Fprintf(&new, "Benchmark%c 10 %.1f ns/op\n", 'A'+i, x*factor)
		}
	}
	c := compareSides(t, CompareOptions{Pairing: PairByOrder}, resultSide("old", old.String()), resultSide("new", new.String()))
	var names string
	for _, d := range c.groups()[0] {
		names += strings.TrimPrefix(d.Name, "Benchmark")
	}
	if names != "DBCFAE" || c.Differences[0].Name != "BenchmarkA" {
		t.Errorf("rows in the order %s, the comparison begins with %s", names, c.Differences[0].Name)
	}
}
