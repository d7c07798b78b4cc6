package reportx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/plateau-bench/plateau/internal/series"
)

// A benchInput hands benchmark output to a benchfmt.Reader line by line. It is
// the io.Reader of that reader, gives it exactly one line a Read, and sees the
// sample lines as they pass; what benchfmt must not see it gets as an empty
// line, so that positions stay true.
//
// It relies on the Reader to return a result before it reads the line after it:
// that is how samples find the result line that precedes them.
type benchInput struct {
	rs       *Results
	file     string
	lines    *lineScanner
	parser   series.Parser
	problems problemList

	rest  []byte // of the current line, not yet read
	err   error  // what ended the input, io.EOF included
	last  *Run   // that of the latest result line, until its samples came
	bench *Benchmark
	seen  map[string]bool // failures noted
	units map[string]bool // known to be whole
	found int
}

// readBench reads benchmark output, with or without samples. The package is
// used where the output itself names none.
func (rs *Results) readBench(file, pkg string, lines *lineScanner) (found int, err error) {
	in := &benchInput{rs: rs, file: file, lines: lines, problems: problemList{rs: rs, file: file}}
	in.units = map[string]bool{"ns/op": true, "MB/s": true, "B/op": true, "allocs/op": true}
	defer in.problems.close()
	r := new(benchfmt.Reader)
	var config []string
	if pkg != "" {
		config = []string{"pkg", pkg}
	}
	r.Reset(in, file, config...)
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.Result:
			in.result(rec)
		case *benchfmt.SyntaxError:
			in.syntaxError(rec)
		}
	}
	if in.err == io.EOF {
		in.sampleErrors(in.parser.Close(lines.place()))
		in.err = nil
	}
	if in.err == nil {
		in.err = r.Err()
	}
	return in.found, in.err
}

// Read implements io.Reader.
func (in *benchInput) Read(p []byte) (int, error) {
	if len(in.rest) == 0 {
		if in.err != nil {
			return 0, in.err
		}
		in.advance()
		if in.err != nil {
			return 0, in.err
		}
	}
	n := copy(p, in.rest)
	in.rest = in.rest[n:]
	return n, nil
}

var newline = []byte("\n")

// advance makes the next line the one to read.
func (in *benchInput) advance() {
	in.rest = newline
	switch err := in.lines.next(); err {
	case nil:
	case errLongLine:
		in.problems.add(in.lines.place(), err)
		return
	default:
		in.err = err
		return
	}
	line := in.lines.line
	switch {
	case bytes.HasPrefix(line, []byte("# plateau ")):
		in.sampleLine(line)
	case bytes.IndexByte(line, 0) >= 0:
		in.problems.add(in.lines.place(), errors.New("binary data in the line, which is skipped"))
	case bytes.HasPrefix(line, []byte("--- FAIL: Benchmark")):
		in.failed(string(line))
	default:
		in.rest = append(line, '\n')
	}
}

// failed notes that a benchmark failed, once.
func (in *benchInput) failed(line string) {
	name, _, _ := strings.Cut(strings.TrimPrefix(line, "--- FAIL: "), " ")
	if !in.seen[name] {
		if in.seen == nil {
			in.seen = make(map[string]bool)
		}
		in.seen[name] = true
		in.rs.note(in.file, in.lines.place(), name+" failed: the run has no result")
	}
}

// sampleLine takes a line of the sample file syntax.
func (in *benchInput) sampleLine(line []byte) {
	kind, err := in.parser.Line(line, in.lines.place())
	in.sampleErrors(err)
	if err == nil && kind != series.RunComplete && !in.lines.whole {
		in.problems.add(in.lines.place(), errors.New("the input ends in the middle of this line"))
	}
	if kind == series.RunComplete {
		in.samples(in.parser.Run())
	}
}

// sampleErrors records errors of the parser at their own positions.
func (in *benchInput) sampleErrors(err error) {
	if err == nil {
		return
	}
	var at *series.LineError
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			in.sampleErrors(e)
		}
	} else if errors.As(err, &at) {
		in.problems.add(at.Line, at.Err)
	} else {
		in.problems.add(in.lines.place(), err)
	}
}

// result takes a result line.
func (in *benchInput) result(rec *benchfmt.Result) {
	_, n := rec.Pos()
	line := in.lines.placeOf(n)
	name := "Benchmark" + rec.Name.String()
	in.last, in.bench = nil, nil
	metrics, bad := goodMetrics(rec.Values)
	if !in.lines.whole {
		metrics = in.cutOff(metrics, line)
	}
	if len(metrics) == 0 && bad == "" {
		return
	}
	if bad != "" && (rec.Iters == 0 || len(metrics) == 0) {
		in.found++ // it was understood
		in.rs.note(in.file, line, fmt.Sprintf("%s: result of %d iterations (%s) dropped", name, rec.Iters, bad))
		return
	}
	if bad != "" {
		in.rs.note(in.file, line, fmt.Sprintf("%s: %s left out", name, bad))
	}
	for _, m := range metrics {
		in.units[m.Unit] = true
	}
	bench := in.benchmark(rec, name)
	if allPooled(metrics) {
		bench.Pooled = metrics
		in.found++
		return
	}
	in.bench = bench
	in.last = &Run{File: in.file, Line: line, ID: name, Rep: -1, Iters: int64(rec.Iters), Metrics: metrics}
	in.add(in.last)
}

