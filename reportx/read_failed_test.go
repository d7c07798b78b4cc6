package reportx

import (
	"slices"
	"strings"
	"testing"
)

const panicOutput = `goos: linux
pkg: x/y
BenchmarkA-2   	      10	       148.9 ns/op
panic: boom

goroutine 23 [running]:
x/y.BenchmarkB.func1(0x725699e4308?)
	/src/y/x_test.go:4 +0x25
testing.(*B).runN(0x725699e4308, 0x1)
	/usr/local/go/src/testing/benchmark.go:219 +0x190
created by testing.(*B).run1 in goroutine 22
exit status 2
FAIL	x/y	0.032s
pkg: x/z
BenchmarkA-2   	      10	       148.9 ns/op
PASS
ok  	x/z	0.5s
`

// What failed is known by its name where the output has it, and by its package.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"panic", panicOutput, []string{"BenchmarkB"}},
		{"runtime", strings.Replace(panicOutput, "panic: boom", "fatal error: all goroutines are asleep - deadlock!", 1), []string{"BenchmarkB"}},
		{"no stack", "BenchmarkA-2 10 5 ns/op\nexit status 3\nFAIL\tx/y\t0.1s\n", []string{"package x/y"}},
		{"twice", "--- FAIL: BenchmarkC-2\n--- FAIL: BenchmarkC-2\nFAIL\nFAIL\tx/y\t0.1s\n", []string{"BenchmarkC-2"}},
		{"does not build", "FAIL\tx/y [build failed]\n", []string{"package x/y"}},
		{"a stack that is printed", "BenchmarkA-2 10 5 ns/op\nx/y.BenchmarkB(0x1)\nPASS\nok  \tx/y\t0.5s\n", nil},
		{"nothing behind", "FAIL\t\nFAIL\n", nil},
	} {
		rs := read(t, "in", []byte(c.in))
		if !slices.Equal(rs.failed, c.want) {
			t.Errorf("%s: %q, want %q", c.name, rs.failed, c.want)
		}
	}
}

// A benchmark that is missing because its package panicked is said to have failed.
func TestComparePanic(t *testing.T) {
	old := resultSide("old", "pkg: x/y\nBenchmarkA-2 10 5 ns/op\nBenchmarkB/sub-2 10 5 ns/op\nBenchmarkC-2 10 5 ns/op\npkg: x/z\nBenchmarkA-2 10 5 ns/op\nBenchmarkD-2 10 5 ns/op\n")
	new := resultSide("new", panicOutput)
	c := compareSides(t, CompareOptions{}, old, new)
	var failed, only []string
	for _, o := range c.Only {
		if o.Failed {
			failed = append(failed, o.Name)
		} else {
			only = append(only, o.Name)
		}
	}
	if !slices.Equal(failed, []string{"BenchmarkB/sub-2", "BenchmarkC-2"}) || !slices.Equal(only, []string{"BenchmarkD-2"}) {
		t.Errorf("failed %q, only on one side %q", failed, only)
	}
	if len(c.Failed) != 1 || c.Failed[0].Name != "BenchmarkB" {
		t.Errorf("%+v", c.Failed)
	}
}
