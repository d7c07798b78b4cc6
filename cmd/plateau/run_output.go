package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/plateau-bench/plateau/internal/runner"
)

// A resultFile is where plateau run writes results and samples: a file, or
// one of the streams that the process has anyway. These are written to as
// they are: opened by name, a log that they go to would be cut or replaced.
type resultFile struct {
	path   string    // as given with -o, "" for none
	stream io.Writer // nil for a file
}

// openResultFile takes the value of -o and finds out what would keep it from
// being written to. The error is one to end with; a warning on s.stderr says
// that the report alone can be had.
func openResultFile(s streams, path string, json bool) (resultFile, error) {
	f := resultFile{path: path}
	if path == "" {
		return f, nil
	}
	switch filepath.ToSlash(path) {
	case "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		if json {
			return f, fmt.Errorf("%s: with -json go test's events go to standard output; name a file", path)
		}
		f.stream = s.stdout
		return f, nil
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		f.stream = s.stderr
		return f, nil
	}
	if sameFile(path, s.stdout) || sameFile(path, s.stderr) {
		return f, fmt.Errorf("%s is where the output of plateau run goes already, and would be replaced; name another file, or - for standard output", path)
	}
	if err := runner.CheckOutput(path); errors.Is(err, runner.ErrNotOurs) {
		return f, err
	} else if err != nil {
		fmt.Fprintf(s.stderr, "plateau run: %s cannot be written (%v); measuring goes on, for the report alone\n", path, err)
	}
	return f, nil
}

// sameFile reports whether a stream goes to the regular file at path.
func sameFile(path string, stream io.Writer) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	there, err := os.Stat(path)
	if err != nil || !there.Mode().IsRegular() {
		return false
	}
	here, err := f.Stat()
	return err == nil && os.SameFile(here, there)
}

// write writes the results.
func (f resultFile) write(j *runner.Joined) error {
	if f.stream == nil {
		return runner.WriteFile(f.path, j)
	}
	w := bufio.NewWriterSize(f.stream, 1<<18)
	if _, err := j.WriteTo(w); err != nil {
		return err
	}
	return w.Flush()
}

// readable reports whether what was written can be read again.
func (f resultFile) readable() bool {
	if f.stream != nil {
		return false
	}
	fi, err := os.Stat(f.path)
	return err == nil && fi.Mode().IsRegular()
}

// reportStreams are the streams for the report: it makes way for go test's
// events and for the results where these go to standard output.
func (f resultFile) reportStreams(s streams, json bool) streams {
	if json || f.stream != nil && f.stream == s.stdout {
		s.stdout = s.stderr
	}
	return s
}
