package reportx

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/suspect"
)

// numbers is a text of runs in ns.
func numbers(runs ...[]int64) []byte {
	var b strings.Builder
	for _, run := range runs {
		for _, x := range run {
			fmt.Fprintln(&b, x)
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

func times(n int, x int64) []int64 { return slices.Repeat([]int64{x}, n) }

const ms = 1_000_000

// A thousand latencies, most of 8 ms: the mean is 47% above them, and p99 is
// five times the median.
func TestThousandLatencies(t *testing.T) {
	xs := slices.Concat(times(970, 8*ms), times(25, 40*ms), times(5, 600*ms))
	rand.New(rand.NewSource(1)).Shuffle(len(xs), func(i, j int) { xs[i], xs[j] = xs[j], xs[i] })
	d := reportOf(t, numbers(xs), Options{}).Benchmarks[0].Main
	if d.Samples != 1000 || d.Mean != 11.76*ms {
		t.Errorf("%d samples, mean %v", d.Samples, d.Mean)
	}
	for i, want := range []struct {
		value  float64
		beyond int64
	}{{8 * ms, 500}, {8 * ms, 50}, {40 * ms, 10}, {600 * ms, 1}} {
		if p := d.Percentiles[i]; p.Value != want.value || p.Beyond != want.beyond || !p.Supported {
			t.Errorf("p%v = %v with %d beyond, want %v with %d", p.P, p.Value, p.Beyond, want.value, want.beyond)
		}
	}
	if d.Percentiles[2].Weak || !d.Percentiles[3].Weak {
		t.Error("p99 rests on 10 samples, p99.9 on 1: only the latter is weak")
	}
}

// Twenty values: p99 of so few is absent from a report, with the reason.
func TestTwentyLatencies(t *testing.T) {
	in := []int64{120, 125, 130, 130, 135, 140, 140, 145, 150, 150, 155, 160, 165, 170, 180, 200, 240, 350, 420, 900}
	for i := range in {
		in[i] *= ms
	}
	rep := reportOf(t, numbers(in), Options{Percentiles: []float64{50, 90, 99}})
	d := rep.Benchmarks[0].Main
	if d.Mean != 215.25*ms {
		t.Errorf("mean %v, want 215.25 ms", d.Mean)
	}
	if p := d.Percentiles[0]; p.Value != 150*ms || p.Beyond != 10 {
		t.Errorf("p50 %+v", p)
	}
	if p := d.Percentiles[1]; p.Value != 350*ms || p.Beyond != 2 {
		t.Errorf("p90 %+v", p)
	}
	if p := d.Percentiles[2]; p.Supported || p.Value != 0 || !strings.Contains(p.Why, "20 samples") {
		t.Errorf("p99 %+v, want absent with the reason", p)
	}
}

// A hundred samples do not say anything about p99.9.
func TestUnsupported(t *testing.T) {
	p := reportOf(t, numbers(times(100, ms)), Options{}).Benchmarks[0].Main.Percentiles[3]
	if p.Supported || p.Why == "" {
		t.Errorf("p99.9 of 100 samples: %+v", p)
	}
}

// A warm-up curve: the first four or five runs are discarded, and it is said how
// many.
func TestWarmupCurve(t *testing.T) {
	xs := append([]int64{100 * ms, 34 * ms, 16 * ms, 11 * ms}, times(46, 10*ms)...)
	rep := reportOf(t, numbers(xs), Options{})
	d := rep.Benchmarks[0].Main
	if len(d.Warmup) != 1 || d.Warmup[0] < 4 || d.Warmup[0] > 5 || d.Mean != 10*ms {
		t.Errorf("warm-up %v, mean %v", d.Warmup, d.Mean)
	}
	var text strings.Builder
	if err := rep.WriteText(&text, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), fmt.Sprintf("%d  10ms", d.Warmup[0])) {
		t.Errorf("the report does not say how many were discarded:\n%s", text.String())
	}
	list, err := Classify(readWhole(t, "curve", numbers(xs)), false)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if s := list[0]; s.Class != "warmup" || s.Start != d.Warmup[0] || s.Stop != 50 || s.ID != "curve@0" {
		t.Errorf("%+v", s)
	}
}

// Five runs of a throughput: mean and median side by side, and the odd run named.
func TestThroughputRuns(t *testing.T) {
	var in strings.Builder
	for i, x := range []int{1010, 990, 1050, 700, 1000} {
		fmt.Fprintf(&in, "BenchmarkServe-2 \t %d \t %d req/s\n", 100+i, x)
	}
	s := reportOf(t, []byte(in.String()), Options{}).Benchmarks[0]
	if m := s.Metrics[0]; m.Mean != 950 || m.Median != 1000 || m.Runs != 5 {
		t.Errorf("%+v", m)
	}
	if len(s.Suspects) != 1 || s.Suspects[0].Run != 4 || s.Suspects[0].What != "req/s" || s.Suspects[0].Z > -suspect.Limit {
		t.Errorf("suspects %+v, want run 4 alone", s.Suspects)
	}
}

// Five runs, one of them throttled: percentiles are those of all samples after
// each run's own warm-up, whatever their number, and the run is named.
func TestThrottledRun(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	var runs []testRun
	var steady []int64
	for i := range 5 {
		n, warmup := 400+100*i, int64(10*i)
		level := 1000.0
		if i == 3 {
			level = 1500
		}
		xs := make([]int64, n)
		for j := range xs {
			xs[j] = int64(level * (1 + 0.05*r.ExpFloat64()))
			if int64(j) < warmup {
				xs[j] *= 10
			}
		}
		steady = append(steady, xs[warmup:]...)
		runs = append(runs, nsRun("BenchmarkX-2", warmup, xs...))
	}
	s := reportOf(t, sampleFile(t, 1, runs...), Options{}).Benchmarks[0]
	slices.Sort(steady)
	for _, p := range s.Main.Percentiles {
		if !p.Supported {
			continue
		}
		rank := (int(p.P*10)*len(steady) + 999) / 1000
		if want := float64(steady[rank-1]); p.Value != want {
			t.Errorf("p%v = %v, want %v", p.P, p.Value, want)
		}
	}
	sum := int64(0)
	for _, x := range steady {
		sum += x
	}
	if want := float64(sum) / float64(len(steady)); math.Abs(s.Main.Mean/want-1) > 1e-14 || s.Main.Samples != int64(len(steady)) {
		t.Errorf("mean %v of %d, want %v of %d", s.Main.Mean, s.Main.Samples, want, len(steady))
	}
	if !slices.Equal(s.Main.Warmup, []int64{0, 10, 20, 30, 40}) {
		t.Errorf("warm-up %v", s.Main.Warmup)
	}
	if len(s.Suspects) == 0 {
		t.Fatal("no suspect")
	}
	for _, x := range s.Suspects {
		if x.Run != 4 || x.Why == "" {
			t.Errorf("suspect %+v, want run 4", x)
		}
	}
}
