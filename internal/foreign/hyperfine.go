package foreign

import (
	"fmt"
	"strings"
)

// hyperfine writes {"results": [{"command", "times", "parameters", ...}]}: a time in
// seconds for each execution of a command, in order, warm-up executions left out. From
// its version 2 on they are in "measurements", each with a "time_wall_clock" of
// value and unit, and the command may have a "name".
//
// Each value is a process of its own; all of a command are one run.
type hyperfineResult struct {
	line          int
	command, name string
	params        []string
	unit          string
	values        []float64
	bad           *Error
}

func readHyperfine(f *File, s *scanner) error {
	var results []hyperfineResult
	err := s.object(func(key string) error {
		if key != "results" {
			return s.skip()
		}
		return s.array(func(int) error {
			s.peek()
			r := hyperfineResult{line: s.line}
			if err := r.read(s); err != nil {
				return err
			}
			results = append(results, r)
			return nil
		})
	})
	count := make(map[string]int)
	for _, r := range results {
		count[r.id()]++
	}
	for _, r := range results {
		r.addTo(f, count[r.id()] > 1)
	}
	return err
}

// id is the name given to a command, or the command.
func (r *hyperfineResult) id() string {
	if r.name != "" {
		return r.name
	}
	return r.command
}

func (r *hyperfineResult) read(s *scanner) error {
	return s.object(func(key string) (err error) {
		var bad *Error
		switch key {
		case "command":
			r.command, err = s.text()
		case "name":
			r.name, err = s.text()
			if r.name == "null" {
				r.name = ""
			}
		case "parameters":
			r.params, err = s.pairs()
		case "times":
			if b, _ := s.peek(); b == '[' {
				r.unit = "s"
				r.values, bad, err = s.durations(r.values)
			} else {
				err = s.skip()
			}
		case "measurements":
			err = s.array(func(int) error { return r.measurement(s) })
		default:
			err = s.skip()
		}
		if r.bad == nil {
			r.bad = bad
		}
		return err
	})
}

// measurement reads one execution.
func (r *hyperfineResult) measurement(s *scanner) error {
	return s.object(func(key string) error {
		if key != "time_wall_clock" {
			return s.skip()
		}
		unit, value := "", 0.0
		var bad *Error
		s.peek()
		line := s.line
		err := s.object(func(key string) (err error) {
			switch key {
			case "unit":
				unit, err = s.text()
			case "value":
				value, bad, err = s.duration()
			default:
				err = s.skip()
			}
			return err
		})
		if r.unit == "" {
			r.unit = unit
		}
		if bad == nil && unit != r.unit {
			bad = &Error{line, fmt.Errorf("mixed units: %s after %s", unit, r.unit)}
		}
		if r.bad == nil {
			r.bad = bad
		}
		r.values = append(r.values, value)
		return err
	})
}

// addTo adds the series. Its parameters are a part of its id where commands of one name differ in them.
func (r *hyperfineResult) addTo(f *File, several bool) {
	s := Series{
		ID: r.id(), Line: r.line, Unit: r.unit, Value: "one execution of the command",
		Runs: []Run{{Line: r.line, Values: r.values}},
	}
	if several && len(r.params) > 0 {
		s.ID = strings.Join(append([]string{s.ID}, r.params...), "/")
	}
	factor := timeUnits[r.unit]
	switch {
	case r.bad != nil:
		f.refuse(s.ID, r.bad)
		return
	case len(r.values) == 0:
		f.errorf(r.line, "%s has no times", s.ID)
		return
	case factor == 0:
		f.errorf(r.line, "%s is left out: its unit is %q, no time", s.ID, r.unit)
		return
	}
	if err := scale(r.values, factor); err != nil {
		f.errorf(r.line, "%s is left out: %w", s.ID, err)
		return
	}
	f.add(s)
}
