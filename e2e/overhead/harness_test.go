package overhead

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/loov/hrtime/hrtesting"
	"github.com/plateau-bench/plateau/benchx"
)

// The operations. Each harness has a loop for each, as a user would write it:
// a call through a function value would cost as much as the cheap captures.
const (
	empty = "0ns"
	short = "100ns"
)

var acc uint64

// spin100 takes some 100 ns without touching memory: dependent
// multiplications, about 3 to 4 cycles each.
func spin100() {
	x := acc | 1
	for range 64 {
		x *= 0x9E3779B97F4A7C15
	}
	acc = x
}

// A harness is one way to time every iteration.
type harness struct {
	name string
	// loop is the kind of loop that it stands in: its cost counts over the
	// plain loop of that kind.
	loop string
	// run has the loops. Which of the two operations it runs, op says.
	run func(b *testing.B, op string)
	// median reads what the harness itself reports as the empty operation's
	// p50, in ns, from the finished run; nil where it reports none.
	median func(r testing.BenchmarkResult) float64
}

// plain is the name of the harness that has the same loop and nothing in it.
func (h harness) plain() string {
	if h.loop == loopB {
		return "plain b.Loop"
	}
	return "plain b.N"
}

// bare is the name of the cheapest capture there is in the same loop.
func (h harness) bare() string {
	if h.loop == loopB {
		return baseline + ", b.Loop"
	}
	return baseline
}

const (
	loopN       = "b.N"
	loopB       = "b.Loop"
	loopManaged = "s.Loop" // compared with b.N, the cheaper of testing's two
)

// newStore makes what the hand-written captures put their samples in: a ring,
// so that one mask replaces the bounds check, touched before use, as ours are.
var newStore = sync.OnceValue(func() *[ringLen]int64 {
	store := new([ringLen]int64)
	for i := range store {
		store[i] = 1
	}
	return store
})

const (
	ringLen = 1 << 20
	mask    = ringLen - 1
)

func extra(unit string) func(testing.BenchmarkResult) float64 {
	return func(r testing.BenchmarkResult) float64 { return r.Extra[unit] }
}

// cold leaves out the warm-up of s.Loop: it takes time and is not what is
// measured here.
var cold = benchx.Warmup{Off: true}

func harnesses() []harness {
	return []harness{
		{"plain b.N", loopN, plainN, nil},
		{"plain b.Loop", loopB, plainLoop, nil},
		{baseline, loopN, chainedN, extra("p50-ns/op")},
		{baseline + ", b.Loop", loopB, chainedLoop, extra("p50-ns/op")},
		{"Lap, b.N", loopN, lapN(benchx.Batch(1)), extra("p50-ns/op")},
		{"Lap, b.Loop", loopB, lapLoop(benchx.Batch(1)), extra("p50-ns/op")},
		{"s.Loop", loopManaged, managed(benchx.Batch(1), cold), extra("p50-ns/op")},
		{"Lap in a batch, b.N", loopN, lapN(benchx.Batch(64)), extra("p50-ns/op")},
		{"Lap in a batch, b.Loop", loopB, lapLoop(benchx.Batch(64)), extra("p50-ns/op")},
		{"s.Loop in a batch", loopManaged, managed(benchx.Batch(64), cold), extra("p50-ns/op")},
		{"chained time.Since", loopN, chainedSince, nil},
		{"time.Now, time.Since", loopN, nowSince, nil},
		{"hrtesting", loopN, hrtestingN, extra("ns/p50")},
		{"hrtesting TSC", loopN, hrtestingTSC, extra("tsc/p50")},
	}
}

func plainN(b *testing.B, op string) {
	if op == empty {
		for i := 0; i < b.N; i++ {
		}
		return
	}
	for i := 0; i < b.N; i++ {
		spin100()
	}
}

func plainLoop(b *testing.B, op string) {
	if op == empty {
		for b.Loop() {
		}
		return
	}
	for b.Loop() {
		spin100()
	}
}

