package counter

import (
	"runtime"
	"testing"
)

// BenchmarkSession is what a session of four software events costs; hardware events cost about the same.
func BenchmarkSession(b *testing.B) {
	events := threads(taskClock, pageFaults, switches, minorFaults)
	var process []Request
	for _, r := range events {
		process = append(process, Request{r.Event, Process})
	}
	for _, c := range []struct {
		name     string
		requests []Request
	}{{"thread", events}, {"process", process}, {"both", append(process, events...)}} {
		b.Run(c.name, func(b *testing.B) { benchmarkSession(b, c.requests) })
	}
}

func benchmarkSession(b *testing.B, requests []Request) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			Open(requests...)
		}
	})
	b.Run("open-attach-close", func(b *testing.B) {
		for b.Loop() {
			s := Open(requests...)
			s.Attach()
			s.Close()
		}
	})
	s := Open(requests...)
	defer s.Close()
	s.Attach()
	r := s.NewReadings(1)
	b.Run("attach-again", func(b *testing.B) {
		for b.Loop() {
			s.Attach()
		}
	})
	b.Run("attach-other-thread", func(b *testing.B) {
		for b.Loop() {
			s.tid = -1
			s.Attach()
		}
	})
	b.Run("start-stop", func(b *testing.B) {
		for b.Loop() {
			s.Start()
			s.Stop()
		}
	})
	b.Run("read", func(b *testing.B) {
		s.Start()
		for b.Loop() {
			s.Read(&r[0])
		}
		s.Stop()
	})
	b.ReportMetric(float64(len(s.open)), "groups")
	b.ReportMetric(0, "ns/op")
}
