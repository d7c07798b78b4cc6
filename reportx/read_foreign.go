package reportx

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"github.com/plateau-bench/plateau/internal/foreign"
)

// readForeign reads the file of another tool. Its runs get ids name@0, name@1, ...
func (rs *Results) readForeign(file string, tool foreign.Format, br *bufio.Reader, beside func(string) (io.ReadCloser, error)) (found int, err error) {
	f, err := foreign.Read(tool, br)
	for _, n := range f.Notes {
		rs.note(file, n.Line, n.Text)
		found++ // it was understood
	}
	problems := problemList{rs: rs, file: file}
	defer problems.close()
	for _, e := range f.Errors {
		problems.add(e.Line, e.Err)
	}
	for i := range f.Series {
		s := &f.Series[i]
		if tool == foreign.Criterion {
			s.ID = criterionID(file, beside)
		}
		for _, r := range s.Runs {
			run, packErr := packForeign(&r)
			if packErr != nil {
				rs.lost("", s.ID)
				problems.add(r.Line, fmt.Errorf("a run of %s is left out: %w", s.ID, packErr))
				continue
			}
			b := rs.benchmark("", s.ID)
			b.Value = s.Value
			run.File, run.ID = file, s.ID+"@"+strconv.Itoa(len(b.Runs))
			run.Process = foreignProcess(tool, file, len(b.Runs))
			rs.addRaw(s.ID, run)
			found++
		}
		s.Runs = nil
	}
	return found, err
}

// packForeign makes a run of the values of another tool, which it does not keep.
func packForeign(r *foreign.Run) (*Run, error) {
	run := newRawRun("", r.Line, "")
	s := run.Series[0]
	s.Warmup = int64(r.Warmup)
	pack := newPacker(&s.Samples)
	end := 0 // in r.Iterations
	for i, x := range r.Values {
		count := int64(1)
		if r.Counts != nil {
			count = r.Counts[i]
		}
		for range count {
			if err := pack.add(x); err != nil {
				return nil, fmt.Errorf("value %d: %w", i, err)
			}
		}
		if r.Counts == nil {
			continue
		}
		if i == 0 || i == r.Iterations[end] {
			if i > 0 {
				end++
			}
			s.groups = append(s.groups, 0)
		}
		s.groups[end] += count
	}
	pack.flush()
	return run, nil
}

// foreignProcess tells processes apart, as far as a tool's way of working does.
func foreignProcess(tool foreign.Format, file string, run int) string {
	switch tool {
	case foreign.JMH, foreign.Pyperf:
		return fmt.Sprintf("%s#%d", file, run)
	case foreign.GoogleBenchmark:
		return file
	}
	return ""
}

// criterionID is the name of the benchmark whose sample.json file is.
func criterionID(file string, beside func(string) (io.ReadCloser, error)) string {
	if beside == nil {
		return seriesName(file)
	}
	if f, err := beside("benchmark.json"); err == nil {
		defer f.Close()
		if id, err := foreign.CriterionID(f); err == nil {
			return id
		}
	}
	if abs, err := filepath.Abs(file); err == nil {
		if id := foreign.CriterionPath(filepath.ToSlash(abs)); id != "" {
			return id
		}
	}
	return seriesName(file)
}