func chainedN(b *testing.B, op string) {
	store := newStore()
	if op == empty {
		b.ResetTimer()
		last := ticks()
		for i := 0; i < b.N; i++ {
			now := ticks()
			store[i&mask] = now - last
			last = now
		}
	} else {
		b.ResetTimer()
		last := ticks()
		for i := 0; i < b.N; i++ {
			spin100()
			now := ticks()
			store[i&mask] = now - last
			last = now
		}
	}
	reportMedian(b, store[:min(b.N, ringLen)])
}

func chainedLoop(b *testing.B, op string) {
	store, n := newStore(), 0
	if op == empty {
		last := ticks()
		for b.Loop() {
			now := ticks()
			store[n&mask] = now - last
			n++
			last = now
		}
	} else {
		last := ticks()
		for b.Loop() {
			spin100()
			now := ticks()
			store[n&mask] = now - last
			n++
			last = now
		}
	}
	reportMedian(b, store[:min(n, ringLen)])
}

func lapN(opts ...benchx.Option) func(b *testing.B, op string) {
	return func(b *testing.B, op string) {
		s := benchx.Start(b, opts...)
		if op == empty {
			for i := 0; i < b.N; i++ {
				s.Lap()
			}
			return
		}
		for i := 0; i < b.N; i++ {
			spin100()
			s.Lap()
		}
	}
}

func lapLoop(opts ...benchx.Option) func(b *testing.B, op string) {
	return func(b *testing.B, op string) {
		s := benchx.Start(b, opts...)
		if op == empty {
			for b.Loop() {
				s.Lap()
			}
			return
		}
		for b.Loop() {
			spin100()
			s.Lap()
		}
	}
}

func managed(opts ...benchx.Option) func(b *testing.B, op string) {
	return func(b *testing.B, op string) {
		s := benchx.Start(b, opts...)
		if op == empty {
			for s.Loop() {
			}
			return
		}
		for s.Loop() {
			spin100()
		}
	}
}

func chainedSince(b *testing.B, op string) {
	store := newStore()
	origin := time.Now()
	b.ResetTimer()
	last := time.Since(origin)
	if op == empty {
		for i := 0; i < b.N; i++ {
			now := time.Since(origin)
			store[i&mask] = int64(now - last)
			last = now
		}
		return
	}
	for i := 0; i < b.N; i++ {
		spin100()
		now := time.Since(origin)
		store[i&mask] = int64(now - last)
		last = now
	}
}

func nowSince(b *testing.B, op string) {
	store := newStore()
	b.ResetTimer()
	if op == empty {
		for i := 0; i < b.N; i++ {
			t := time.Now()
			store[i&mask] = int64(time.Since(t))
		}
		return
	}
	for i := 0; i < b.N; i++ {
		t := time.Now()
		spin100()
		store[i&mask] = int64(time.Since(t))
	}
}

func hrtestingN(b *testing.B, op string) {
	bench := hrtesting.NewBenchmark(b)
	defer bench.Report()
	if op == empty {
		for bench.Next() {
		}
		return
	}
	for bench.Next() {
		spin100()
	}
}

func hrtestingTSC(b *testing.B, op string) {
	bench := hrtesting.NewBenchmarkTSC(b)
	defer bench.Report()
	if op == empty {
		for bench.Next() {
		}
		return
	}
	for bench.Next() {
		spin100()
	}
}

// reportMedian reports what a hand-written capture of ticks reads at p50. It
// sorts ticks.
func reportMedian(b *testing.B, ticks []int64) {
	b.StopTimer()
	if len(ticks) == 0 {
		return
	}
	slices.Sort(ticks)
	b.ReportMetric(float64(ticks[(len(ticks)+1)/2-1])*tickNS(), "p50-ns/op")
}

// tickNS is the length of a tick in ns.
var tickNS = sync.OnceValue(func() float64 {
	t, n := time.Now(), ticks()
	time.Sleep(50 * time.Millisecond)
	d, m := time.Since(t), ticks()
	return float64(d) / float64(m-n)
})
