package benchx

import (
	"slices"
	"testing"
	"time"
)

func TestReadFlags(t *testing.T) {
	for _, c := range []struct {
		benchTime, count, cpu string
		time                  time.Duration
		iters, counts         int
		cpus                  []int
	}{
		{"1s", "1", "", time.Second, 0, 1, nil},
		{"1x", "1", "1", 0, 1, 1, []int{1}},
		{"250ms", "6", "1,2", 250 * time.Millisecond, 0, 6, []int{1, 2}},
		{"1000000000x", "3", "4, 2,1", 0, 1_000_000_000, 3, []int{4, 2, 1}},
		{"1m", "0", "", time.Minute, 0, 1, nil},
	} {
		t.Run(c.benchTime, func(t *testing.T) {
			setFlag(t, "test.benchtime", c.benchTime)
			setFlag(t, "test.count", c.count)
			setFlag(t, "test.cpu", c.cpu)
			f := readFlags()
			if f.benchTime != c.time || f.benchIters != c.iters || f.count != c.counts || !slices.Equal(f.cpus, c.cpus) {
				t.Errorf("%+v", f)
			}
			if f.text.cpu != c.cpu {
				t.Errorf("text of -cpu %q, want %q", f.text.cpu, c.cpu)
			}
		})
	}
}

func TestValueOfNoFlag(t *testing.T) {
	if got := value("plateau.no.such.flag"); got != "" {
		t.Errorf("%q", got)
	}
}

func TestLabel(t *testing.T) {
	for _, c := range []struct {
		why   string
		cpus  []int
		count int
		want  []int // by the index of the run
	}{
		{"without -cpu it is GOMAXPROCS", nil, 1, []int{7, 7, 7}},
		{"one value", []int{2}, 3, []int{2, 2, 2}},
		{"two values", []int{1, 2}, 1, []int{1, 2}},
		{"each value count times", []int{1, 4}, 3, []int{1, 1, 1, 4, 4, 4}},
		{"the same value twice", []int{2, 2}, 2, []int{2, 2, 2, 2}},
		{"more runs than there should be", []int{1, 2}, 1, []int{1, 2, 2, 2}},
	} {
		f := flags{count: c.count, cpus: c.cpus}
		for i, want := range c.want {
			if got := f.label(i, 7); got != want {
				t.Errorf("%s: run %d has label %d, want %d", c.why, i, got, want)
			}
		}
	}
}

func TestPrinted(t *testing.T) {
	for _, c := range []struct {
		name  string
		procs int
		want  string
	}{
		{"BenchmarkA", 1, "BenchmarkA"},
		{"BenchmarkA", 2, "BenchmarkA-2"},
		{"BenchmarkA/n=1", 16, "BenchmarkA/n=1-16"},
		{"BenchmarkA-8", 1, "BenchmarkA-8"},
		{"", 2, ""},
	} {
		if got := printed(c.name, c.procs); got != c.want {
			t.Errorf("printed(%q, %d) = %q, want %q", c.name, c.procs, got, c.want)
		}
	}
}
