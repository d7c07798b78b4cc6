package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// aaDir has the samples of four programs run again and again on a noisy machine: runs are
// separated by blank lines.
const aaDir = "../../../shared/data/aa"

// readAA returns the runs of a program, each with its samples.
func readAA(t *testing.T, name string) (runs [][]int) {
	t.Helper()
	f, err := os.Open(filepath.Join(aaDir, name+".txt.gz"))
	if err != nil {
		t.Skipf("needs recorded runs of one program: %v", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		var run []int
		for _, word := range strings.Fields(block) {
			x, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			run = append(run, x)
		}
		runs = append(runs, run)
	}
	return runs
}

// slower is a run with its slowest 2% doubled.
func slower(run []int) []int {
	sorted := slices.Sorted(slices.Values(run))
	from := sorted[len(sorted)-len(sorted)/50]
	changed := slices.Clone(run)
	for i, x := range changed {
		if x >= from {
			changed[i] = 2 * x
		}
	}
	return changed
}

func numbers(runs [][]int) []byte {
	var b bytes.Buffer
	for i, run := range runs {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, x := range run {
			b.WriteString(strconv.Itoa(x) + "\n")
		}
	}
	return b.Bytes()
}

// The gate hardly ever fails a program compared with itself, on the noise of a real machine,
// and finds a doubled tail in most comparisons. With -v it makes more of them and prints a table.
func TestGateRecordedNoise(t *testing.T) {
	comparisons := 12
	if testing.Verbose() {
		comparisons = 100
	}
	rng := rand.New(rand.NewPCG(1, 2))
	falsely, found, all := 0, 0, 0
	for _, name := range []string{"http", "json", "map", "gc"} {
		runs := readAA(t, name)
		statuses := [2][4]int{}
		for range comparisons {
			old, new := interleaved(rng, runs)
			statuses[0][gateRuns(t, old, new)]++
			for i := range new {
				new[i] = slower(new[i])
			}
			statuses[1][gateRuns(t, old, new)]++
		}
		if n := statuses[0][exitCannot] + statuses[1][exitCannot]; n > 0 {
			t.Errorf("%s: %d comparisons could not be made", name, n)
		}
		t.Logf("%-4s of %d: unchanged %3d failed, %3d unsure; slowest 2%% doubled %3d failed, %3d unsure", name, comparisons,
			statuses[0][exitFailed], statuses[0][exitUnsure], statuses[1][exitFailed], statuses[1][exitUnsure])
		falsely, found, all = falsely+statuses[0][exitFailed], found+statuses[1][exitFailed], all+comparisons
	}
	// Twice what is promised, 2.5%: the comparisons overlap, and so vary by more than independent ones.
	if 20*falsely > all {
		t.Errorf("%d of %d comparisons of a program with itself failed", falsely, all)
	}
	if 100*found < 65*all {
		t.Errorf("a doubled tail was found in %d of %d comparisons", found, all)
	}
}

// interleaved takes ten pairs of neighbours, each in random order.
func interleaved(rng *rand.Rand, runs [][]int) (old, new [][]int) {
	const pairs = 10
	first := rng.IntN(len(runs) - 2*pairs + 1)
	for i := range pairs {
		a, b := runs[first+2*i], runs[first+2*i+1]
		if rng.IntN(2) == 0 {
			a, b = b, a
		}
		old, new = append(old, a), append(new, b)
	}
	return old, new
}

// gateRuns is the exit status of the gate.
func gateRuns(t *testing.T, old, new [][]int) int {
	t.Helper()
	dir := t.TempDir()
	var files []string
	for i, runs := range [][][]int{old, new} {
		sub := filepath.Join(dir, strconv.Itoa(i))
		if err := os.Mkdir(sub, 0o777); err != nil {
			t.Fatal(err)
		}
		files = append(files, filepath.Join(sub, "work.txt"))
		if err := os.WriteFile(files[i], numbers(runs), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	return run([]string{"gate", "-paired", "-strict", files[0], files[1]}, nil, &stdout, &stderr)
}
