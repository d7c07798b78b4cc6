package e2e

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdResults is the script command
//
//	results FILE NAME COUNT [CHECK]...
//
// FILE may be stdout. It fails unless FILE has COUNT result lines of NAME, all
// sound, each passing each CHECK: UNIT (present), !UNIT (absent), UNIT=V,
// UNIT>=V or UNIT<=V, where V is a number, another unit, or
// as in 3*UNIT a multiple of it. The unit N is the number of iterations. With
// NAME = * it counts all the lines.
func cmdResults(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: results FILE NAME COUNT [CHECK]...")
	}
	lines, err := parseResults(ts.ReadFile(args[0]))
	ts.Check(err)
	want, err := strconv.Atoi(args[2])
	ts.Check(err)
	got := 0
	for _, l := range lines {
		ts.Check(l.sound())
		if args[1] != "*" && !l.is(args[1]) {
			continue
		}
		got++
		for _, check := range args[3:] {
			if err := l.check(check); err != nil {
				ts.Fatalf("%s, line %d of %d: %v\nthe line holds: %v", l.name, got, want, err, l.values)
			}
		}
	}
	if got != want {
		ts.Fatalf("%d result lines of %s, want %d", got, args[1], want)
	}
}

func (l line) check(check string) error {
	value := func(unit string) (float64, bool) {
		if unit == "N" {
			return float64(l.n), true
		}
		v, ok := l.values[unit]
		return v, ok
	}
	if unit, absent := strings.CutPrefix(check, "!"); absent {
		if v, ok := value(unit); ok {
			return fmt.Errorf("has %v %s, want none", v, unit)
		}
		return nil
	}
	for _, op := range []string{">=", "<=", "="} {
		unit, bound, ok := strings.Cut(check, op)
		if !ok {
			continue
		}
		limit, err := strconv.ParseFloat(bound, 64)
		if err != nil {
			factor, other, found := strings.Cut(bound, "*")
			k, err := strconv.ParseFloat(factor, 64)
			if !found || err != nil {
				k, other = 1, bound
			}
			if limit, ok = value(other); !ok {
				return fmt.Errorf("%s: %s is neither a number nor a unit of the line", check, bound)
			}
			limit *= k
		}
		v, ok := value(unit)
		if !ok {
			return fmt.Errorf("has no %s", unit)
		}
		if !(op == ">=" && v >= limit || op == "<=" && v <= limit || op == "=" && v == limit) {
			return fmt.Errorf("%v %s, want %s", v, unit, check)
		}
		return nil
	}
	if _, ok := value(check); !ok {
		return fmt.Errorf("has no %s", check)
	}
	return nil
}

// cmdMedian is the script command
//
//	median FILE NAME CHECK...
//
// It is results for the medians of all units over the lines of NAME: one run
// in several may be spoilt by what else the machine does.
func cmdMedian(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: median FILE NAME CHECK...")
	}
	lines, err := parseResults(ts.ReadFile(args[0]))
	ts.Check(err)
	m := medianLine(lines, args[1])
	for _, check := range args[2:] {
		if err := m.check(check); err != nil {
			ts.Fatalf("medians of %s: %v\nthey are: %v", args[1], err, m.values)
		}
	}
}

// medianLine holds, for each unit of name's lines, the upper median.
func medianLine(lines []line, name string) line {
	all := map[string][]float64{}
	for _, l := range lines {
		if !l.is(name) {
			continue
		}
		for u, v := range l.values {
			all[u] = append(all[u], v)
		}
		all["N"] = append(all["N"], float64(l.n))
	}
	m := line{name: name, values: map[string]float64{}}
	for u, vs := range all {
		slices.Sort(vs)
		m.values[u] = vs[len(vs)/2]
		m.units = append(m.units, u)
	}
	m.n = int64(m.values["N"])
	return m
}

// cmdRatio is the script command
//
//	ratio FILE UNIT NAME1 NAME2 LOW HIGH
//
// It fails unless the median of UNIT over the lines of NAME1, divided by that
// over the lines of NAME2, lies between LOW and HIGH.
func cmdRatio(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 6 {
		ts.Fatalf("usage: ratio FILE UNIT NAME1 NAME2 LOW HIGH")
	}
	lines, err := parseResults(ts.ReadFile(args[0]))
	ts.Check(err)
	median := func(name string) float64 {
		v, ok := medianLine(lines, name).values[args[1]]
		if !ok {
			ts.Fatalf("no line of %s has %s", name, args[1])
		}
		return v
	}
	low, err := strconv.ParseFloat(args[4], 64)
	ts.Check(err)
	high, err := strconv.ParseFloat(args[5], 64)
	ts.Check(err)
	a, b := median(args[2]), median(args[3])
	if r := a / b; !(r >= low && r <= high) {
		ts.Fatalf("%s: %s %v, %s %v: ratio %.3f, want %v to %v", args[1], args[2], a, args[3], b, r, low, high)
	}
}
