package reportx

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// result takes a result line.
func (in *benchInput) result(rec *benchfmt.Result) {
	_, n := rec.Pos()
	line := in.lines.placeOf(n)
	name := "Benchmark" + rec.Name.String()
	in.last, in.bench, in.pkg = nil, nil, rec.GetConfig("pkg")
	metrics, bad := goodMetrics(rec.Values)
	if !in.lines.whole {
		metrics = in.cutOff(metrics, line)
	}
	if len(metrics) == 0 && bad == "" {
		return
	}
	if why := impossible(rec, metrics); why != "" {
		in.found++ // it was understood
		in.rs.lost(in.pkg, name)
		in.rs.note(in.file, line, fmt.Sprintf("%s: result dropped: %s", name, why))
		return
	}
	if bad != "" && (rec.Iters == 0 || len(metrics) == 0) {
		in.found++ // it was understood
		in.rs.lost(in.pkg, name)
		in.rs.note(in.file, line, fmt.Sprintf("%s: result of %d iterations (%s) dropped", name, rec.Iters, bad))
		return
	}
	if bad != "" {
		in.rs.note(in.file, line, fmt.Sprintf("%s: %s left out", name, bad))
	}
	for _, m := range metrics {
		in.units[m.Unit] = true
	}
	bench := in.benchmark(rec, name)
	if allPooled(metrics) {
		bench.Pooled = metrics
		in.found++
		return
	}
	in.bench = bench
	in.last = &Run{File: in.file, Line: line, ID: name, Rep: -1, Iters: int64(rec.Iters), Metrics: metrics, Config: in.configOf(rec)}
	in.add(in.last)
}

// benchmark is the one that a result line belongs to.
func (in *benchInput) benchmark(rec *benchfmt.Result, name string) *Benchmark {
	b := in.rs.benchmark(rec.GetConfig("pkg"), name)
	for _, c := range rec.Config {
		if c.File && c.Key != "pkg" {
			b.setConfig(c.Key, string(c.Value))
		}
	}
	if b.Procs == 0 {
		b.Procs = printedProcs(name)
	}
	return b
}

// impossible says why a line of numbers is no result, "" if it is one.
func impossible(rec *benchfmt.Result, metrics []Metric) string {
	if len(metrics) == 0 {
		return ""
	}
	if rec.Iters <= 0 {
		return fmt.Sprintf("%d iterations", rec.Iters)
	}
	for _, m := range metrics {
		if m.Unit == "ns/op" && m.Value < 0 {
			return fmt.Sprintf("%v ns/op is no duration", m.Value)
		}
	}
	return ""
}

// configOf is the configuration of a result line. Lines in a row that have the same share it.
func (in *benchInput) configOf(rec *benchfmt.Result) []KeyValue {
	var config []KeyValue
	for _, c := range rec.Config {
		if c.File && c.Key != "pkg" {
			config = append(config, KeyValue{c.Key, string(c.Value)})
		}
	}
	if !slices.Equal(config, in.config) {
		in.config = config
	}
	return slices.Clip(in.config)
}

func (in *benchInput) add(run *Run) {
	in.rs.take(in.bench.Pkg, in.bench.Name, run)
	in.bench.Runs = append(in.bench.Runs, run)
	in.found++
}

// allPooled reports whether a result line is that of a pool.
func allPooled(metrics []Metric) bool {
	for _, m := range metrics {
		if !strings.Contains("-"+m.Unit, "-pooled-") {
			return false
		}
	}
	return true
}

// cutOff handles a last line without a newline, which may be a part of one: its
// last unit is believed only if it is known.
func (in *benchInput) cutOff(metrics []Metric, line int) []Metric {
	last := len(metrics) - 1
	if last < 0 || in.units[metrics[last].Unit] {
		in.rs.note(in.file, line, "the last line has no newline: more may have followed")
		return metrics
	}
	in.problems.add(line, fmt.Errorf("the input ends in the middle of this line: %v %s left out", metrics[last].Value, metrics[last].Unit))
	return metrics[:last]
}

// goodMetrics are the values of a result line in the units in which they were
// printed. Those that are no number are left out, and bad names them.
func goodMetrics(values []benchfmt.Value) (metrics []Metric, bad string) {
	for _, v := range values {
		m := Metric{v.Value, v.Unit}
		if v.OrigUnit != "" {
			m = Metric{v.OrigValue, v.OrigUnit}
		}
		if math.IsNaN(m.Value) || math.IsInf(m.Value, 0) {
			bad += fmt.Sprintf(", %v %s", m.Value, m.Unit)
			continue
		}
		metrics = append(metrics, m)
	}
	return metrics, strings.TrimPrefix(bad, ", ")
}
