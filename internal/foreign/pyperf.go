package foreign

import (
	"math"
	"strconv"
)

// pyperf writes {"version", "metadata", "benchmarks": [{"metadata", "runs": [{"metadata",
// "warmups", "values"}]}]}. Metadata that all share, the name among them when there is one
// benchmark, is at the top, often behind the benchmarks.
//
// A value is the time of one operation in seconds, the mean over loops times
// inner_loops of them; a run is a process, whose first values pyperf sets apart as
// warm-ups, [loops, value]. Up to file version 6, a number, these are the time of all
// loops together. Runs with warm-ups alone only calibrated the loops.
type pyperfFile struct {
	raw        bool // warm-ups are times of all their loops
	shared     pyperfMetadata
	benchmarks []pyperfBenchmark
}

type pyperfMetadata struct {
	name, unit string
	inner      float64 // loops
}

type pyperfBenchmark struct {
	line     int
	metadata pyperfMetadata
	runs     []pyperfRun
	bad      *Error
}

type pyperfRun struct {
	Run
	loops []float64 // of each warm-up
	inner float64
}

func readPyperf(f *File, s *scanner) error {
	var p pyperfFile
	err := s.object(func(key string) (err error) {
		switch key {
		case "version":
			var text string
			b, _ := s.peek()
			text, err = s.text()
			version, _ := strconv.ParseFloat(text, 64)
			p.raw = b != '"' && version <= 6
		case "metadata":
			err = p.shared.read(s)
		case "benchmarks":
			err = s.array(func(int) error {
				s.peek()
				b := pyperfBenchmark{line: s.line}
				if err := b.read(s); err != nil {
					return err
				}
				p.benchmarks = append(p.benchmarks, b)
				return nil
			})
		default:
			err = s.skip()
		}
		return err
	})
	for i := range p.benchmarks {
		p.add(f, &p.benchmarks[i], i)
		p.benchmarks[i].runs = nil
	}
	return err
}

func (m *pyperfMetadata) read(s *scanner) error {
	return s.object(func(key string) (err error) {
		switch key {
		case "name":
			m.name, err = s.text()
		case "unit":
			m.unit, err = s.text()
		case "inner_loops":
			var text string
			text, err = s.text()
			m.inner, _ = strconv.ParseFloat(text, 64)
		default:
			err = s.skip()
		}
		return err
	})
}

func (b *pyperfBenchmark) read(s *scanner) error {
	return s.object(func(key string) error {
		switch key {
		case "metadata":
			return b.metadata.read(s)
		case "runs":
			return s.array(func(int) error {
				s.peek()
				r := pyperfRun{Run: Run{Line: s.line}}
				bad, err := r.read(s)
				if b.bad == nil {
					b.bad = bad
				}
				b.runs = append(b.runs, r)
				return err
			})
		}
		return s.skip()
	})
}

func (r *pyperfRun) read(s *scanner) (bad *Error, err error) {
	var values, warmups []float64
	err = s.object(func(key string) (err error) {
		var wrong *Error
		switch key {
		case "metadata":
			var m pyperfMetadata
			err = m.read(s)
			r.inner = m.inner
		case "values":
			values, wrong, err = s.durations(values)
		case "warmups":
			err = s.array(func(int) error {
				pair, bad, err := s.durations(nil)
				if len(pair) == 2 {
					r.loops = append(r.loops, pair[0])
					warmups = append(warmups, pair[1])
				} else if bad == nil {
					bad = &Error{s.line, errPair}
				}
				if wrong == nil {
					wrong = bad
				}
				return err
			})
		default:
			err = s.skip()
		}
		if bad == nil {
			bad = wrong
		}
		return err
	})
	r.Warmup = len(warmups)
	r.Values = append(warmups, values...)
	return bad, err
}

// add adds a benchmark, whose index is its name if it has no other.
func (p *pyperfFile) add(f *File, b *pyperfBenchmark, index int) {
	name, unit := b.metadata.name, b.metadata.unit
	if name == "" {
		name = p.shared.name
	}
	if name == "" {
		name = "benchmark" + strconv.Itoa(index)
	}
	if unit == "" {
		unit = p.shared.unit
	}
	if unit == "" {
		unit = "second"
	}
	factor := timeUnits[unit]
	switch {
	case b.bad != nil:
		f.refuse(name, b.bad)
		return
	case factor == 0:
		f.errorf(b.line, "%s is left out: its unit is %s, no time", name, unit)
		return
	}
	out := Series{ID: name, Line: b.line, Unit: unit, Value: "the mean over the loops of one pyperf value"}
	calibrations := 0
	for _, r := range b.runs {
		if len(r.Values) == r.Warmup {
			calibrations++
			continue
		}
		if p.raw {
			p.perLoop(&r, b)
		}
		if err := scale(r.Values, factor); err != nil {
			f.errorf(r.Line, "a run of %s is left out: %w", name, err)
			continue
		}
		out.Runs = append(out.Runs, r.Run)
	}
	if calibrations > 0 {
		f.notef(b.line, "%s: runs without values, which only calibrate, are left out: %d", name, calibrations)
	}
	f.add(out)
}

// perLoop divides warm-ups by the operations they took.
func (p *pyperfFile) perLoop(r *pyperfRun, b *pyperfBenchmark) {
	inner := max(1, p.shared.inner, b.metadata.inner, r.inner)
	for i, loops := range r.loops {
		r.Values[i] /= math.Max(1, loops) * inner
	}
}
