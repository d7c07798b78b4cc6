package foreign

import (
	"strconv"
	"strings"
)

// A googleEntry is one element of "benchmarks" in what google/benchmark writes: one repetition
// of a benchmark (run_type iteration), or an aggregate of all, which is left out.
//
// A value is real_time, the mean over the iterations of one repetition, in
// time_unit. The repetitions of a benchmark are one run, in one process. Where
// their index starts again, as in joined files, another run begins.
type googleEntry struct {
	line          int
	name, runName string
	runType       string
	aggregate     string
	unit          string
	time          float64
	index         int // -1 not known
	hasTime       bool
	failed        bool
	message       string
	bad           *Error
}

func readGoogle(f *File, s *scanner) error {
	var g googleFile
	g.index = make(map[string]int)
	err := s.object(func(key string) error {
		if key != "benchmarks" {
			return s.skip()
		}
		return s.array(func(int) error {
			s.peek()
			e := googleEntry{line: s.line, index: -1}
			if err := e.read(s); err != nil {
				return err
			}
			g.add(f, &e)
			return nil
		})
	})
	for _, out := range g.series {
		f.add(*out)
	}
	return err
}

func (e *googleEntry) read(s *scanner) error {
	return s.object(func(key string) (err error) {
		switch key {
		case "name":
			e.name, err = s.text()
		case "run_name":
			e.runName, err = s.text()
		case "run_type":
			e.runType, err = s.text()
		case "aggregate_name":
			e.aggregate, err = s.text()
		case "time_unit":
			e.unit, err = s.text()
		case "repetition_index":
			var text string
			text, err = s.text()
			if n, convErr := strconv.Atoi(text); convErr == nil {
				e.index = n
			}
		case "real_time":
			e.hasTime = true
			e.time, e.bad, err = s.duration()
		case "error_occurred", "skipped":
			var text string
			text, err = s.text()
			e.failed = e.failed || text == "true"
		case "error_message", "skip_message":
			e.message, err = s.text()
		default:
			err = s.skip()
		}
		return err
	})
}

// aggregates are the endings of names by which aggregates are told in files
// older than run_type.
var aggregates = []string{"_mean", "_median", "_stddev", "_cv", "_min", "_max", "_BigO", "_RMS"}

func (e *googleEntry) isAggregate() bool {
	if e.runType != "" {
		return e.runType != "iteration"
	}
	if e.aggregate != "" {
		return true
	}
	for _, ending := range aggregates {
		if strings.HasSuffix(e.name, ending) {
			return true
		}
	}
	return false
}

func (e *googleEntry) id() string {
	if e.runName != "" {
		return e.runName
	}
	return e.name
}

// A googleFile gathers the repetitions of benchmarks.
type googleFile struct {
	series []*Series
	index  map[string]int // of a series by id
	last   []int          // repetition index of each series
}

func (g *googleFile) add(f *File, e *googleEntry) {
	switch {
	case e.isAggregate():
		return
	case e.failed:
		f.notef(e.line, "%s failed: %s", e.id(), e.message)
		return
	case e.bad != nil:
		f.refuse("a repetition of "+e.id(), e.bad)
		return
	case !e.hasTime:
		f.errorf(e.line, "%s has no real_time", e.id())
		return
	case e.unit == "":
		e.unit = "ns"
	}
	factor := timeUnits[e.unit]
	if factor == 0 {
		f.errorf(e.line, "%s is left out: its time_unit is %q", e.id(), e.unit)
		return
	}
	i, ok := g.index[e.id()]
	if !ok {
		i = len(g.series)
		g.index[e.id()] = i
		g.series = append(g.series, &Series{
			ID: e.id(), Line: e.line, Unit: e.unit, Value: "the mean over the iterations of one repetition",
		})
		g.last = append(g.last, 0)
	}
	out := g.series[i]
	if e.unit != out.Unit {
		f.errorf(e.line, "%s is in %s here and in %s at line %d: mixed units, this value is left out", e.id(), e.unit, out.Unit, out.Line)
		return
	}
	value := []float64{e.time}
	if err := scale(value, factor); err != nil {
		f.errorf(e.line, "%s: %w", e.id(), err)
		return
	}
	if len(out.Runs) == 0 || e.index >= 0 && e.index <= g.last[i] {
		out.Runs = append(out.Runs, Run{Line: e.line})
	}
	g.last[i] = e.index
	run := &out.Runs[len(out.Runs)-1]
	run.Values = append(run.Values, value...)
}
