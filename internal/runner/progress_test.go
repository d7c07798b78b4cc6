package runner

import (
	"strings"
	"testing"
	"time"
)

var t0 = time.Unix(1_700_000_000, 0)

func at(s float64) time.Time { return t0.Add(time.Duration(s * float64(time.Second))) }

func TestProgress(t *testing.T) {
	p := NewProgress(Command{Count: 3, CPUs: 1}, []Planned{{"m/a", "BenchmarkA"}, {"m/a", "BenchmarkB"}, {"m/b", "BenchmarkC"}})
	expect := func(now float64, want string) {
		t.Helper()
		if got := p.Status(at(now)).String(); got != want {
			t.Errorf("after %v s: %q, want %q", now, got, want)
		}
	}
	expect(0, "building")
	p.Package("m/a", at(1))
	expect(1, "BenchmarkA, run 1 of 3, about 9s left") // 9 runs of -benchtime, 1s
	// b.Loop: the name comes when the run is over. It took 2 s.
	p.Started("m/a", "BenchmarkA-2", 0, at(3))
	p.Finished("m/a", "BenchmarkA-2", 0, at(3))
	expect(3, "BenchmarkA-2, run 2 of 3, about 16s left")
	expect(4, "BenchmarkA-2, run 2 of 3, about 15s left")
	expect(99, "BenchmarkA-2, run 2 of 3, about 14s left") // late, not negative
	p.Started("m/a", "BenchmarkA-2", 1, at(3))
	p.Finished("m/a", "BenchmarkA-2", 1, at(5))
	p.Finished("m/a", "BenchmarkA-2", 2, at(7))
	expect(7, "BenchmarkB, run 1 of 3, about 12s left")
	// B turns out to have two sub-benchmarks.
	p.Finished("m/a", "BenchmarkB/x-2", 0, at(9))
	p.Finished("m/a", "BenchmarkB/x-2", 1, at(11))
	p.Finished("m/a", "BenchmarkB/x-2", 2, at(13))
	expect(13, "BenchmarkB/x-2, run 3 of 3, about 6s left")
	p.Finished("m/a", "BenchmarkB/y-2", 0, at(15))
	expect(15, "BenchmarkB/y-2, run 2 of 3, about 10s left")
	p.Finished("m/a", "BenchmarkB/y-2", 1, at(17))
	p.Finished("m/a", "BenchmarkB/y-2", 2, at(19))
	p.Package("m/b", at(20))
	expect(20, "BenchmarkC, run 1 of 3, about 10s left") // 4.5 lines on average, rounded up
	p.Finished("m/b", "BenchmarkC-2", 0, at(22))
	p.Finished("m/b", "BenchmarkC-2", 1, at(24))
	p.Finished("m/b", "BenchmarkC-2", 2, at(26))
	expect(27, "the last benchmark is done")
	p.Finished("m/b", "BenchmarkC-2", 3, at(26)) // a pooled line after the runs
	if s := p.Status(at(26)); s.Rep > s.Reps {
		t.Errorf("run %d of %d", s.Rep, s.Reps)
	}
}

// Without a plan there is no estimate, and nothing else is missing.
func TestProgressWithoutPlan(t *testing.T) {
	p := NewProgress(Command{Count: 2, CPUs: 1, Benchtime: "100x"}, nil)
	p.Package("m/a", at(0))
	p.Started("m/a", "BenchmarkA-2", 0, at(0))
	if got, want := p.Status(at(1)).String(), "BenchmarkA-2, run 1 of 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.Finished("m/a", "BenchmarkA-2", 1, at(2))
	if s := p.Status(at(2)); s.Known || s.Left != 0 {
		t.Errorf("an estimate from nothing: %+v", s)
	}
}

func TestRoughly(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                        "1s",
		1499 * time.Millisecond:  "1s",
		80 * time.Second:         "1m20s",
		10 * time.Minute:         "10m",
		125*time.Minute + 1:      "2h5m",
		9*time.Minute + 59999999: "9m0s",
	} {
		if got := roughly(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestScreen(t *testing.T) {
	var b strings.Builder
	s := Screen{W: &b, Terminal: true}
	st := Status{Name: "BenchmarkA\x1b-2", Rep: 1, Reps: 2}
	s.Status(st, t0)
	s.Status(st, t0) // nothing new, nothing written
	s.Text("line\n")
	s.Clear()
	s.Text("last\n")
	line := noWrap + "plateau: BenchmarkA?-2, run 1 of 2" + wrap
	if got, want := b.String(), eraseLine+line+eraseLine+"line\n"+line+eraseLine+"last\n"; got != want {
		t.Errorf("terminal: %q, want %q", got, want)
	}

	b.Reset()
	s = Screen{W: &b}
	s.Status(Status{}, t0) // building: nothing to say
	s.Status(Status{Name: "BenchmarkA", Rep: 1, Reps: 2}, at(0))
	s.Text("BenchmarkA-2 1 5 ns/op\n")
	s.Status(Status{Name: "BenchmarkA-2", Rep: 2, Reps: 2}, at(1)) // the same benchmark, soon
	s.Status(Status{Name: "BenchmarkB", Rep: 1, Reps: 2}, at(2))
	s.Text("--- BENCH: BenchmarkA-2\n")
	s.Text("    a_test.go:1: log\n")
	s.Flush()
	s.Status(Status{Name: "BenchmarkB-2", Rep: 2, Reps: 2}, at(2).Add(plainEvery))
	s.Flush()
	want := "plateau: BenchmarkA, run 1 of 2\nBenchmarkA-2 1 5 ns/op\n--- BENCH: BenchmarkA-2\n    a_test.go:1: log\n" +
		"plateau: BenchmarkB, run 1 of 2\nplateau: BenchmarkB-2, run 2 of 2\n"
	if got := b.String(); got != want {
		t.Errorf("plain:\n%s\nwant\n%s", got, want)
	}
}
