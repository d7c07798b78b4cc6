package reportx

import (
	"bufio"
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
		line := strings.TrimSpace(string(lines.line))
		if line == "" {
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
		x, err := strconv.ParseFloat(line, 64)
		if err != nil {
			err = notNumber(line)
		} else {
			err = pack.add(x)
		}
		if err != nil {
			problems.add(lines.n, err)
		}
	}
}

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
