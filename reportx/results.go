package reportx

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plateau-bench/plateau/internal/roofline"
	"github.com/plateau-bench/plateau/internal/series"
	"github.com/plateau-bench/plateau/internal/tally"
)

// Results are what was read from one or more inputs.
type Results struct {
	// Benchmarks are in the order in which they were first seen.
	Benchmarks []*Benchmark
	// Problems are what could not be read, in the order of the inputs. What
	// was whole is in Benchmarks all the same.
	Problems []*Problem
	// Notes are remarks on inputs that are in order.
	Notes []Note

	options    ReadOptions
	inMemory   int64 // bytes of the files whose samples are in memory
	index      map[benchmarkKey]*Benchmark
	seen       map[runKey]*Run
	places     map[placeKey]int // runs made, those that cannot be used included
	better     map[string]int   // what Unit lines say: +1 more is better, -1 less is
	failed     []string         // benchmarks that failed, by name without the -procs suffix
	failedPkgs map[string]bool  // packages that failed, in whatever part
}

// ReadOptions say how inputs are read. The zero value is a good one.
type ReadOptions struct {
	// KeepWarmup takes all values of raw series for steady ones. Otherwise the
	// series are judged, since nobody has done so while they were measured, and
	// their Warmup is set.
	KeepWarmup bool
	// StdinName stands for the file "-" in positions and in Run.File; "" is "-",
	// which people see as "standard input".
	StdinName string
}

// NewResults returns empty results, to be filled by Read.
func NewResults(o ReadOptions) *Results { return &Results{options: o} }

// A benchmarkKey tells benchmarks apart. One without a sample file has no GOMAXPROCS but
// what its name says; where a sample file shows that size at 8 and size-8 at 1 print
// the same name, the second one read has procs.
type benchmarkKey struct {
	pkg, name string
	procs     int
}

// A Benchmark is everything read about one benchmark: all runs that have its
// package and its name as printed.
type Benchmark struct {
	Pkg  string // import path; "" when the input does not say
	Name string // as printed, with the -procs suffix; of a raw series its id without a last @k
	// Procs is GOMAXPROCS, 0 when not known. Where there is only a printed
	// name to go by it is a guess: a trailing -8 may belong to the name itself.
	Procs int
	// Raw is set for a series of numbers, which is no benchmark of package testing.
	Raw bool
	// Value says in words what a sample is, where another tool measured it and
	// it is not a single operation: "the mean over one JMH iteration".
	Value string
	// Config has the file configuration that goes with the runs (goos,
	// goarch, cpu, ...), without pkg. Of differing values the first is kept;
	// each run has its own.
	Config []KeyValue
	// Runs are in the order in which they were read.
	Runs []*Run
	// Pooled are metrics of result lines that describe no run but a pool
	// (pooled-p99-ns/op). Of several lines the last one is kept.
	Pooled []Metric

	known int  // GOMAXPROCS that a sample file says; 0 without
	twin  bool // another benchmark has the same name at another
}

// A KeyValue is one configuration line, "key: value".
type KeyValue struct{ Key, Value string }

// A Run is one repetition of a benchmark.
type Run struct {
	File string
	Line int // of its result line, or of its first number

	// ID is the id of a raw series, and the printed name otherwise.
	ID string
	// Process tells processes apart: equal values, one process. "" is not known.
	Process string
	// Rep is the repetition within its process, from 0; -1 when not known.
	Rep   int
	Start time.Time // zero when not known
	// Pair is the number of the pair that the run belongs to, from 1, for PairByNumber. No input says
	// it: whoever made the runs sets it, before they are compared. 0 is not known.
	Pair int
	// Iters is the number of iterations of the result line, 0 without one.
	Iters int64
	// Config is where the run was made: goos, goarch, cpu and go, as far as the
	// input says, and what else its file configuration has, without pkg.
	Config []KeyValue
	// Metrics are those of the result line, in its order, never NaN or infinite.
	Metrics []Metric
	// Series are the samples: the first is that of whole operations, others are
	// stages. A run without samples has none.
	Series []*Series

	OverheadNS float64  // cost of measuring one sample in ns; 0 when not known
	Backward   int64    // steps backward of the clock that were found
	Class      string   // what the series looks like, see package steady; "" when not judged
	Confidence float64  // in Class, 0 to 1
	Marks      []string // what else is to be known, as in a sample file: "excluded-time", ...

	beside []beside // of the samples of the first series
	moves  movement // of a run that never settled, as far as its samples were judged here

	place      int   // from 1, among the runs made of the benchmark; 0 where no input gave it
	dropped    int64 // values of a raw series that were no durations
	toolWarmup int64 // samples that the tool of a raw series took for warm-up

	tally *tally.Record // what counters say; nil without any

	roofline *roofline.Record // what the work is and the roof over it; nil if nobody says
}

// A Metric is one value of a result line.
type Metric struct {
	Value float64
	Unit  string // as printed: ns/op, p99-ns/op, B/op
}

