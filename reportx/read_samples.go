package reportx

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/plateau-bench/plateau/internal/roofline"
	"github.com/plateau-bench/plateau/internal/series"
	"github.com/plateau-bench/plateau/internal/tally"
)

// sampleLine takes a line of the sample file syntax.
func (in *benchInput) sampleLine(line []byte) {
	in.parser.Source, in.parser.Offset = in.lines.again, in.lines.start
	kind, err := in.parser.Line(line, in.lines.place())
	in.sampleErrors(err)
	if err == nil && kind != series.RunComplete && !in.lines.whole {
		in.problems.add(in.lines.place(), errors.New("the input ends in the middle of this line"))
	}
	if kind == series.RunComplete {
		in.samples(in.parser.Run())
	}
}

// sampleErrors records errors of the parser at their own positions.
func (in *benchInput) sampleErrors(err error) {
	if err == nil {
		return
	}
	var at *series.LineError
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			in.sampleErrors(e)
		}
	} else if errors.As(err, &at) {
		in.problems.add(at.Line, at.Err)
	} else {
		in.problems.add(in.lines.place(), err)
	}
}

// samples joins a run's samples to its result line, which precedes them, or
// makes a run without metrics when there is none.
func (in *benchInput) samples(data *series.RunData) {
	if in.last == nil || in.last.ID != data.Name || len(in.last.Series) > 0 {
		pkg := ""
		if data.Process != nil {
			pkg = data.Process.Pkg
		}
		in.bench = in.rs.benchmark(pkg, data.Name)
		in.last = &Run{File: in.file, Line: in.lines.placeOf(data.Line), ID: data.Name}
		in.add(in.last)
	}
	run := in.last
	in.last = nil
	run.Rep, run.Start = data.Rep, data.Start
	if run.Iters == 0 {
		run.Iters = data.Iters
	}
	run.OverheadNS, run.Backward = data.OverheadNS, data.Backward
	run.Class, run.Confidence = data.Class, data.Confidence
	run.Marks = slices.Clone(data.Marks)
	run.setProcess(data.Process)
	in.records(run, data)
	for i, s := range data.Series {
		if s.Kind != "" {
			run.beside = append(run.beside, newBeside(s, fileSource{data, i, 1}))
			continue
		}
		run.Series = append(run.Series, &Series{
			Name: s.Name, Batch: max(1, s.Batch), Warmup: s.Warmup, Lost: s.Lost,
			Samples: Samples{n: s.Samples, from: fileSource{data, i, data.TickNS * 1000}},
		})
	}
	in.place(run, data.Procs)
}

// records reads what probes have recorded of a run.
func (in *benchInput) records(run *Run, data *series.RunData) {
	var err error
	if record, ok := data.Probes[tally.Key]; ok {
		if run.tally, err = tally.Parse(record); err != nil {
			in.problems.add(in.lines.placeOf(data.Line), err)
		}
	}
	if record, ok := data.Probes[roofline.Key]; ok {
		if run.roofline, err = roofline.ParseRecord(record); err != nil {
			in.problems.add(in.lines.placeOf(data.Line), err)
		}
	}
}

// processID tells processes apart.
func processID(p *series.Process) string {
	if p == nil {
		return ""
	}
	return strconv.Itoa(p.PID) + "/" + p.Start.UTC().Format(time.RFC3339Nano)
}

// setProcess sets what the sample file says of where the run was made.
func (r *Run) setProcess(p *series.Process) {
	if p == nil {
		return
	}
	r.Process = processID(p)
	r.Config = slices.Clone(r.Config) // runs of an input share it
	for _, kv := range []KeyValue{{"goos", p.GOOS}, {"goarch", p.GOARCH}, {"cpu", p.CPU}, {"go", p.Go}} {
		if kv.Value != "" {
			r.setConfig(kv.Key, kv.Value)
		}
	}
}

// place puts a run whose samples are known where it belongs: its result line, which does
// not say all, made it the last of in.bench.
func (in *benchInput) place(run *Run, procs int) {
	last := len(in.bench.Runs) - 1
	in.bench.Runs = in.bench.Runs[:last]
	made := placeKey{in.bench.Pkg, in.bench.Name}
	if procs > 0 {
		in.bench = in.rs.ofProcs(in.bench, procs)
	}
	for _, kv := range run.Config {
		if kv.Key != "go" {
			in.bench.setConfig(kv.Key, kv.Value)
		}
	}
	if first := in.rs.repeated(in.bench, run); first != nil {
		if in.copies.n++; in.copies.n == 1 {
			in.copies.first = first.File
		}
		in.rs.places[made]-- // made once
		return
	}
	in.bench.Runs = append(in.bench.Runs, run)
}
