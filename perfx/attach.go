package perfx

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
	"github.com/plateau-bench/plateau/internal/tally"
)

// A B is what [Attach] needs of *testing.B.
type B interface {
	Cleanup(f func())
	Elapsed() time.Duration
	Helper()
	Log(args ...any)
	Name() string
	ReportMetric(n float64, unit string)
	StartTimer()
	StopTimer()
}

// Attach counts events over the iterations of a benchmark that does not use benchx. Call it right before the loop, and after
// b.ResetTimer; b is a *testing.B.
//
//	func BenchmarkSort(b *testing.B) {
//		perfx.Attach(b, "cycles", "instructions")
//		for b.Loop() {
//			sort.Ints(next())
//		}
//	}
//
// When the benchmark function has returned, each count for an operation becomes a metric: that of the goroutine's thread as
// cycles/op, that of the process as process-cycles/op. All iterations count, cold ones too. The goroutine is locked to
// its thread until then. Names and what none stands for are those of [Counters].
//
// Time that the benchmark excludes with b.StopTimer, or spends between Attach and the loop, is counted, and a note in the
// log says so if it is more than 2% and a millisecond.
func Attach(b B, events ...string) {
	if b == nil {
		return
	}
	b.Helper()
	p := Counters(events...)
	p.both = true
	running := clock.Runs(b)
	if running {
		b.StopTimer()
	}
	p.prepare()
	if running {
		b.StartTimer()
	}
	begin := time.Now()
	p.start()
	b.Cleanup(func() {
		b.Helper()
		timed := b.Elapsed() // since the loop began, where that is over b.Loop, or since b.ResetTimer
		n := iterations(b)
		p.End(n)
		took := time.Since(begin)
		p.Report(0, func(value float64, unit string) {
			if !p.idle() || strings.HasPrefix(unit, "process-") {
				b.ReportMetric(value, unit)
			}
		})
		for _, note := range p.Notes() {
			say(b, note, note)
		}
		const much, least = 0.02, time.Millisecond
		if excluded := took - timed; n > 0 && excluded > least && float64(excluded) > much*float64(took) {
			say(b, "excluded", fmt.Sprintf("counts are of %v, and the benchmark's timer ran for %v: what was excluded or came before the loop is in them, too",
				took.Round(time.Microsecond), timed.Round(time.Microsecond)))
		}
		p.Close()
	})
}

// idle reports whether the benchmark's own thread did next to nothing of what the process did, as with b.RunParallel: what it
// counted is of no use.
func (p *Probe) idle() bool {
	const next = 0.05
	var ns [2]float64
	for i := range p.record.Counts {
		c := &p.record.Counts[i]
		if c.Total == nil || c.Name != "user-time-ns" && c.Name != "system-time-ns" {
			continue
		}
		switch c.Scope {
		case tally.Thread:
			ns[0] += *c.Total
		case tally.Process:
			ns[1] += *c.Total
		}
	}
	return ns[1] > p.record.WallNS/2 && ns[0] < next*ns[1]
}

// iterations is b.N, which is a field, and final only when the benchmark function has returned: 0 inside a loop over b.Loop.
// Package testing is not imported, so that it is not linked into programs that count.
func iterations(b B) int64 {
	v := reflect.ValueOf(b)
	if v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Struct {
		if n := v.Elem().FieldByName("N"); n.IsValid() && n.CanInt() {
			return n.Int()
		}
	}
	return 0
}

// say logs a note, the first time that a benchmark has one of the kind.
func say(b B, kind, note string) {
	b.Helper()
	if said.first(b.Name() + "\x00" + kind) {
		b.Log("plateau: " + note)
	}
}

// said are the notes that the log has: a benchmark over b.N is called many times.
var said notesSaid

type notesSaid struct {
	sync.Mutex
	of map[string]bool
}

// first reports whether a note was not said before.
func (s *notesSaid) first(note string) bool {
	s.Lock()
	defer s.Unlock()
	if s.of[note] {
		return false
	}
	if s.of == nil {
		s.of = make(map[string]bool)
	}
	s.of[note] = true
	return true
}