// A Series is one sequence of samples of a run.
type Series struct {
	Name    string // "" for whole operations, else that of the stage
	Batch   int    // operations a sample, at least 1
	Warmup  int64  // leading samples that are not steady
	Lost    int64  // samples that were taken but not kept, after those that were
	Samples Samples

	// groups, where not nil, are the numbers of samples that are judged as one
	// value, their mean: within it their order is not known.
	groups []int64
}

// Steady is the number of samples after the warm-up.
func (s *Series) Steady() int64 { return max(0, s.Samples.Len()-s.Warmup) }

// Marked reports whether r carries a mark.
func (r *Run) Marked(mark string) bool { return slices.Contains(r.Marks, mark) }

// value is the metric of a unit.
func (r *Run) value(unit string) (float64, bool) {
	for _, m := range r.Metrics {
		if m.Unit == unit {
			return m.Value, true
		}
	}
	return 0, false
}

// benchmark returns the benchmark of that package and name, new if need be.
func (rs *Results) benchmark(pkg, name string) *Benchmark {
	return rs.keyed(benchmarkKey{pkg: pkg, name: name})
}

// ofProcs returns the benchmark for a run that was made at a known GOMAXPROCS: b, unless others
// of its runs were made at another.
func (rs *Results) ofProcs(b *Benchmark, procs int) *Benchmark {
	if b.known != 0 && b.known != procs {
		other := rs.keyed(benchmarkKey{b.Pkg, b.Name, procs})
		b.twin, other.twin = true, true
		b = other
	}
	b.known, b.Procs = procs, procs
	return b
}

func (rs *Results) keyed(key benchmarkKey) *Benchmark {
	if b := rs.index[key]; b != nil {
		return b
	}
	if rs.index == nil {
		rs.index = make(map[benchmarkKey]*Benchmark)
	}
	b := &Benchmark{Pkg: key.pkg, Name: key.name}
	rs.index[key] = b
	rs.Benchmarks = append(rs.Benchmarks, b)
	return b
}

// setConfig keeps the first value of a key.
func (b *Benchmark) setConfig(key, value string) {
	if slices.ContainsFunc(b.Config, func(kv KeyValue) bool { return kv.Key == key }) {
		return
	}
	b.Config = append(b.Config, KeyValue{key, value})
}

// config is the value of a key, "" without one.
func (b *Benchmark) config(key string) string {
	for _, kv := range b.Config {
		if kv.Key == key {
			return kv.Value
		}
	}
	return ""
}

// printedProcs is the GOMAXPROCS that testing appends to a name: 1 without a
// suffix, as testing leaves it out then.
func printedProcs(name string) int {
	i := strings.LastIndexByte(name, '-')
	if i < 0 {
		return 1
	}
	n, err := strconv.Atoi(name[i+1:])
	if err != nil || n < 1 || name[i+1] == '+' || name[i+1] == '0' {
		return 1
	}
	return n
}

// problem records something that could not be read.
func (rs *Results) problem(file string, line int, err error) {
	rs.Problems = append(rs.Problems, &Problem{file, line, err})
}

// note records a remark.
func (rs *Results) note(file string, line int, text string) {
	rs.Notes = append(rs.Notes, Note{file, line, text})
}

// Keep removes the benchmarks whose name, as printed, keep refuses.
func (rs *Results) Keep(keep func(name string) bool) {
	rs.Benchmarks = slices.DeleteFunc(rs.Benchmarks, func(b *Benchmark) bool {
		if keep(b.Name) {
			return false
		}
		maps.DeleteFunc(rs.index, func(_ benchmarkKey, other *Benchmark) bool { return other == b })
		return true
	})
}

// counterpart is the benchmark of rs that is b of other results, nil without one: that of the same
// name, and of the same GOMAXPROCS where several have the name.
func (rs *Results) counterpart(b *Benchmark) *Benchmark {
	var found *Benchmark
	for _, key := range []benchmarkKey{{b.Pkg, b.Name, 0}, {b.Pkg, b.Name, b.known}} {
		switch other := rs.index[key]; {
		case other == nil:
		case other.known == b.known:
			return other
		case other.known == 0 || b.known == 0:
			found = other
		}
	}
	return found
}

// HasSamples reports whether any run has samples.
func (rs *Results) HasSamples() bool {
	return slices.ContainsFunc(rs.Benchmarks, (*Benchmark).hasSamples)
}

// hasSteady reports whether any run has samples that are no warm-up and belong to the name.
func (b *Benchmark) hasSteady() bool {
	return slices.ContainsFunc(b.Runs, func(r *Run) bool {
		return !r.Marked(series.MarkProcs) && slices.ContainsFunc(r.Series, func(s *Series) bool { return s.Steady() > 0 })
	})
}

func (b *Benchmark) hasSamples() bool {
	return slices.ContainsFunc(b.Runs, func(r *Run) bool { return len(r.Series) > 0 })
}
