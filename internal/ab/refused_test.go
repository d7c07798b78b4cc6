package ab

import (
	"errors"
	"slices"
	"testing"
)

func TestRefusal(t *testing.T) {
	for said, want := range map[string]string{
		"": "", "panic: no\n": "", "a line\ninvalid value 3": "",
		"flag provided but not defined: -nosuch\nUsage of":    "unknown flag -nosuch: neither go test nor the test binaries have it",
		"invalid value \"foo\" for flag -test.benchtime: x\n": "invalid value \"foo\" for flag -benchtime: x",
		"testing: invalid value \"x\" for -test.cpu\n":        "invalid value \"x\" for -cpu",
	} {
		if got := refusal(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// What both sides refuse is a mistake of the command line; what one of them does not know is no answer.
func TestTrialRefused(t *testing.T) {
	b := Block{From: 1, To: 2}
	x := fakeTrial(t, "refuses", "refuses")
	var refused *RefusedError
	if err := x.Measure(b, 2); !errors.As(err, &refused) || len(x.Journal.Processes) != 0 {
		t.Errorf("both: %v, %d processes kept", err, len(x.Journal.Processes))
	}
	x = fakeTrial(t, "fine", "refuses")
	if err := x.Measure(b, 2); err != nil || len(x.Journal.Processes) == 0 {
		t.Errorf("one: %v", err)
	}
}

// A benchmark that ends the process before anything is printed is found where the binary ends well without one, and the others
// are run without it.
func TestTrialExits(t *testing.T) {
	for _, c := range []struct {
		part  string
		stuck []string
		whole bool
		runs  int // of the last process
	}{
		{"exits", []string{"BenchmarkA"}, false, 1},
		{"never", nil, true, 0},
	} {
		x := fakeTrial(t, "fine", c.part)
		if err := x.Measure(Block{From: 1, To: 2}, 2); err != nil {
			t.Fatal(err)
		}
		names, whole := x.Journal.Stuck("example.com/p")
		all := x.Journal.Current()
		last := all[len(all)-1]
		if !slices.Equal(names, c.stuck) || whole != c.whole || last.Side != Head || last.Runs != c.runs {
			t.Errorf("%s: stuck %v, whole %v, last %+v", c.part, names, whole, last)
		}
	}
}

func TestRemaining(t *testing.T) {
	all := []string{"BenchmarkA", "BenchmarkB", "BenchmarkC"}
	for _, c := range []struct {
		why                string
		names, stuck, want []string
	}{
		{"all", nil, nil, all},
		{"without what hung", nil, []string{"BenchmarkB"}, []string{"BenchmarkA", "BenchmarkC"}},
		{"some, by one below", []string{"BenchmarkC/x", "BenchmarkB"}, []string{"BenchmarkB"}, []string{"BenchmarkC"}},
	} {
		if got := remaining(all, c.names, c.stuck); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
}
