package runner

import (
	"fmt"
	"io"
	"math"
	"os"
)

// A Joined is a result file before it is written: what go test printed, each
// result line with the samples that belong to it.
//
// Standard output is the authority on results: only testing knows B/op, MB/s
// and what a benchmark reported after us, and only there is a run that failed
// missing. The sample files add the samples.
type Joined struct {
	Packages []*Package
	// Notes say which samples found no result line, and the other way round.
	Notes []string
	// Runs is the number of runs that have a result line, Sampled how many of
	// them have samples.
	Runs, Sampled int
	// Recorded is the number of runs whose metrics come from a recorder,
	// which should have samples, Unsampled how many of them have none.
	Recorded, Unsampled int

	samples map[*Package][]*sampleRun // by result, nil where it has none
}

// Join finds the samples of each result line by package, printed name and
// repetition, and makes sure: the number of iterations and the metrics that
// both sides name must agree. Where they do not (prints of the benchmark may
// have swallowed a line, so that repetitions are out of step) the run that
// does agree is taken, if there is one.
func Join(packages []*Package, s *Samples) *Joined {
	j := &Joined{Packages: packages, samples: make(map[*Package][]*sampleRun)}
	for _, p := range packages {
		found := make([]*sampleRun, len(p.Results))
		for i, r := range p.Results {
			runs := s.runs[runKey{p.Path, r.Name}]
			found[i] = match(runs, r)
			if !r.Pooled() {
				j.Runs++
			}
			if r.Recorded() {
				j.Recorded++
				if found[i] == nil {
					j.Unsampled++
				}
			}
			switch {
			case found[i] != nil:
				found[i].used = true
				j.Sampled++
			case unmatched(runs, r.Rep):
				j.Notes = append(j.Notes, fmt.Sprintf("%s: %s run %d: the samples recorded for it tell of another result; they are left out", p.Path, r.Name, r.Rep+1))
			}
		}
		j.samples[p] = found
	}
	return j
}

// match picks the run that belongs to a result.
func match(runs []*sampleRun, r Result) *sampleRun {
	for _, run := range runs {
		if run.rep == r.Rep && !run.used && run.agrees(r) {
			return run
		}
	}
	for _, run := range runs {
		if !run.used && run.agrees(r) {
			return run
		}
	}
	return nil
}

// unmatched reports whether there are samples for a repetition that found no
// result line to belong to.
func unmatched(runs []*sampleRun, rep int) bool {
	for _, run := range runs {
		if run.rep == rep && !run.used {
			return true
		}
	}
	return false
}

// agrees reports whether a run's samples can belong to a result line: it had
// as many iterations, and no metric differs. Values were rounded in printing,
// to four digits at worst.
func (run *sampleRun) agrees(r Result) bool {
	if run.iters != r.N {
		return false
	}
	for _, m := range run.metrics {
		for _, n := range r.Metrics {
			if m.Unit == n.Unit && !alike(m.Value, n.Value) {
				return false
			}
		}
	}
	return true
}

// alike compares two renderings of one number. testing prints at least four
// significant digits, but not more than seven decimals.
func alike(x, y float64) bool {
	return math.Abs(x-y) <= 1e-3*max(math.Abs(x), math.Abs(y))+1e-6
}

// WriteTo writes the result file: for each package the configuration lines
// and result lines as go test printed them, each result line followed by its
// sample lines. It is a Go benchmark file, which benchstat reads as it is.
func (j *Joined) WriteTo(w io.Writer) (int64, error) {
	out := &countingWriter{w: w}
	for _, p := range j.Packages {
		if err := j.writePackage(out, p); err != nil {
			return out.n, err
		}
	}
	return out.n, nil
}

func (j *Joined) writePackage(w io.Writer, p *Package) error {
	if len(p.Results) == 0 {
		return nil
	}
	text := ""
	for _, l := range p.Config {
		text += l + "\n"
	}
	if !p.configured("pkg") {
		text += "pkg: " + p.Path + "\n"
	}
	for _, l := range p.Units {
		text += l + "\n"
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	var current *sampleFile
	var open *os.File
	defer func() {
		if open != nil {
			open.Close()
		}
	}()
	for i, r := range p.Results {
		run := j.samples[p][i]
		if run != nil && run.file != current {
			// Sample lines refer to the process line before them.
			current = run.file
			if open != nil {
				open.Close()
			}
			var err error
			if open, err = os.Open(current.path); err != nil {
				return fmt.Errorf("reading samples: %w", err)
			}
			if _, err := w.Write(current.header); err != nil {
				return err
			}
		}
		if _, err := io.WriteString(w, r.Line+"\n"); err != nil {
			return err
		}
		if run == nil {
			continue
		}
		if _, err := io.Copy(w, io.NewSectionReader(open, run.off, run.size)); err != nil {
			return err
		}
	}
	return nil
}

type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
