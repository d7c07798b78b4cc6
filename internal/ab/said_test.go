package ab

import (
	"slices"
	"strings"
	"testing"
)

func TestSaid(t *testing.T) {
	long := strings.Repeat("x.go:1\n", 20)
	for _, c := range []struct {
		why   string
		p     Process
		name  string
		log   string
		want  string
		ended string
	}{
		{"nothing but its end", Process{Outcome: Crashed}, "BenchmarkA", "exit status 3\n", "", "exited with status 3"},
		{"nothing", Process{Outcome: Crashed}, "BenchmarkA", "", "", "took its process down"},
		{"a panic, from its first line", Process{Outcome: Crashed}, "BenchmarkA", "goos: linux\npanic: oops\n\ngoroutine 1 [running]:\n" + long + "exit status 2\n",
			"panic: oops|goroutine 1 [running]:|x.go:1|x.go:1|x.go:1|x.go:1|x.go:1|x.go:1", "panicked"},
		{"deadlock", Process{Outcome: Crashed}, "", "fatal error: all goroutines are asleep - deadlock!\nexit status 2\n", "fatal error: all goroutines are asleep - deadlock!", "had a fatal error"},
		{"log.Fatal", Process{Outcome: Crashed}, "BenchmarkA", "goos: linux\n2026/01/01 00:00:00 no server\nexit status 1\n", "2026/01/01 00:00:00 no server", "exited with status 1"},
		{"b.Fatal", Process{Outcome: Failed, Failed: []string{"BenchmarkA-2"}}, "BenchmarkA-2", "BenchmarkZ 1 1 ns/op\n--- FAIL: BenchmarkA-2\n    a_test.go:7: no\n        second\nBenchmarkB 1 1 ns/op\nexit status 1\n",
			"a_test.go:7: no|second", "exited with status 1"},
		{"a hang, where it is", Process{Outcome: Hung}, "BenchmarkA", "SIGQUIT: quit\ngoroutine 1:\nx.BenchmarkA(0x1)\n\t/a_test.go:9 +0x1\nmore\nexit status 2\n", "x.BenchmarkA(0x1)|    /a_test.go:9 +0x1", "exited with status 2"},
	} {
		if got := strings.Join(Said(c.log, &c.p, c.name), "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
		if got := Ended(c.log); got != c.ended {
			t.Errorf("%s: %q, want %q", c.why, got, c.ended)
		}
	}
	if got := Said(strings.Repeat("a\n", 20), &Process{Outcome: Crashed}, ""); !slices.Equal(got, slices.Repeat([]string{"a"}, 8)) {
		t.Errorf("the last lines: %q", got)
	}
}
