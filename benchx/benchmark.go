package benchx

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"weak"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// A benchmark is what is known of a benchmark function over its calls in this process.
type benchmark struct {
	name        string
	batch       int64                   // operations per sample, 0 while unknown
	stopsTimer  bool                    // the timer is stopped inside the loop
	resetsTimer bool                    // or it is reset there, again and again
	lanes       []*Lane                 // at rest, to be used again
	ended       int                     // runs that ended, whatever became of them
	latest      weak.Pointer[testing.B] // of the run that ended last
	procs       int                     // GOMAXPROCS of the first run
	notes       []string
	ps          []quantile.P // of the result lines
	pooled      []pooledLine
	runs        []*run // not yet pooled
	collector   *collector
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

// end counts a run that ended and returns its index, from 0. testing calls a function once more after a Skip, on the same
// *testing.B; the pointer is weak since the address of one that is gone may be used again.
func (b *benchmark) end(of *testing.B) int {
	if p := weak.Make(of); p != b.latest {
		b.latest = p
		b.ended++
	}
	return b.ended - 1
}

// hasSub reports whether the benchmark has sub-benchmarks. testing reports none that has.
func (r *registry) hasSub(b *benchmark) bool {
	r.Lock()
	defer r.Unlock()
	for _, sub := range r.order {
		if b.name != "" && strings.HasPrefix(sub.name, b.name+"/") {
			return true
		}
	}
	return false
}

// lane returns a lane at rest, or a new one.
func (b *benchmark) lane() *Lane {
	n := len(b.lanes)
	if n == 0 {
		return new(Lane)
	}
	l := b.lanes[n-1]
	b.lanes = b.lanes[:n-1]
	return l
}

// settle pools runs whose last one never ended, or ended badly, and keeps nothing that the collector would have to look at while others
// are measured.
func (b *benchmark) settle() {
	b.lanes = nil
	for len(b.runs) > 0 {
		b.summarize(b.runs[0].Name)
	}
}

// settle pools what is left of all benchmarks but one.
func (r *registry) settle(except *benchmark) {
	r.Lock()
	all := slices.Clone(r.order)
	r.Unlock()
	for _, b := range all {
		if b != except {
			b.settle()
		}
	}
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
