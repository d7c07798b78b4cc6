package reportx

import (
	"slices"
	"strconv"
	"strings"
	"time"
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

	options ReadOptions
	index   map[benchmarkKey]*Benchmark
	better  map[string]int // what Unit lines say: +1 more is better, -1 less is
	failed  []string       // benchmarks that failed, by name without the -procs suffix
}

// ReadOptions say how inputs are read. The zero value is a good one.
type ReadOptions struct {
	// KeepWarmup takes all values of raw series for steady ones. Otherwise the
	// series are judged, since nobody has done so while they were measured, and
	// their Warmup is set.
	KeepWarmup bool
}

// NewResults returns empty results, to be filled by Read.
func NewResults(o ReadOptions) *Results { return &Results{options: o} }

type benchmarkKey struct{ pkg, name string }

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
	// goarch, cpu, ...), without pkg. Of differing values the first is kept.
	Config []KeyValue
	// Runs are in the order in which they were read.
	Runs []*Run
	// Pooled are metrics of result lines that describe no run but a pool
	// (pooled-p99-ns/op). Of several lines the last one is kept.
	Pooled []Metric
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
	// Iters is the number of iterations of the result line, 0 without one.
	Iters int64
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
func (r *Run) Marked(mark string) bool {
	for _, m := range r.Marks {
		if m == mark {
			return true
		}
	}
	return false
}

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
	key := benchmarkKey{pkg, name}
	if b := rs.index[key]; b != nil {
		return b
	}
	if rs.index == nil {
		rs.index = make(map[benchmarkKey]*Benchmark)
	}
	b := &Benchmark{Pkg: pkg, Name: name}
	rs.index[key] = b
	rs.Benchmarks = append(rs.Benchmarks, b)
	return b
}

// setConfig keeps the first value of a key.
func (b *Benchmark) setConfig(key, value string) {
	for _, kv := range b.Config {
		if kv.Key == key {
			return
		}
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
		delete(rs.index, benchmarkKey{b.Pkg, b.Name})
		return true
	})
}

// HasSamples reports whether any run has samples.
func (rs *Results) HasSamples() bool {
	for _, b := range rs.Benchmarks {
		for _, r := range b.Runs {
			if len(r.Series) > 0 {
				return true
			}
		}
	}
	return false
}
