package overhead

import (
	"flag"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
)

// BenchmarkCapture runs every harness as an ordinary benchmark.
func BenchmarkCapture(b *testing.B) {
	for _, op := range []string{empty, short} {
		b.Run(op, func(b *testing.B) {
			for _, h := range harnesses() {
				b.Run(h.name, func(b *testing.B) { h.run(b, op) })
			}
		})
	}
}

// A figure collects what the rounds found of one harness and operation.
type figure struct {
	ns, p50 []float64
	bytes   []int64 // B/op; the runtime's own, once in a while, are not in every round
}

// TestOverhead prints the table. With -v it takes enough rounds for one to
// trust its ratios; without, just enough to see that every harness works and
// that ours allocates nothing per operation.
func TestOverhead(t *testing.T) {
	rounds, n := 2, 20_000
	if testing.Verbose() {
		rounds, n = 41, 50_000
	}
	iterations(t, n)
	// A collection in the middle of a harness would be none of its doing.
	defer debug.SetGCPercent(debug.SetGCPercent(400))

	all := harnesses()
	ops := []string{empty, short}
	figures := map[string]*figure{}
	for round := range rounds {
		for i := range all {
			h := all[(i+round)%len(all)]
			for _, op := range ops {
				key := h.name + "/" + op
				f := figures[key]
				if f == nil {
					f = new(figure)
					figures[key] = f
				}
				r := testing.Benchmark(func(b *testing.B) { h.run(b, op) })
				if r.N == 0 {
					t.Fatalf("%s: the benchmark failed", key)
				}
				f.ns = append(f.ns, float64(r.T.Nanoseconds())/float64(r.N))
				f.bytes = append(f.bytes, r.AllocedBytesPerOp())
				if h.median != nil {
					f.p50 = append(f.p50, h.median(r))
				}
			}
		}
	}
	for _, h := range all {
		if !strings.Contains(h.name, "Lap") && !strings.Contains(h.name, "s.Loop") {
			continue
		}
		for _, op := range ops {
			f := figures[h.name+"/"+op]
			if least := slices.Min(f.bytes); least != 0 {
				t.Errorf("%s, %s operation: %d B/op, want 0", h.name, op, least)
			}
			if p50 := median(f.p50); !(p50 > 0) {
				t.Errorf("%s, %s operation: p50 %v ns, want one above 0", h.name, op, p50)
			}
		}
	}
	t.Logf("%d rounds of %d iterations\n%s", rounds, n, table(all, figures))
}

// table shows, per harness, what it adds to the plain loop of its kind: the
// difference of the fastest rounds, and the median of the differences within a
// round. On a busy machine the former is the one to read.
func table(all []harness, figures map[string]*figure) string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "ns added, min / median\tto a 0 ns op\tof bare\tto a 100 ns op\tof bare\tB/op\tp50 of an empty op, ns\t\n")
	for _, h := range all {
		fmt.Fprintf(w, "%s\t", h.name)
		for _, op := range []string{empty, short} {
			of := func(name string) []float64 { return figures[name+"/"+op].ns }
			ns := of(h.name)
			if strings.HasPrefix(h.name, "plain") {
				fmt.Fprintf(w, "(%.2f / %.2f in all)\t\t", slices.Min(ns), median(ns))
				continue
			}
			least, middle := added(ns, of(h.plain()))
			bareLeast, bareMiddle := added(of(h.bare()), of(h.plain()))
			fmt.Fprintf(w, "%.2f / %.2f\t%.2fx / %.2fx\t", least, middle, least/bareLeast, middle/bareMiddle)
		}
		f := figures[h.name+"/"+empty]
		fmt.Fprintf(w, "%d\t", max(slices.Min(f.bytes), slices.Min(figures[h.name+"/"+short].bytes)))
		if len(f.p50) > 0 {
			fmt.Fprintf(w, "%.2f / %.2f", slices.Min(f.p50), median(f.p50))
		}
		fmt.Fprintf(w, "\t\n")
	}
	w.Flush()
	return text.String()
}

// added compares the rounds of two harnesses, of which round i of one ran
// within moments of round i of the other.
func added(ns, plain []float64) (least, middle float64) {
	differences := make([]float64, len(ns))
	for i := range ns {
		differences[i] = ns[i] - plain[i]
	}
	return slices.Min(ns) - slices.Min(plain), median(differences)
}

func median(xs []float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	xs = slices.Sorted(slices.Values(xs))
	return (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
}

// iterations makes testing.Benchmark run n iterations for the rest of the test.
func iterations(t *testing.T, n int) {
	t.Helper()
	f := flag.Lookup("test.benchtime")
	old := f.Value.String()
	if err := f.Value.Set(fmt.Sprintf("%dx", n)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Value.Set(old) })
}
