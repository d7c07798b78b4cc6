package instrument

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/plateau-bench/plateau/internal/quantity"
)

// A Summary says what became of the loops.
type Summary struct {
	Packages int    // with loops
	Found    int    // loops over iterations
	Measured int    // those that can be measured
	Left     []Loop // the others, and what has no loop
	Skipped  []SkippedPackage
	Broken   error // names the files that cannot be parsed, and were not looked at
}

// A SkippedPackage is one that was asked for and not looked at.
type SkippedPackage struct{ Path, Why string }

func (s *Summary) add(p foundPackage) {
	s.Packages++
	for _, f := range p.files {
		for _, l := range f.Loops {
			if !l.Missing {
				s.Found++
			}
			if l.Why == "" {
				s.Measured++
			} else {
				s.Left = append(s.Left, l)
			}
		}
	}
}

// Print writes the summary for people, paths relative to the working directory where that is shorter.
func (s *Summary) Print(w io.Writer) {
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	lines, left := s.Describe(dir)
	for _, line := range lines {
		fmt.Fprintf(w, "plateau: %s\n", line)
	}
	for _, line := range left {
		fmt.Fprintf(w, "\t%s\n", line)
	}
}

// Describe says what became of packages and loops, in lines, and which loops are left as they are: FILE:LINE and why, the file relative to
// dir where it lies below.
func (s *Summary) Describe(dir string) (lines, left []string) {
	for _, p := range s.Skipped {
		lines = append(lines, fmt.Sprintf("%s is left as it is: %s", p.Path, p.Why))
	}
	switch {
	case s.Found == 0:
		lines = append(lines, "no loop over a benchmark's iterations was found")
	case len(s.Left) == 0:
		lines = append(lines, fmt.Sprintf("%s in %s, all measured", quantity.Of(s.Found, "benchmark loop"), quantity.Of(s.Packages, "package")))
	default:
		lines = append(lines, fmt.Sprintf("%d of %s in %s are measured; these run as before:", s.Measured, quantity.Of(s.Found, "benchmark loop"), quantity.Of(s.Packages, "package")))
	}
	for _, l := range s.Left {
		left = append(left, fmt.Sprintf("%s:%d: %s", below(dir, l.File), l.Line, l.Why))
	}
	return lines, left
}

// Shorten makes a path relative to the working directory where it lies below.
func Shorten(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	return below(dir, path)
}

// below makes a path relative to a directory where it lies in there.
func below(dir, path string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return path
	}
	return rel
}
