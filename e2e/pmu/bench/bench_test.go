package bench

import (
	"os"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/benchx"
	"github.com/plateau-bench/plateau/internal/counter/steps"
	"github.com/plateau-bench/plateau/perfx"
)

func work() { steps.Run(2_000_000 / steps.PerRound) }

// events are what the environment says.
func events() []string { return strings.Fields(os.Getenv("EVENTS")) }

func counters() benchx.Option { return benchx.With(perfx.Counters(events()...)) }

func BenchmarkAttachLoop(b *testing.B) {
	perfx.Attach(b, events()...)
	for b.Loop() {
		work()
	}
}

func BenchmarkAttachN(b *testing.B) {
	perfx.Attach(b, events()...)
	for range b.N {
		work()
	}
}

func BenchmarkLoop(b *testing.B) {
	s := benchx.Start(b, counters())
	for b.Loop() {
		work()
		s.Lap()
	}
}

func BenchmarkN(b *testing.B) {
	s := benchx.Start(b, counters())
	for range b.N {
		work()
		s.Lap()
	}
}

func BenchmarkManaged(b *testing.B) {
	s := benchx.Start(b, counters())
	for s.Loop() {
		work()
	}
}

func BenchmarkParallel(b *testing.B) {
	s := benchx.Start(b, counters())
	b.RunParallel(func(pb *testing.PB) {
		for lane := s.Lane(); pb.Next(); {
			work()
			lane.Lap()
		}
	})
}
