package perfx_test

import (
	"flag"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/plateau-bench/plateau/benchx"
	"github.com/plateau-bench/plateau/internal/counter"
	"github.com/plateau-bench/plateau/internal/counter/steps"
	"github.com/plateau-bench/plateau/internal/perfevent"
	"github.com/plateau-bench/plateau/perfx"
)

// instructions is what the code under test executes for an operation.
const instructions = 2_000_000

func work() { steps.Run(instructions / steps.PerRound) }

// needs skips a test where the machine does not count an event as asked for.
func needs(t *testing.T, events ...string) {
	t.Helper()
	for _, name := range events {
		e, err := perfevent.Local().Parse(name)
		if err != nil {
			t.Skip(err)
		}
		if how, err := counter.Check(e); err != nil || how != "" {
			t.Skipf("this machine does not count %s: %v%s", name, err, how)
		}
	}
	if !steps.Known {
		t.Skip("no code of a known number of instructions for this processor")
	}
}

// measure runs a benchmark of so many iterations.
func measure(t *testing.T, iters string, f func(b *testing.B)) map[string]float64 {
	t.Helper()
	benchtime := flag.Lookup("test.benchtime")
	old := benchtime.Value.String()
	if err := benchtime.Value.Set(iters); err != nil {
		t.Fatal(err)
	}
	defer benchtime.Value.Set(old)
	r := testing.Benchmark(f)
	t.Log(r.String())
	return r.Extra
}

func within(t *testing.T, why string, got, want, share float64) {
	t.Helper()
	if !(math.Abs(got-want) <= share*want) {
		t.Errorf("%s: %v, want %v within %.3g%%", why, got, want, 100*share)
	}
}

// A known number of instructions comes out whichever loop the benchmark has, and whatever comes before and behind it.
func TestKnownInstructions(t *testing.T) {
	needs(t, "instructions:u")
	for why, f := range map[string]func(b *testing.B){ // as many iterations as the name says, 20 without one
		"200x b.Loop": func(b *testing.B) {
			perfx.Attach(b, "instructions:u")
			for b.Loop() {
				work()
			}
		},
		"200x b.N": func(b *testing.B) {
			perfx.Attach(b, "instructions:u")
			for range b.N {
				work()
			}
		},
		"benchx over b.Loop": func(b *testing.B) {
			s := benchx.Start(b, benchx.With(perfx.Counters("instructions:u")))
			work() // is no iteration
			for b.Loop() {
				work()
				s.Lap()
			}
		},
		"benchx over b.N": func(b *testing.B) {
			s := benchx.Start(b, benchx.With(perfx.Counters("instructions:u")))
			work()
			for range b.N {
				work()
				s.Lap()
			}
		},
		"200x benchx's managed loop": func(b *testing.B) {
			s := benchx.Start(b, benchx.With(perfx.Counters("instructions:u")), benchx.Warmup{Fixed: 3})
			work()
			for s.Loop() {
				work()
			}
		},
	} {
		iters := "20x"
		if strings.HasPrefix(why, "200x") {
			iters = "200x" // testing's own work is counted as well, some 50,000 instructions in all
		}
		within(t, why, measure(t, iters, f)["instructions/op"], instructions, 0.001)
	}
}

// What other threads do counts for the process.
func TestTwoThreads(t *testing.T) {
	needs(t, "instructions:u")
	both := func() {
		var wait sync.WaitGroup
		for range 2 {
			wait.Add(1)
			go func() {
				defer wait.Done()
				work()
			}()
		}
		wait.Wait()
	}
	got := measure(t, "20x", func(b *testing.B) {
		perfx.Attach(b, "instructions:u")
		for b.Loop() {
			both()
		}
	})
	within(t, "two goroutines", got["process-instructions/op"], 2*instructions, 0.03)
	got = measure(t, "40x", func(b *testing.B) {
		s := benchx.Start(b, benchx.With(perfx.Counters("instructions:u")))
		b.RunParallel(func(pb *testing.PB) {
			for lane := s.Lane(); pb.Next(); {
				work()
				lane.Lap()
			}
		})
	})
	within(t, "RunParallel", got["process-instructions/op"], instructions, 0.03)
}
