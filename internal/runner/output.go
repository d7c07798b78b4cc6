package runner

import "strings"

// A LineKind says what a line of a test binary's output is.
type LineKind int

const (
	Text       LineKind = iota // anything else: prints, logs, PASS, ok, panics
	ConfigLine                 // goos, goarch, pkg, cpu
	UnitLine                   // "Unit p99-ns/op better=lower"
	Started                    // a benchmark's name alone: its run has begun
	Finished                   // a whole result line
)

// A Line is one line of output, put together again.
type Line struct {
	Kind   LineKind
	Text   string // without the newline; "" for Started
	Result ResultLine
	Name   string // of the benchmark, for Started and Finished
	// Rep counts the runs of this printed name in this output from 0. Runs
	// whose line was lost or failed are counted too, so that it stays in step
	// with what the benchmark itself recorded.
	Rep int
}

// An Output puts the output of one test binary together again. testing
// prints a benchmark's name before the run and the rest of the line after it,
// so that whatever is printed in between lands in the line:
//
//	BenchmarkGet-8   	2006/01/02 15:04:05 cache miss
//	     100	     27371 ns/op
//
// Output gives the print and the result each a line of its own. Its zero
// value is ready to use.
type Output struct {
	buf  string
	open string // the name, padded, whose result has not come; "" when none
	runs map[string]int
}

// Feed takes the next piece of output, any part of a line, and returns the
// lines that are now known.
func (o *Output) Feed(piece string) []Line {
	var lines []Line
	o.buf += piece
	for {
		i := strings.IndexByte(o.buf, '\n')
		if i < 0 {
			break
		}
		line := strings.TrimSuffix(o.buf[:i], "\r")
		o.buf = o.buf[i+1:]
		lines = o.line(lines, line)
	}
	// A name that waits for its result is known before the line ends.
	if before, head, rest, ok := cutHead(o.buf); ok && rest == "" && o.announces(before, head) {
		o.buf = ""
		lines = o.start(text(lines, before), head)
	}
	return lines
}

// Open returns the name of the benchmark whose result line is begun and not
// ended, "" when there is none.
func (o *Output) Open() string { return strings.TrimSpace(o.open) }

// Rest returns what has come of a line that never ended, and forgets it. The
// name of a benchmark without its result is no part of it.
func (o *Output) Rest() string {
	rest := o.buf
	o.buf, o.open = "", ""
	return rest
}

// line sorts one whole line.
func (o *Output) line(lines []Line, line string) []Line {
	if before, head, rest, ok := cutHead(line); ok {
		if _, whole := ParseResultLine(head + rest); whole || o.announces(before, head) {
			lines = o.start(text(lines, before), head)
			return o.tail(lines, rest)
		}
	}
	if o.open != "" && line != "" {
		return o.tail(lines, line)
	}
	if name, ok := failedRun(line); ok && isName(name) {
		// Under -v a run that fails prints no name of its own before.
		o.count(name)
	}
	return append(lines, plain(line))
}

// start notes that the run of head's benchmark has begun.
func (o *Output) start(lines []Line, head string) []Line {
	o.open = head
	name := strings.TrimSpace(head)
	return append(lines, Line{Kind: Started, Name: name, Rep: o.count(name)})
}

// count counts a run of name and returns its number, from 0.
func (o *Output) count(name string) int {
	if o.runs == nil {
		o.runs = make(map[string]int)
	}
	k := o.runs[name]
	o.runs[name] = k + 1
	return k
}

// tail sorts what follows the name of the open benchmark: its result, or
// something that was printed during the run, or both.
func (o *Output) tail(lines []Line, rest string) []Line {
	if name, ok := failedRun(rest); ok && name == o.Open() {
		o.open = ""
		return append(lines, plain(rest))
	}
	cut := 0
	r, ok := ParseResultLine(o.open + rest)
	if !ok {
		if cut = resultColumn(rest); cut >= 0 {
			r, ok = ParseResultLine(o.open + rest[cut:])
		}
	}
	if !ok || r.Name != o.Open() {
		return text(lines, rest)
	}
	lines = text(lines, rest[:cut])
	full := o.open + rest[cut:]
	o.open = ""
	return append(lines, Line{Kind: Finished, Text: full, Result: r, Name: r.Name, Rep: o.runs[r.Name] - 1})
}

// resultColumn returns where a result begins in a line that starts with a
// print without a newline, -1 when there is none. testing pads the count of
// iterations to eight columns and puts ns/op right after it.
func resultColumn(s string) int {
	ns := strings.Index(s, " ns/op")
	if ns < 0 {
		return -1
	}
	tab := strings.LastIndexByte(s[:ns], '\t')
	if tab < 0 {
		return -1
	}
	i := tab
	for i > 0 && '0' <= s[i-1] && s[i-1] <= '9' {
		i--
	}
	for i > 0 && tab-i < 8 && s[i-1] == ' ' {
		i--
	}
	return i
}

// cutHead finds a benchmark's name, as testing prints it before a run, in a
// line: the name, padding, a tab. before is what stands in front of it.
func cutHead(line string) (before, head, rest string, ok bool) {
	for from := 0; ; {
		i := strings.Index(line[from:], "Benchmark")
		if i < 0 {
			return "", "", "", false
		}
		i += from
		from = i + len("Benchmark")
		tab := strings.IndexByte(line[i:], '\t')
		if tab < 0 {
			return "", "", "", false
		}
		name := strings.TrimRight(line[i:i+tab], " ")
		if isName(name) && !strings.ContainsAny(name, " ") {
			return line[:i], line[i : i+tab+1], line[i+tab+1:], true
		}
	}
}

// announces reports whether a name in a line without a result is one that
// testing prints at the beginning of a run. There is always a space before the
// tab then: a program's own table whose first column is headed "Benchmark"
// rarely has one. Behind a print without a newline it must look like a name
// that testing has made, or be known.
func (o *Output) announces(before, head string) bool {
	name, padded := strings.CutSuffix(head, " \t")
	if !padded {
		return false
	}
	name = strings.TrimRight(name, " ")
	return before == "" || withoutProcs(name) != name || o.runs[name] > 0
}

// failedRun returns the name in a line that testing prints for a failed run.
func failedRun(line string) (name string, ok bool) {
	return strings.CutPrefix(line, "--- FAIL: ")
}

// text appends s as a line of text unless it is empty.
func text(lines []Line, s string) []Line {
	if s == "" {
		return lines
	}
	return append(lines, plain(s))
}

// plain classifies a line that belongs to no benchmark's run.
func plain(s string) Line {
	if _, ok := configLine(s); ok {
		return Line{Kind: ConfigLine, Text: s}
	}
	if strings.HasPrefix(s, "Unit ") {
		return Line{Kind: UnitLine, Text: s}
	}
	return Line{Kind: Text, Text: s}
}
