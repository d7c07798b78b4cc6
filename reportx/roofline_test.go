package reportx

import (
	"math"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/roofline"
	"github.com/plateau-bench/plateau/internal/tally"
)

// floatingPoint are the counts of a CPU without AVX-512 that executed so many scalar double instructions, and as many of 256 bits.
func floatingPoint(n float64) (counts []tally.Count) {
	for _, name := range []string{"fp-scalar-double", "fp-scalar-single", "fp-128-double", "fp-128-single", "fp-256-double", "fp-256-single"} {
		x := 0.0
		if strings.HasSuffix(name, "double") && !strings.Contains(name, "128") {
			x = n
		}
		counts = append(counts, counted(name, x))
	}
	return counts
}

// FLOPs that were counted stand in for those that nobody declared: one a scalar double, four a vector of 256 bits.
func TestRooflineOfCountedFlops(t *testing.T) {
	rec := func(flops float64) *roofline.Record {
		roof := roofline.Roof{Flops: 10e9, Memory: []roofline.Level{{Name: "DRAM", Bandwidth: 10e9}}}
		return &roofline.Record{Work: roofline.Work{Flops: flops, Bytes: 1000}, Roof: roof, Cores: 1}
	}
	for why, c := range map[string]struct {
		declared float64
		counts   []tally.Count
		want     float64 // FLOP/B
	}{
		"counted":               {0, floatingPoint(4000), 2},
		"declared, and counted": {500, floatingPoint(4000), 0.5},
		"not all counted":       {0, floatingPoint(4000)[:5], 0},
		"none executed":         {0, floatingPoint(0), 0},
		"nothing counted":       {0, nil, 0},
	} {
		runs := []*Run{{roofline: rec(c.declared), tally: &tally.Record{Iters: 10, WallNS: 1e4, Counts: c.counts}}}
		s := &Summary{Counters: counters(runs), Main: &Distribution{Mean: 1000}}
		r := placed(s, runs)
		if math.Abs(r.Intensity-c.want) > 1e-12 {
			t.Errorf("%s: %v FLOP/B, want %v", why, r.Intensity, c.want)
		}
		if said := strings.Contains(strings.Join(r.lines(), "\n"), "counted, 2000 per operation"); said != (c.declared == 0 && c.want > 0) {
			t.Errorf("%s: %q", why, r.lines())
		}
	}
}

// What a file says of its peaks moves no cursor and begins no line.
func TestRooflineOneLineEach(t *testing.T) {
	r := &Roofline{Text: "a\rb", Peaks: "c\x1b[2Jd\n# e", Notes: []string{"f\ng"}}
	for _, format := range []string{"text", "markdown"} {
		got := rendered([]*Summary{{Name: "X", Roofline: r}}, format)
		if n := strings.Count(strings.TrimSpace(got), "\n"); n != map[string]int{"text": 3, "markdown": 4}[format] || strings.ContainsAny(got, "\r\x1b") {
			t.Errorf("%s: %q", format, got)
		}
	}
}
