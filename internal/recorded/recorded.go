// Package recorded reads recordings of one program that was run again and again, each run a process of its own, and changes
// them in a known way. Tests and simulations compare what is known to be the same, or to differ, by the noise
// that a real machine had. Nothing else needs it.
package recorded

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
)

// ReadFile reads the runs of a gzip file as Read does. The error is one of os.Open where the recording is not there.
func ReadFile(name string) ([][]int64, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("recorded runs: %w", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("recorded runs: %s: %w", name, err)
	}
	runs, err := Read(z)
	if err != nil {
		return nil, fmt.Errorf("recorded runs: %s: %w", name, err)
	}
	return runs, nil
}

// Read reads text with one sample a line, an integer, and runs separated by empty lines. They are in the order of the text,
// and none is empty.
func Read(r io.Reader) (runs [][]int64, err error) {
	var run []int64
	end := func() {
		if run != nil {
			runs, run = append(runs, run), nil
		}
	}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if lines.Text() == "" {
			end()
			continue
		}
		x, err := strconv.ParseInt(lines.Text(), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		run = append(run, x)
	}
	end()
	return runs, lines.Err()
}

// DoubledTail is a run with its slowest 2% doubled, one sample at least, and whatever took as long as the fastest of these. The
// run itself stays as it is.
func DoubledTail(run []int64) []int64 {
	if len(run) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(run))
	from := sorted[len(sorted)-max(1, len(sorted)/50)]
	changed := slices.Clone(run)
	for i, x := range changed {
		if x >= from {
			changed[i] = 2 * x
		}
	}
	return changed
}
