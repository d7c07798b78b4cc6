package benchx

import (
	"slices"
	"sync"
)

// A benchmark is what is known of a benchmark function over its calls in this process.
type benchmark struct {
	name       string
	batch      int64 // operations per sample, 0 while unknown
	stopsTimer bool  // the timer is stopped inside the loop
	stages     []string
	lanes      []*Lane // at rest, to be used again
	ended      int     // runs that ended, whatever became of them
	procs      int     // GOMAXPROCS of the first run
	notes      []string
	summaries  []*summary
	runs       []*run // not yet pooled
}

var benchmarks registry

// A registry finds the benchmark of a call.
type registry struct {
	sync.Mutex
	byName map[string]*benchmark
	order  []*benchmark
}

// of returns the benchmark with that name, as testing.B.Name gives it. testing makes names unique within a process; only
// testing.Benchmark gives none, and such a call shares nothing with any other.
func (r *registry) of(name string) *benchmark {
	if name == "" {
		return new(benchmark)
	}
	r.Lock()
	defer r.Unlock()
	if b := r.byName[name]; b != nil {
		return b
	}
	b := &benchmark{name: name}
	if r.byName == nil {
		r.byName = make(map[string]*benchmark)
	}
	r.byName[name] = b
	r.order = append(r.order, b)
	return b
}

// note keeps what the user has to know for the log of the last run, each thing once.
func (b *benchmark) note(notes ...string) {
	for _, n := range notes {
		if !slices.Contains(b.notes, n) {
			b.notes = append(b.notes, n)
		}
	}
}

// rest gives the memory of encoded samples back when no benchmark needs it any more.
func (r *registry) rest() {
	r.Lock()
	defer r.Unlock()
	for _, b := range r.order {
		if len(b.runs) > 0 {
			return
		}
	}
	store.empty()
}

// firstProcs is GOMAXPROCS when the process began to measure, which is what -cpu is by default.
func (b *benchmark) firstProcs(procs int) int {
	if b.procs == 0 {
		b.procs = procs
	}
	return b.procs
}
