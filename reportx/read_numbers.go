package reportx

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
)

// readNumbers reads text with one number a line, in ns. A blank line ends a
// run; lines that begin with # are comments. The benchmark gets the name of the
// file without directory and extension, its runs ids name@0, name@1, ...
func (rs *Results) readNumbers(file string, br *bufio.Reader) (found int, err error) {
	name := seriesName(file)
	lines := newLineScanner(br, maxLine)
	problems := problemList{rs: rs, file: file}
	defer problems.close()
	var run *Run
	var pack *packer
	end := func() {
		if run != nil {
			pack.flush()
			rs.addRaw(name, run)
			run = nil
		}
	}
	defer end()
	for {
		switch err := lines.next(); err {
		case nil:
		case io.EOF:
			return found, nil
		case errLongLine:
			problems.add(lines.n, err)
			continue
		default:
			return found, err
		}
		line := bytes.TrimSpace(lines.line)
		if len(line) == 0 {
			end()
			continue
		}
		if line[0] == '#' {
			continue
		}
		if run == nil {
			run = newRawRun(file, lines.n, name+"@"+strconv.Itoa(found))
			pack = newPacker(&run.Series[0].Samples)
			found++
		}
		x, err := parseNumber(line)
		if err == nil {
			err = pack.add(x)
		}
		if err != nil {
			problems.add(lines.n, err)
			run.dropped++
		}
	}
}

// parseNumber reads a number. Whole ones of up to 15 digits, exact in a float64, take
// a third of the time that others do.
func parseNumber(line []byte) (float64, error) {
	const exact = 15
	n := int64(0)
	for i, c := range line {
		if i == exact || c < '0' || c > '9' {
			x, err := strconv.ParseFloat(string(line), 64)
			switch {
			case errors.Is(err, strconv.ErrRange) && x > 0:
				return 0, fmt.Errorf("%.40s ns %w", line, errTooLong)
			case errors.Is(err, strconv.ErrRange):
				return 0, fmt.Errorf("%.40s: %w", line, errNegative)
			case err != nil:
				return 0, notNumber(string(line))
			}
			return x, nil
		}
		n = n*10 + int64(c-'0')
	}
	return float64(n), nil
}

// What keeps a number from being a duration.
var (
	errTooLong  = errors.New("is longer than can be kept (53 days)")
	errNegative = errors.New("a duration cannot be negative")
)

// notNumber says what a line is instead of a number.
func notNumber(line string) error {
	if n := strings.TrimRight(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZµμ/ "); n != line {
		if _, err := strconv.ParseFloat(n, 64); err == nil {
			return fmt.Errorf("%.40q has a unit: numbers are in ns, without one", line)
		}
	}
	return fmt.Errorf("%.40q is not a number", line)
}

// seriesName is the name of the series in a file of numbers.
func seriesName(file string) string {
	if file == "-" {
		return "stdin"
	}
	base := filepath.Base(file)
	if name := strings.TrimSuffix(base, filepath.Ext(base)); name != "" {
		return name
	}
	return base
}

// newRawRun is a run of numbers.
func newRawRun(file string, line int, id string) *Run {
	return &Run{File: file, Line: line, ID: id, Rep: -1, Series: []*Series{{Batch: 1}}}
}

// addRaw adds a run of numbers, unless it has none.
func (rs *Results) addRaw(name string, run *Run) bool {
	rs.take("", name, run)
	if run.Series[0].Samples.Len() == 0 {
		return false
	}
	if !rs.options.KeepWarmup {
		if err := judge(run); err != nil {
			rs.problem(run.File, run.Line, err) // our own encoding: never seen
		}
	}
	b := rs.benchmark("", name)
	b.Raw = true
	b.Runs = append(b.Runs, run)
	return true
}
