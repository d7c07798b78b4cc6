package benchx

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
	"github.com/plateau-bench/plateau/internal/quantile"
)

func TestMetricsAdd(t *testing.T) {
	for _, c := range []struct {
		value float64
		there bool
	}{
		{1, true}, {math.SmallestNonzeroFloat64, true}, {math.MaxFloat64, true},
		{0, false}, {math.Copysign(0, -1), false}, {-1, false},
		{math.NaN(), false}, {math.Inf(1), false}, {math.Inf(-1), false},
	} {
		m := metrics{}
		m.add("p50-ns/op", c.value)
		if _, there := m["p50-ns/op"]; there != c.there {
			t.Errorf("%v: there %v, want %v", c.value, there, c.there)
		}
	}
}

// A percentile is there while at least one sample lies beyond it: worked example 17.
func TestSupport(t *testing.T) {
	for _, c := range []struct {
		n    int
		want string
	}{
		{0, ""},
		{1, "mean p50"},
		{2, "mean p50"},
		{19, "mean p50"},
		{20, "mean p50 p95"},
		{99, "mean p50 p95"},
		{100, "mean p50 p95 p99"},
		{999, "mean p50 p95 p99"},
		{1000, "mean p50 p95 p99 p99.9"},
	} {
		m := metrics{}
		m.addStats("", blocksOf(ascending(c.n, 1)), 0, defaultPercentiles, 1)
		var got []string
		for _, name := range []string{"mean", "p50", "p95", "p99", "p99.9"} {
			if v, there := m[name+"-ns/op"]; there {
				got = append(got, name)
				if !(v > 0) {
					t.Errorf("%d samples: %s = %v", c.n, name, v)
				}
			}
		}
		if strings.Join(got, " ") != c.want || len(m) != len(got) {
			t.Errorf("%d samples: %v, want %s", c.n, m, c.want)
		}
	}
}

// What was warm-up is no part of the statistics, nor of the support.
func TestStatsWithoutWarmUp(t *testing.T) {
	m := metrics{}
	m.addStats("x-", blocksOf([]int64{900, 900}, []int64{900, 4, 6}), 3, defaultPercentiles, 0.5)
	if len(m) != 2 || m["x-mean-ns/op"] != 2.5 || m["x-p50-ns/op"] != 2 {
		t.Errorf("%v, want a mean of 2.5 and a p50 of 2", m)
	}
	for _, warm := range []int64{5, 6} {
		m = metrics{}
		m.addStats("", blocksOf(ascending(5, 1)), warm, defaultPercentiles, 1)
		if len(m) != 0 {
			t.Errorf("%v of no sample", m)
		}
	}
}

// Nothing that addStats gives is NaN, infinite or 0, whatever the samples are.
func TestStatsAreFinite(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	edges := []int64{0, 0, 1, math.MaxInt64, math.MaxInt64 - 1, 1 << 53}
	for range 2000 {
		var block []int64
		for range r.IntN(60) {
			block = append(block, edges[r.IntN(len(edges))])
		}
		m := metrics{}
		tick := []float64{1, 1e-12, 0.3, 1e300, 0, math.NaN(), math.Inf(1)}[r.IntN(7)]
		m.addStats("", blocksOf(block), int64(r.IntN(5)), defaultPercentiles, tick)
		for unit, v := range m {
			if !(v > 0) || math.IsInf(v, 0) {
				t.Fatalf("%s = %v of %v and a tick of %v", unit, v, block, tick)
			}
		}
	}
}

func TestMetricsLine(t *testing.T) {
	m := metrics{"p50-ns/op": 100, "mean-ns/op": 123.4, "warmup-iters": 0}
	line := m.line("BenchmarkA-2", 1000, 200*time.Microsecond)
	if got, want := strings.Join(strings.Fields(line), " "),
		"BenchmarkA-2 1000 200.0 ns/op 123.4 mean-ns/op 100.0 p50-ns/op 0 warmup-iters"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A run's metrics by testing.Benchmark: units, values that agree with each other, no batch where there is none.
func TestMetricsOfARun(t *testing.T) {
	r := measure(t, "2000x", func(b *testing.B) {
		s := Start(b, Percentiles(99.5, 50), Warmup{Fixed: 100}, Keep(5000))
		for range b.N {
			wait(3 * time.Microsecond)
			s.Lap()
		}
	})
	p50, p995, mean := r.Extra["p50-ns/op"], r.Extra["p99.5-ns/op"], r.Extra["mean-ns/op"]
	if !(p50 >= 3000 && p995 >= p50 && mean >= 3000) {
		t.Errorf("p50 %v, p99.5 %v, mean %v, want 3 µs and more", p50, p995, mean)
	}
	if r.Extra["warmup-iters"] != 100 || len(r.Extra) != 4 {
		t.Errorf("%v, want 100 warmup-iters and nothing else", r.Extra)
	}
}

// What a lap costs is known and finite, without a touch to the benchmark's timer.
func TestOverhead(t *testing.T) {
	s := &S{b: new(testing.B), clock: clock.Open()}
	if got := s.overhead(); got != s.clock.ReadNS {
		t.Errorf("%v, want that of a clock read, %v", got, s.clock.ReadNS)
	}
	s.source = sourceElapsed
	if got := s.overhead(); !(got >= 0 && got < 1e6) {
		t.Errorf("%v ns for a read of the timer", got)
	}
	if got := s.b.Elapsed(); got != 0 {
		t.Errorf("the benchmark's timer shows %v", got)
	}
}

func TestPercentilesOfRunAreSorted(t *testing.T) {
	m := metrics{}
	m.addStats("", blocksOf(noise(10_000, 3)), 0, []quantile.P{999_000, 10_000, 500_000}, 1)
	if !(m["p1-ns/op"] < m["p50-ns/op"] && m["p50-ns/op"] < m["p99.9-ns/op"]) {
		t.Errorf("%v", m)
	}
}