// benchmark is the one that a result line belongs to.
func (in *benchInput) benchmark(rec *benchfmt.Result, name string) *Benchmark {
	b := in.rs.benchmark(rec.GetConfig("pkg"), name)
	for _, c := range rec.Config {
		if c.File && c.Key != "pkg" {
			b.setConfig(c.Key, string(c.Value))
		}
	}
	if b.Procs == 0 {
		b.Procs = printedProcs(name)
	}
	return b
}

// allPooled reports whether a result line is that of a pool.
func allPooled(metrics []Metric) bool {
	for _, m := range metrics {
		if !strings.Contains("-"+m.Unit, "-pooled-") {
			return false
		}
	}
	return true
}

func (in *benchInput) add(run *Run) {
	in.bench.Runs = append(in.bench.Runs, run)
	in.found++
}

// cutOff handles a last line without a newline, which may be a part of one: its
// last unit is believed only if it is known.
func (in *benchInput) cutOff(metrics []Metric, line int) []Metric {
	last := len(metrics) - 1
	if last < 0 || in.units[metrics[last].Unit] {
		in.rs.note(in.file, line, "the last line has no newline: more may have followed")
		return metrics
	}
	in.problems.add(line, fmt.Errorf("the input ends in the middle of this line: %v %s left out", metrics[last].Value, metrics[last].Unit))
	return metrics[:last]
}

// goodMetrics are the values of a result line in the units in which they were
// printed. Those that are no number are left out, and bad names them.
func goodMetrics(values []benchfmt.Value) (metrics []Metric, bad string) {
	for _, v := range values {
		m := Metric{v.Value, v.Unit}
		if v.OrigUnit != "" {
			m = Metric{v.OrigValue, v.OrigUnit}
		}
		if math.IsNaN(m.Value) || math.IsInf(m.Value, 0) {
			bad += fmt.Sprintf(", %v %s", m.Value, m.Unit)
			continue
		}
		metrics = append(metrics, m)
	}
	return metrics, strings.TrimPrefix(bad, ", ")
}

// samples joins a run's samples to its result line, which precedes them, or
// makes a run without metrics when there is none.
func (in *benchInput) samples(data *series.RunData) {
	if in.last == nil || in.last.ID != data.Name || len(in.last.Series) > 0 {
		pkg := ""
		if data.Process != nil {
			pkg = data.Process.Pkg
		}
		in.bench = in.rs.benchmark(pkg, data.Name)
		in.last = &Run{File: in.file, Line: in.lines.placeOf(data.Line), ID: data.Name}
		in.add(in.last)
	}
	run := in.last
	in.last = nil
	if data.Procs > 0 {
		in.bench.Procs = data.Procs
	}
	run.Rep, run.Start = data.Rep, data.Start
	if run.Iters == 0 {
		run.Iters = data.Iters
	}
	run.OverheadNS, run.Backward = data.OverheadNS, data.Backward
	run.Class, run.Confidence = data.Class, data.Confidence
	run.Marks = slices.Clone(data.Marks)
	run.Process = processID(data.Process)
	in.addConfig(data.Process)
	for i, s := range data.Series {
		run.Series = append(run.Series, &Series{
			Name: s.Name, Batch: max(1, s.Batch), Warmup: s.Warmup, Lost: s.Lost,
			Samples: Samples{n: s.Samples, from: fileSource{data, i, data.TickNS * 1000}},
		})
	}
}

// processID tells processes apart.
func processID(p *series.Process) string {
	if p == nil {
		return ""
	}
	return strconv.Itoa(p.PID) + "/" + p.Start.UTC().Format(time.RFC3339Nano)
}

func (in *benchInput) addConfig(p *series.Process) {
	if p == nil {
		return
	}
	for _, kv := range []KeyValue{{"goos", p.GOOS}, {"goarch", p.GOARCH}, {"cpu", p.CPU}} {
		if kv.Value != "" {
			in.bench.setConfig(kv.Key, kv.Value)
		}
	}
}

// syntaxError takes a line that begins like a result and is none.
func (in *benchInput) syntaxError(rec *benchfmt.SyntaxError) {
	_, n := rec.Pos()
	line := in.lines.placeOf(n)
	text := string(in.lines.line)
	fields := strings.Fields(text)
	switch {
	case !strings.HasPrefix(text, "Benchmark"):
		in.rs.note(in.file, line, rec.Msg)
	case len(fields) > 1 && digits(fields[1]):
		in.problems.add(line, fmt.Errorf("result line of %s is cut off or damaged: %s", fields[0], rec.Msg))
	case strings.Contains(text, "\t"):
		in.problems.add(line, fmt.Errorf("result of %s is lost: something was printed in the middle of its line (print with b.Log)", fields[0]))
	default:
		in.rs.note(in.file, line, "begins with Benchmark but is no result: skipped")
	}
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
