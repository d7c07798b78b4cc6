package ab

import (
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/plateau-bench/plateau/internal/runner"
)

// An output takes what a test binary prints.
type output struct {
	pkg        string
	transcript runner.Transcript
	failed     []string
	took       map[string]float64 // seconds of each benchmark, by printed name
	since      time.Time          // the last result, or the beginning of the first benchmark; zero before
	text       clipping           // to be read by people
	open       string             // the benchmark that has begun a line and not ended it, by printed name
	seen       []string           // top-level benchmarks of which something was printed
	stack      clipping           // the standard error, of a process that hung or panicked
}

func newOutput(pkg string) *output {
	o := &output{pkg: pkg, took: make(map[string]float64)}
	o.transcript.Show = o.show
	o.transcript.Run = func(_ *runner.Package, l runner.Line, done bool) {
		o.see(l.Name)
		if o.open = l.Name; done {
			o.open = ""
		}
		o.time(l.Name, done, time.Now())
	}
	return o
}

// Write takes the standard output.
func (o *output) Write(p []byte) (int, error) {
	o.transcript.Event(runner.Event{Action: "output", Package: o.pkg, Output: string(p)})
	return len(p), nil
}

func (o *output) show(text string) {
	if name, ok := strings.CutPrefix(text, "--- FAIL: "); ok && strings.HasPrefix(name, "Benchmark") {
		name = strings.TrimSpace(name)
		if !slices.Contains(o.failed, name) {
			o.failed = append(o.failed, name)
		}
		o.see(name)
	}
	o.text.add(text)
}

// time attributes the time since the last result to the benchmark that has one now.
func (o *output) time(name string, done bool, now time.Time) {
	if done && !o.since.IsZero() {
		o.took[name] += now.Sub(o.since).Seconds()
	}
	if done || o.since.IsZero() {
		o.since = now
	}
}

func (o *output) see(name string) {
	if name = top(name); !slices.Contains(o.seen, name) {
		o.seen = append(o.seen, name)
	}
}

// stderr takes the standard error, where stacks are printed.
func (o *output) stderr() io.Writer { return errorStream{o} }

type errorStream struct{ o *output }

func (e errorStream) Write(p []byte) (int, error) {
	e.o.stack.add(string(p))
	return len(p), nil
}

// benchmarkFrame is a benchmark in a stack, itself or a function literal in it.
var benchmarkFrame = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\S*\.(Benchmark\w*)(?:\.\S*)?\(`) })

// stuck is the benchmark in which a process was when it ended: the one that its stacks show, or else the
// first of which nothing was printed yet.
func (o *output) stuck(benchmarks []string) string {
	for _, m := range benchmarkFrame().FindAllStringSubmatch(o.stack.String(), -1) {
		if slices.Contains(benchmarks, m[1]) {
			return m[1]
		}
	}
	if o.open != "" {
		return top(o.open)
	}
	next := 0
	for i, name := range benchmarks {
		if slices.Contains(o.seen, name) {
			next = i + 1
		}
	}
	if len(o.seen) > 0 && next < len(benchmarks) {
		return benchmarks[next]
	}
	return ""
}
