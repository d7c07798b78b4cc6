package runner

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Progress follows a run of benchmarks and estimates how long the rest takes.
// It reads no clock: its callers say what time it is.
type Progress struct {
	Plan      []Planned // in the order in which they run; may be empty
	Count     int       // runs of each benchmark, at least 1
	CPUs      int       // entries of -cpu, at least 1
	Benchtime time.Duration

	pkg, name string // of the run in progress, as far as it can be known
	rep       int
	since     time.Time // when it began
	over      bool      // the last planned run has its result
	at        int       // index of its top-level benchmark in Plan, -1 when it is not there

	lines    int // result lines of the top-level benchmark at at
	finished []int
	runs     int           // result lines with a known duration
	took     time.Duration // by these
}

// A Planned is a top-level benchmark that is expected to run.
type Planned struct{ Pkg, Name string }

// A Status is where a run of benchmarks is.
type Status struct {
	Pkg, Name string // "" before the first
	Rep, Reps int    // the run in progress, from 1, and how many there are
	// Left is the estimated time to the end, at least 0; Known says whether
	// there is an estimate at all.
	Left  time.Duration
	Known bool
	// Over says that nothing is known to come after this run, which is done.
	Over bool
}

// NewProgress returns the progress of a command before its first event.
// benchtime is the value of -benchtime, "" for go test's default.
func NewProgress(c Command, plan []Planned) *Progress {
	p := &Progress{Plan: plan, Count: c.Count, CPUs: c.CPUs, at: -1}
	switch d, err := time.ParseDuration(c.Benchtime); {
	case c.Benchtime == "":
		p.Benchtime = time.Second
	case err == nil:
		p.Benchtime = d
	}
	return p
}

// Package notes that a test binary starts.
func (p *Progress) Package(pkg string, now time.Time) {
	i := slices.IndexFunc(p.Plan, func(b Planned) bool { return b.Pkg == pkg })
	if i < 0 {
		return // nothing to run in it
	}
	p.move(i)
	p.pkg, p.name, p.rep, p.since = pkg, p.Plan[i].Name, 0, now
}

// Started notes that run rep, from 0, of a benchmark has begun. With b.Loop
// testing says so for the first run only when it is over.
func (p *Progress) Started(pkg, name string, rep int, now time.Time) {
	if rep >= p.Count {
		return // one name for several -cpu entries, or a line that pools the runs
	}
	p.move(p.index(pkg, name))
	if p.pkg != pkg || p.rep != rep || !sameBenchmark(p.name, name) {
		p.since = now
	}
	p.pkg, p.name, p.rep, p.over = pkg, name, rep, false
}

// Finished notes that a run has its result.
func (p *Progress) Finished(pkg, name string, rep int, now time.Time) {
	if rep >= p.Count {
		return
	}
	p.Started(pkg, name, rep, now)
	p.lines++
	if d := now.Sub(p.since); d > 0 {
		p.runs++
		p.took += d
	}
	p.since = now
	switch {
	case rep+1 < p.Count:
		p.rep = rep + 1
	case strings.Contains(name, "/") || p.CPUs > 1 || p.at < 0:
		// More sub-benchmarks may come, or the next -cpu entry.
	case p.at+1 == len(p.Plan):
		p.over = true
	case p.Plan[p.at+1].Pkg == pkg:
		p.move(p.at + 1)
		p.name, p.rep = p.Plan[p.at].Name, 0
	}
}

// Status returns where the run is.
func (p *Progress) Status(now time.Time) Status {
	s := Status{Pkg: p.pkg, Name: p.name, Rep: p.rep + 1, Reps: p.Count, Over: p.over}
	each := p.Benchtime
	if p.runs > 0 {
		each = p.took / time.Duration(p.runs)
	}
	if p.name == "" || p.at < 0 || each <= 0 || p.over {
		return s
	}
	left := time.Duration(p.expected())*each - min(now.Sub(p.since), each)
	s.Left, s.Known = max(0, left), true
	return s
}

// expected is the number of result lines still to come. A top-level benchmark
// is taken to have as many as those before it had on average.
func (p *Progress) expected() int {
	reps := p.Count * p.CPUs
	typical := reps
	if n := len(p.finished); n > 0 {
		sum := 0
		for _, f := range p.finished {
			sum += f
		}
		typical = max(reps, (sum+n-1)/n)
	}
	here := typical - p.lines
	if open := p.lines % reps; open != 0 {
		here = max(here, reps-open)
	}
	return max(0, here) + (len(p.Plan)-p.at-1)*typical
}

// move makes the i-th planned benchmark the current one.
func (p *Progress) move(i int) {
	if i == p.at {
		return
	}
	if p.at >= 0 && p.lines > 0 {
		p.finished = append(p.finished, p.lines)
	}
	p.at, p.lines = i, 0
}

// index finds the planned benchmark that a printed name belongs to.
func (p *Progress) index(pkg, name string) int {
	top, _, _ := strings.Cut(name, "/")
	if i := slices.Index(p.Plan, Planned{pkg, top}); i >= 0 {
		return i
	}
	return slices.Index(p.Plan, Planned{pkg, withoutProcs(top)})
}

// sameBenchmark compares names with and without the -procs suffix.
func sameBenchmark(a, b string) bool {
	return a == b || a == withoutProcs(b) || withoutProcs(a) == b
}

// withoutProcs cuts a -procs suffix off a printed name.
func withoutProcs(name string) string {
	i := strings.LastIndexByte(name, '-')
	if i < 0 || strings.Trim(name[i+1:], "0123456789") != "" {
		return name
	}
	return name[:i]
}

// String is the status in one line, "BenchmarkGet-8, run 3 of 10, about 1m20s left".
func (s Status) String() string {
	switch {
	case s.Name == "":
		return "building"
	case s.Over:
		return "the last benchmark is done"
	}
	line := fmt.Sprintf("%s, run %d of %d", s.Name, s.Rep, s.Reps)
	if s.Known {
		line += ", about " + roughly(s.Left) + " left"
	}
	return line
}

// roughly renders a duration no finer than an estimate deserves.
func roughly(d time.Duration) string {
	switch {
	case d < time.Second:
		return "1s"
	case d < 10*time.Minute:
		return d.Round(time.Second).String()
	default:
		return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	}
}
