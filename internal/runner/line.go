package runner

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLine is the longest result line that is kept, in bytes: benchstat loses
// the whole file at a line of 65,536.
const maxLine = 1<<16 - 1

// A ResultLine is one result line of the testing package.
type ResultLine struct {
	Name    string // as printed, with the -procs suffix
	N       int64  // iterations
	Metrics []Metric
}

// A Metric is one value and its unit.
type Metric struct {
	Value float64
	Unit  string
}

// finite reports whether the metric's value is an ordinary number.
func (m Metric) finite() bool {
	return !math.IsNaN(m.Value) && !math.IsInf(m.Value, 0)
}

// ParseResultLine reads a result line. It wants what testing prints: a
// benchmark's name, the number of iterations and one or more pairs of value
// and unit. NaN and Inf are values like others here.
func ParseResultLine(line string) (ResultLine, bool) {
	f := strings.Fields(line)
	if len(f) < 4 || len(f)%2 != 0 || !isName(f[0]) {
		return ResultLine{}, false
	}
	n, err := strconv.ParseInt(f[1], 10, 64)
	if err != nil || n < 0 {
		return ResultLine{}, false
	}
	r := ResultLine{Name: f[0], N: n}
	for i := 2; i < len(f); i += 2 {
		v, err := strconv.ParseFloat(f[i], 64)
		if err != nil || !isUnit(f[i+1]) {
			return ResultLine{}, false
		}
		r.Metrics = append(r.Metrics, Metric{v, f[i+1]})
	}
	return r, true
}

// Pooled reports whether the line sums up the runs of its benchmark instead
// of being one of them, as benchx.Main prints them after the benchmarks.
func (r ResultLine) Pooled() bool {
	for _, m := range r.Metrics {
		if !strings.Contains(m.Unit, "pooled-") {
			return false
		}
	}
	return true
}

// isName reports whether testing could have printed s as a benchmark's name.
func isName(s string) bool {
	rest, ok := strings.CutPrefix(s, "Benchmark")
	if !ok {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLower(r)
}

// isUnit keeps numbers out of the place of units; testing itself refuses
// units with spaces and nothing else.
func isUnit(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err != nil
}

// A Verdict says what is to become of a result line in a result file.
type Verdict int

const (
	Keep    Verdict = iota
	Trim            // some of its metrics are no numbers: the line goes on without them
	Spoiled         // nothing can be read from it
	TooLong         // would cost the reader of a result file all the rest
)

// Judge says whether a line is fit for a result file, where a single NaN
// makes benchstat run out of memory and +Inf splits its tables. testing
// prints "0 NaN ns/op" or "+Inf ns/op" when a benchmark skipped or broke off
// before its first iteration ended: such lines are spoiled. A metric of the
// benchmark's own that is NaN or Inf is cut out.
func (r ResultLine) Judge(line string) Verdict {
	if len(line) > maxLine {
		return TooLong
	}
	verdict, left := Keep, 0
	for _, m := range r.Metrics {
		switch {
		case m.finite():
			left++
		case m.Unit == "ns/op":
			return Spoiled
		default:
			verdict = Trim
		}
	}
	if left == 0 {
		return Spoiled
	}
	return verdict
}

// trimmed returns a result line without the metrics that are no numbers.
func trimmed(line string) string {
	f := strings.Fields(line)
	out := f[0] + "\t" + f[1]
	for i := 2; i+1 < len(f); i += 2 {
		v, err := strconv.ParseFloat(f[i], 64)
		if err == nil && (Metric{Value: v}).finite() {
			out += "\t" + f[i] + " " + f[i+1]
		}
	}
	return out
}

// configKeys are the configuration lines that testing prints. Other lines of
// the form "word: text" are a program's prints; in a result file they would
// split benchstat's tables.
var configKeys = []string{"goos", "goarch", "pkg", "cpu"}

// configLine returns the key of a configuration line printed by testing.
func configLine(line string) (key string, ok bool) {
	for _, k := range configKeys {
		if rest, found := strings.CutPrefix(line, k); found && strings.HasPrefix(rest, ": ") {
			return k, true
		}
	}
	return "", false
}
