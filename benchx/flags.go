package benchx

import (
	"flag"
	"strconv"
	"strings"
	"time"
)

// flags are the settings of package testing that decide which call of a benchmark function is the last of a run, and which run
// the last of a benchmark. Without the flags (testing.Benchmark in a program that does not call testing.Init) they are
// testing's defaults.
type flags struct {
	benchTime  time.Duration // 0 when it is a number of iterations
	benchIters int           // 0 when it is a time
	count      int
	cpus       []int // of -cpu, empty without it
	text       struct{ benchTime, cpu string }
}

func readFlags() flags {
	f := flags{benchTime: time.Second, count: 1}
	f.text.benchTime = value("test.benchtime")
	f.text.cpu = value("test.cpu")
	if n, ok := strings.CutSuffix(f.text.benchTime, "x"); ok {
		if n, err := strconv.Atoi(n); err == nil && n > 0 {
			f.benchIters, f.benchTime = n, 0
		}
	} else if d, err := time.ParseDuration(f.text.benchTime); err == nil {
		f.benchTime = d
	}
	if n, err := strconv.Atoi(value("test.count")); err == nil && n > 0 {
		f.count = n
	}
	for _, field := range strings.Split(f.text.cpu, ",") {
		if n, err := strconv.Atoi(strings.TrimSpace(field)); err == nil && n > 0 {
			f.cpus = append(f.cpus, n)
		}
	}
	return f
}

func value(name string) string {
	if f := flag.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

// label is the number of processors that testing prints behind the name of the run with that index, counted from 0 over all
// values of -cpu.
func (f *flags) label(index, procs int) int {
	if len(f.cpus) == 0 {
		return procs
	}
	return f.cpus[min(index/f.count, len(f.cpus)-1)]
}

// printed is a benchmark's name as testing prints it.
func printed(name string, procs int) string {
	if procs == 1 || name == "" {
		return name
	}
	return name + "-" + strconv.Itoa(procs)
}
