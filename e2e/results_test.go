package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// A line is one result line of go test -bench.
type line struct {
	name   string // as printed, with the -procs suffix if there is one
	n      int64
	values map[string]float64
	units  []string // in printed order
}

// parseResults finds the result lines of text, which is the output of go test
// or that of go test -json. It is written from the format's description alone
// (golang.org/design/14313-benchmark-format), as a witness beside the module's
// own readers.
func parseResults(text string) ([]line, error) {
	if strings.HasPrefix(text, "{") {
		text = joinEvents(text)
	}
	var lines []line
	for i, s := range strings.Split(text, "\n") {
		f := strings.Fields(s)
		if len(f) < 4 || !strings.HasPrefix(s, "Benchmark") {
			continue
		}
		n, err := strconv.ParseInt(f[1], 10, 64)
		if err != nil {
			continue // a log line that begins with a benchmark's name
		}
		if len(s) >= bufio.MaxScanTokenSize-1 {
			return nil, fmt.Errorf("line %d: %d bytes: benchstat would lose all the output", i+1, len(s))
		}
		if len(f)%2 != 0 {
			return nil, fmt.Errorf("line %d: a value without a unit: %s", i+1, s)
		}
		l := line{name: f[0], n: n, values: map[string]float64{}}
		for k := 2; k < len(f); k += 2 {
			v, err := strconv.ParseFloat(f[k], 64)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			if _, twice := l.values[f[k+1]]; twice {
				return nil, fmt.Errorf("line %d: two values in %s", i+1, f[k+1])
			}
			l.values[f[k+1]] = v
			l.units = append(l.units, f[k+1])
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// joinEvents returns the text that the output events of go test -json hold. A
// line's pieces come as several events, interleaved with those of other
// packages.
func joinEvents(text string) string {
	type event struct{ Action, Package, Output string }
	packages := map[string]*strings.Builder{}
	var order []string
	for s := range strings.SplitSeq(text, "\n") {
		var e event
		if json.Unmarshal([]byte(s), &e) != nil || e.Action != "output" {
			continue
		}
		if packages[e.Package] == nil {
			packages[e.Package] = new(strings.Builder)
			order = append(order, e.Package)
		}
		packages[e.Package].WriteString(e.Output)
	}
	var all strings.Builder
	for _, p := range order {
		all.WriteString(packages[p].String() + "\n")
	}
	return all.String()
}

// sound checks what holds for every result line, whatever it measures: none
// of our values is NaN, infinite, negative or an exact 0 in a unit of time,
// and percentiles are in order.
func (l line) sound() error {
	for _, u := range l.units {
		v := l.values[u]
		switch {
		case u == "ns/op" || u == "MB/s":
			// Testing's own: it prints 0 NaN ns/op after a Skip.
		case math.IsNaN(v) || math.IsInf(v, 0) || v < 0:
			return fmt.Errorf("%s: %v %s", l.name, v, u)
		case v == 0 && strings.Contains(u, "ns/"):
			return fmt.Errorf("%s: an exact 0 in %s, which benchstat puts in a table of its own", l.name, u)
		}
	}
	type point struct{ p, v float64 }
	stages := map[string][]point{}
	for u, v := range l.values {
		stage, p, ok := percentileUnit(u)
		if ok {
			stages[stage] = append(stages[stage], point{p, v})
		}
	}
	for stage, points := range stages {
		sort.Slice(points, func(i, j int) bool { return points[i].p < points[j].p })
		if !slices.IsSortedFunc(points, func(a, b point) int {
			switch {
			case a.v < b.v:
				return -1
			case a.v > b.v:
				return 1
			}
			return 0
		}) {
			return fmt.Errorf("%s: percentiles of stage %q out of order: %v", l.name, stage, points)
		}
	}
	return nil
}

// percentileUnit splits "ttft-p99.9-ns/op" into its stage, "ttft", and 99.9.
func percentileUnit(u string) (stage string, p float64, ok bool) {
	head, found := strings.CutSuffix(u, "-ns/op")
	if !found {
		return "", 0, false
	}
	i := strings.LastIndex(head, "p")
	if i < 0 {
		return "", 0, false
	}
	p, err := strconv.ParseFloat(head[i+1:], 64)
	return head[:i], p, err == nil
}

// is reports whether l is a line of the benchmark called name, with its
// -procs suffix or without it.
func (l line) is(name string) bool {
	if l.name == name {
		return true
	}
	base, procs, ok := cutLast(l.name, "-")
	if !ok || base != name {
		return false
	}
	_, err := strconv.Atoi(procs)
	return err == nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
