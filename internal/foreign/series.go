package foreign

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// A Format is the file format of a tool.
type Format int

const (
	None Format = iota
	JMH
	Pyperf
	Hyperfine
	GoogleBenchmark
	Criterion
)

// String is the name of the tool.
func (f Format) String() string {
	names := [...]string{"unknown", "JMH", "pyperf", "hyperfine", "google/benchmark", "Criterion.rs"}
	if f < 0 || int(f) >= len(names) {
		return names[None]
	}
	return names[f]
}

// A File is what a file holds.
type File struct {
	Format Format
	Series []Series // in the order of the file
	Errors []*Error // by line, where a tool's file is read in one go
	Notes  []Note   // what was left out on purpose
}

// A Series is what a tool measured of one benchmark.
type Series struct {
	ID    string // the benchmark's name, with its parameters as /key=value; "" where the file has none (Criterion)
	Line  int    // 1-based, where it begins
	Unit  string // the unit of its values in the file, as written there
	Value string // what a value is: "the mean of one iteration"
	Runs  []Run  // at least one; each by a process of its own with JMH and pyperf
}

// A Run is the values of one process, or of one repetition of a benchmark.
type Run struct {
	Line   int       // 1-based, where it begins
	Values []float64 // ns per operation, in the order measured: finite, not negative
	// Warmup is how many of Values, the first, the tool itself took for warm-up.
	Warmup int
	// Counts, where not nil, says how many times each of Values was measured,
	// at least 1. Then Iterations has the index in Values at which each iteration
	// ends, ascending; the order of values within an iteration is not known.
	Counts     []int64
	Iterations []int
}

// An Error is something that could not be read, at its place.
type Error struct {
	Line int // 1-based
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *Error) Unwrap() error { return e.Err }

// A Note is a remark on what is in order.
type Note struct {
	Line int // 1-based
	Text string
}

// Read reads a file of a format. It always returns a File, with what was whole.
// The error is the reader's alone; what is wrong with the content is in File.Errors.
func Read(format Format, r io.Reader) (*File, error) {
	f := &File{Format: format}
	parse, ok := map[Format]func(*File, *scanner) error{
		JMH: readJMH, Pyperf: readPyperf, Hyperfine: readHyperfine, GoogleBenchmark: readGoogle, Criterion: readCriterion,
	}[format]
	if !ok {
		return f, fmt.Errorf("no format %d", format)
	}
	s := newScanner(r)
	err := parse(f, s)
	if err == nil {
		err = s.end()
	}
	f.checkUnits()
	var at *Error
	if errors.As(err, &at) {
		f.Errors = append(f.Errors, at)
		err = nil
	}
	return f, err
}

func (f *File) errorf(line int, format string, args ...any) {
	f.Errors = append(f.Errors, &Error{line, fmt.Errorf(format, args...)})
}

func (f *File) notef(line int, format string, args ...any) {
	f.Notes = append(f.Notes, Note{line, fmt.Sprintf(format, args...)})
}

// add takes a series, unless it has no run.
func (f *File) add(s Series) {
	if len(s.Runs) > 0 {
		f.Series = append(f.Series, s)
	}
}

// checkUnits refuses series whose id came before in another unit: one of the two
// is mistaken, and nothing says which.
func (f *File) checkUnits() {
	first := make(map[string]*Series)
	kept := f.Series[:0]
	for i := range f.Series {
		s := f.Series[i]
		if before := first[s.ID]; before != nil && before.Unit != s.Unit {
			f.errorf(s.Line, "%s is in %s here and in %s at line %d: mixed units, the later values are left out", s.ID, s.Unit, before.Unit, before.Line)
			continue
		}
		kept = append(kept, s)
		if first[s.ID] == nil {
			first[s.ID] = &s
		}
	}
	f.Series = kept
}

// timeUnits are those of tools, in ns.
var timeUnits = map[string]float64{
	"ns": 1, "us": 1e3, "µs": 1e3, "μs": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "hr": 3600e9, "day": 86400e9,
	"nanosecond": 1, "microsecond": 1e3, "millisecond": 1e6, "second": 1e9,
}

// noDuration says why a number cannot be a time, whatever its unit; nil when it can.
func noDuration(x float64) error {
	switch {
	case math.IsNaN(x), math.IsInf(x, 0):
		return fmt.Errorf("%v is no duration", x)
	case x < 0:
		return fmt.Errorf("%v: a duration cannot be negative", x)
	}
	return nil
}

// scale converts values in place. It refuses those that are too long for a float64.
func scale(xs []float64, factor float64) error {
	for i, x := range xs {
		xs[i] = x * factor
		if err := noDuration(xs[i]); err != nil {
			return fmt.Errorf("value %d: %w", i, err)
		}
	}
	return nil
}

// refuse records why what was read of a series or run is left out.
func (f *File) refuse(what string, bad *Error) {
	f.errorf(bad.Line, "%s is left out: %w", what, bad.Err)
}
