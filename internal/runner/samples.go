package runner

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/plateau-bench/plateau/internal/series"
)

// Samples is an index of sample files: where in which file the samples of
// each run lie. The samples themselves stay in the files.
type Samples struct {
	// Notes say what could not be read. What is whole is indexed all the same.
	Notes []string

	files int // that were there
	runs  map[runKey][]*sampleRun
}

// A runKey is what a result line of go test has in common with the samples
// recorded for it, apart from the repetition.
type runKey struct{ pkg, name string }

type sampleFile struct {
	path   string
	header []byte // the version and process lines, with their newlines
	start  time.Time
}

// A sampleRun is one complete run in a sample file.
type sampleRun struct {
	file      *sampleFile
	rep       int
	iters     int64
	metrics   []Metric // of the result line that precedes it in its file
	off, size int64    // of its sample lines
	used      bool
}

// ReadSamples indexes the sample files of a directory, except those named in
// old. A file of a process that was killed is read up to where it is whole.
func ReadSamples(dir string, old map[string]bool) *Samples {
	s := &Samples{runs: make(map[runKey][]*sampleRun)}
	names, err := sampleNames(dir)
	if err != nil {
		s.Notes = append(s.Notes, fmt.Sprintf("reading samples: %v", err))
	}
	for _, name := range names {
		if !old[name] {
			s.files++
			s.index(filepath.Join(dir, name))
		}
	}
	// Several processes of one package: a benchmark that runs itself again.
	// The test binary that go test started was there first.
	for _, runs := range s.runs {
		slices.SortStableFunc(runs, func(a, b *sampleRun) int { return a.file.start.Compare(b.file.start) })
	}
	return s
}

// sampleNames lists the sample files of a directory, sorted. A directory that
// is not there has none.
func sampleNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".bench") && !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// runLine begins the first line of a run's samples.
var runLine = []byte("# plateau run ")

func (s *Samples) index(path string) {
	f, err := os.Open(path)
	if err != nil {
		s.Notes = append(s.Notes, fmt.Sprintf("reading samples: %v", err))
		return
	}
	defer f.Close()
	if err := s.indexFile(path, f); err != nil {
		for _, e := range parts(err) {
			s.Notes = append(s.Notes, fmt.Sprintf("%s: %v", path, e))
		}
	}
}

// indexFile reads one sample file. The error joins all that was wrong with it.
func (s *Samples) indexFile(path string, r io.Reader) error {
	var (
		parser series.Parser
		errs   []error
		file   = &sampleFile{path: path}
		result string
		begin  int64 // of the run line of the run in progress
		off    int64
		lineno int
		known  bool // some line is one of a sample file
		whole  bool // and some run is
	)
	in := bufio.NewReaderSize(r, series.BufferSize)
	for {
		line, err := in.ReadSlice('\n')
		lineno++
		long := errors.Is(err, bufio.ErrBufferFull)
		size := int64(len(line))
		if long {
			rest, e := discardLine(in)
			size, err = size+rest, e
			errs = append(errs, fmt.Errorf("line %d: longer than any line of a sample file, skipped", lineno))
		} else if len(line) > 0 {
			if bytes.HasPrefix(line, runLine) {
				begin = off
			}
			kind, e := parser.Line(line, lineno)
			if e != nil {
				errs = append(errs, e)
			}
			known = known || kind != series.Other
			switch kind {
			case series.Header:
				file = &sampleFile{path: path, header: bytes.Clone(line)}
			case series.ProcessLine:
				file.header = append(file.header, line...)
				file.start = parser.Process().Start
			case series.RunComplete:
				whole = true
				s.add(parser.Run(), file, result, begin, off+size-begin)
				result = ""
			case series.Other:
				result = string(line)
			}
		}
		off += size
		if err != nil {
			if !errors.Is(err, io.EOF) {
				errs = append(errs, err)
			}
			break
		}
	}
	if err := parser.Close(lineno); err != nil {
		errs = append(errs, err)
	}
	switch {
	case len(errs) > 0 || whole:
	case off == 0:
		errs = append(errs, errors.New("the sample file is empty: the benchmark ended, or could write no more, before its first run was over"))
	case !known:
		errs = append(errs, errors.New("this is no sample file, or one of another version of benchx"))
	default:
		errs = append(errs, errors.New("no run is in this sample file: the benchmark ended, or could write no more, before its first was over, or the file is of another version of benchx"))
	}
	return errors.Join(errs...)
}

func (s *Samples) add(run *series.RunData, file *sampleFile, result string, off, size int64) {
	r := &sampleRun{file: file, rep: run.Rep, iters: run.Iters, off: off, size: size}
	if line, ok := ParseResultLine(result); ok && line.Name == run.Name {
		r.metrics = line.Metrics
	}
	key := runKey{name: run.Name}
	if run.Process != nil {
		key.pkg = run.Process.Pkg
	}
	s.runs[key] = append(s.runs[key], r)
}

// discardLine reads up to the end of a line that does not fit the buffer.
func discardLine(in *bufio.Reader) (n int64, err error) {
	for {
		part, err := in.ReadSlice('\n')
		n += int64(len(part))
		if !errors.Is(err, bufio.ErrBufferFull) {
			return n, err
		}
	}
}

// parts takes a joined error apart.
func parts(err error) []error {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var out []error
		for _, e := range many.Unwrap() {
			out = append(out, parts(e)...)
		}
		return out
	}
	return []error{err}
}
