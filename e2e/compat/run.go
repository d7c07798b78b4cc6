package compat

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A trial is one run of a module's benchmarks.
type trial struct {
	found, measured int                             // loops; of an untouched run 0
	left            []string                        // file:line and reason of the others
	failed          []string                        // packages and benchmarks
	lines           map[string][]map[string]float64 // metrics by unit of each result line, by package and name
	output          string
}

// runner runs benchmarks in a checkout; plateau is the command that measures them, "" leaves them as they are.
type runner struct{ dir, plateau string }

// run runs the benchmarks that match, each for benchTime. A failure of some of them is no error.
func (r runner) run(packages []string, bench, benchTime string) (*trial, error) {
	args := append([]string{"-json", "-run=^$", "-bench=" + bench, "-benchtime=" + benchTime, "-timeout=20m"}, packages...)
	cmd := exec.Command("go", append([]string{"test", "-vet=off"}, args...)...)
	if r.plateau != "" {
		cmd = exec.Command(r.plateau, append([]string{"run", "-auto"}, args...)...)
	}
	cmd.Dir = r.dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	t := &trial{lines: map[string][]map[string]float64{}, output: stderr.String()}
	t.readSummary(stderr.String())
	if err := t.readEvents(stdout.Bytes()); err != nil {
		return nil, fmt.Errorf("%w\n%s%s", err, stdout.Bytes(), stderr.Bytes())
	}
	return t, nil
}

var (
	someMeasured = regexp.MustCompile(`^plateau: (\d+) of (\d+) benchmark loops? in `)
	allMeasured  = regexp.MustCompile(`^plateau: (\d+) benchmark loops? in .*, all measured`)
	leftAlone    = regexp.MustCompile(`^\t(\S+:\d+: .*)`)
)

// readSummary reads what plateau says of the loops.
func (t *trial) readSummary(text string) {
	listing := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if m := someMeasured.FindStringSubmatch(line); m != nil {
			t.measured, _ = strconv.Atoi(m[1])
			t.found, _ = strconv.Atoi(m[2])
			listing = true
		} else if m := allMeasured.FindStringSubmatch(line); m != nil {
			t.found, _ = strconv.Atoi(m[1])
			t.measured = t.found
		} else if m := leftAlone.FindStringSubmatch(line); m != nil && listing {
			t.left = append(t.left, m[1])
		} else {
			listing = false
		}
	}
}

// readEvents reads the events of go test -json.
func (t *trial) readEvents(text []byte) error {
	output := map[string]*strings.Builder{}
	scan := bufio.NewScanner(bytes.NewReader(text))
	scan.Buffer(nil, 1<<24)
	for scan.Scan() {
		var e struct{ Action, Package, Test, Output string }
		if json.Unmarshal(scan.Bytes(), &e) != nil {
			continue // what the go command says itself
		}
		switch e.Action {
		case "fail":
			t.failed = append(t.failed, strings.TrimSpace(e.Package+" "+e.Test))
		case "output":
			if output[e.Package] == nil {
				output[e.Package] = new(strings.Builder)
			}
			output[e.Package].WriteString(e.Output)
		}
	}
	for pkg, text := range output {
		t.readLines(pkg, text.String())
	}
	slices.Sort(t.failed)
	return scan.Err()
}

var resultLine = regexp.MustCompile(`^(Benchmark\S*)\s+(\d+)\t(.* ns/op.*)`)

func (t *trial) readLines(pkg, text string) {
	for line := range strings.Lines(text) {
		m := resultLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		metrics := map[string]float64{}
		fields := strings.Fields(m[3])
		for i := 0; i+1 < len(fields); i += 2 {
			if v, err := strconv.ParseFloat(fields[i], 64); err == nil {
				metrics[fields[i+1]] = v
			}
		}
		key := pkg + " " + m[1]
		t.lines[key] = append(t.lines[key], metrics)
	}
}

// lost is what the untouched run has and this one lacks: results, and metrics of theirs. Failures are those that are new.
func (t *trial) lost(plain *trial) (lost, failures []string) {
	for name, runs := range plain.lines {
		if len(t.lines[name]) != len(runs) {
			lost = append(lost, name)
			continue
		}
		for i, metrics := range runs {
			for unit := range metrics {
				if _, ok := t.lines[name][i][unit]; !ok {
					lost = append(lost, name+" "+unit)
				}
			}
		}
	}
	for _, f := range t.failed {
		if !slices.Contains(plain.failed, f) {
			failures = append(failures, f)
		}
	}
	slices.Sort(lost)
	return lost, failures
}

// sampled is the number of results that have a median of ours.
func (t *trial) sampled() (n int) {
	for _, runs := range t.lines {
		for _, metrics := range runs {
			if _, ok := metrics["p50-ns/op"]; ok {
				n++
			}
		}
	}
	return n
}
