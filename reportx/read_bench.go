package reportx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

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
	pkg   string          // of the latest result line
	units map[string]bool // known to be whole
	found int

	failures

	config []KeyValue // of the latest result line
	copies copies     // runs that had been read before
}

// readBench reads benchmark output, with or without samples. The package is
// used where the output itself names none.
func (rs *Results) readBench(file, pkg string, lines *lineScanner) (found int, err error) {
	in := &benchInput{rs: rs, file: file, pkg: pkg, lines: lines, problems: problemList{rs: rs, file: file}}
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
		case *benchfmt.UnitMetadata:
			rs.setBetter(rec)
		}
	}
	if in.err == io.EOF {
		in.sampleErrors(in.parser.Close(lines.place()))
		in.err = nil
	}
	if in.err == nil {
		in.err = r.Err()
	}
	rs.noteCopies(file, in.copies)
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
	default:
		in.failure(line)
		in.rest = append(line, '\n')
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
		in.rs.lost(in.pkg, fields[0])
		in.problems.add(line, fmt.Errorf("result line of %s is cut off or damaged: %s", fields[0], rec.Msg))
	case strings.Contains(text, "\t"):
		in.rs.lost(in.pkg, fields[0])
		in.problems.add(line, fmt.Errorf("result of %s is lost: something was printed in the middle of its line (print with b.Log)", fields[0]))
	default:
		in.rs.note(in.file, line, "begins with Benchmark but is no result: skipped")
	}
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
