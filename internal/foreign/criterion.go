package foreign

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// readCriterion reads sample.json of Criterion.rs: "iters", the iterations of each sample, and
// "times", how long they took together, in ns for its default measurement. A value
// is times/iters. With the sampling mode Linear each sample has more iterations than
// the one before it, so that values scatter less towards the end.
//
// The file does not say whose samples they are: see [CriterionID] and [CriterionPath].
func readCriterion(f *File, s *scanner) error {
	var iters, times []float64
	var bad *Error
	s.peek()
	line := s.line
	err := s.object(func(key string) (err error) {
		var wrong *Error
		switch key {
		case "iters":
			iters, wrong, err = s.durations(iters)
		case "times":
			times, wrong, err = s.durations(times)
		default:
			err = s.skip()
		}
		if bad == nil {
			bad = wrong
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case bad != nil:
		f.refuse("the sample", bad)
		return nil
	case len(iters) != len(times):
		f.errorf(line, "%d iters for %d times", len(iters), len(times))
		return nil
	}
	for i, n := range iters {
		if n < 1 {
			f.errorf(line, "iters %d is %v: no time per iteration", i, n)
			return nil
		}
		times[i] /= n
	}
	if len(times) > 0 {
		f.add(Series{
			Line: line, Unit: "ns", Value: "the mean over the iterations of one Criterion.rs sample",
			Runs: []Run{{Line: line, Values: times}},
		})
	}
	return nil
}

// CriterionID reads the benchmark's name from the file benchmark.json that Criterion.rs puts
// beside sample.json.
func CriterionID(r io.Reader) (string, error) {
	var full string
	var parts [3]string
	s := newScanner(r)
	err := s.object(func(key string) (err error) {
		switch key {
		case "full_id":
			full, err = s.text()
		case "group_id":
			parts[0], err = s.text()
		case "function_id":
			parts[1], err = s.text()
		case "value_str":
			parts[2], err = s.text()
		default:
			err = s.skip()
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("benchmark.json: %w", err)
	}
	if full != "" && full != "null" {
		return full, nil
	}
	var id []string
	for _, part := range parts {
		if part != "" && part != "null" {
			id = append(id, part)
		}
	}
	if id == nil {
		return "", errors.New("benchmark.json has no full_id")
	}
	return strings.Join(id, "/"), nil
}

// CriterionPath makes a name of where sample.json lies, with slashes: of
// target/criterion/GROUP/FUNCTION/new/sample.json it is GROUP/FUNCTION. It is ""
// where the path has no directory to go by.
func CriterionPath(file string) string {
	dir := path.Dir(path.Clean(file))
	switch path.Base(dir) {
	case "new", "base", "change":
		dir = path.Dir(dir)
	}
	parts := strings.Split(strings.Trim(dir, "/"), "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i] == "criterion" {
			return strings.Join(parts[i+1:], "/")
		}
	}
	if last := parts[len(parts)-1]; last != "." && last != ".." {
		return last
	}
	return ""
}
