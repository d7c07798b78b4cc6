package foreign

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// A jmhResult is one element of the array that JMH writes with -rf json: a benchmark
// with one choice of parameters in one mode. Each fork is a process.
//
//	mode      a value of rawData                     unit
//	avgt      mean time of an operation, an iteration   ns/op, us/op, ms/op, s/op
//	ss        time of one invocation, not warmed up      the same
//	thrpt     operations per time, an iteration      ops/ns ... ops/s
//	sample    rawDataHistogram: [time, count] pairs, an iteration; times of single operations
//
// A value of thrpt is turned into time/throughput: the mean time from one
// completion to the next over all threads, which is the time of an operation only
// with one thread.
type jmhResult struct {
	line      int
	benchmark string
	mode      string
	params    []string // key=value
	unit      string
	threads   string
	forks     []Run
	bad       *Error // the first value that is none
}

func readJMH(f *File, s *scanner) error {
	var results []jmhResult
	err := s.array(func(int) error {
		s.peek()
		r := jmhResult{line: s.line}
		if err := r.read(s); err != nil {
			return err
		}
		results = append(results, r)
		return nil
	})
	modes := make(map[string]string)
	several := make(map[string]bool)
	for _, r := range results {
		id := r.id()
		if mode, ok := modes[id]; ok && mode != r.mode {
			several[id] = true
		}
		modes[id] = r.mode
	}
	for i := range results {
		results[i].addTo(f, several[results[i].id()])
		results[i].forks = nil
	}
	return err
}

func (r *jmhResult) id() string {
	return strings.Join(append([]string{r.benchmark}, r.params...), "/")
}

func (r *jmhResult) read(s *scanner) error {
	return s.object(func(key string) (err error) {
		switch key {
		case "benchmark":
			r.benchmark, err = s.text()
		case "mode":
			r.mode, err = s.text()
		case "threads":
			r.threads, err = s.text()
		case "params":
			r.params, err = s.pairs()
		case "primaryMetric":
			err = r.metric(s)
		default:
			err = s.skip()
		}
		return err
	})
}

// pairs reads an object of scalars as key=value, in its order.
func (s *scanner) pairs() (list []string, err error) {
	if b, err := s.peek(); err != nil || b != '{' {
		_, err = s.text()
		return nil, err
	}
	err = s.object(func(key string) error {
		value, err := s.text()
		list = append(list, key+"="+value)
		return err
	})
	return list, err
}

func (r *jmhResult) metric(s *scanner) error {
	return s.object(func(key string) (err error) {
		switch key {
		case "scoreUnit":
			r.unit, err = s.text()
		case "rawData":
			err = s.array(func(int) error {
				s.peek()
				fork := Run{Line: s.line}
				var bad *Error
				fork.Values, bad, err = s.durations(nil)
				r.fork(fork, bad)
				return err
			})
		case "rawDataHistogram":
			err = s.array(func(int) error {
				s.peek()
				fork := Run{Line: s.line}
				bad, err := fork.histogram(s)
				r.fork(fork, bad)
				return err
			})
		default:
			err = s.skip()
		}
		return err
	})
}

func (r *jmhResult) fork(fork Run, bad *Error) {
	if r.bad == nil {
		r.bad = bad
	}
	if len(fork.Values) > 0 {
		r.forks = append(r.forks, fork)
	}
}

// errPair is for what should be a list of two numbers.
var errPair = errors.New("not a pair of two numbers")

// maxCount bounds the samples that a histogram may claim to hold.
const maxCount = 1 << 28

// histogram reads the iterations of a fork, each a list of [time, count].
func (fork *Run) histogram(s *scanner) (bad *Error, err error) {
	fork.Counts = []int64{}
	total := 0.0
	var pair []float64
	err = s.array(func(int) error {
		err := s.array(func(int) error {
			var wrong *Error
			var err error
			if pair, wrong, err = s.durations(pair[:0]); err != nil {
				return err
			}
			if wrong == nil && (len(pair) != 2 || pair[1] != math.Trunc(pair[1])) {
				wrong = &Error{s.line, errPair}
			}
			if wrong == nil {
				if total += pair[1]; total > maxCount {
					wrong = &Error{s.line, fmt.Errorf("a histogram of more than %d samples", maxCount)}
				}
			}
			if wrong != nil {
				if bad == nil {
					bad = wrong
				}
				return nil
			}
			if pair[1] > 0 {
				fork.Values = append(fork.Values, pair[0])
				fork.Counts = append(fork.Counts, int64(pair[1]))
			}
			return nil
		})
		if n := len(fork.Values); n > 0 && (len(fork.Iterations) == 0 || fork.Iterations[len(fork.Iterations)-1] < n) {
			fork.Iterations = append(fork.Iterations, n)
		}
		return err
	})
	return bad, err
}

// addTo adds the series. The mode is a part of its id where the benchmark was run in several.
func (r *jmhResult) addTo(f *File, several bool) {
	s := Series{ID: r.id(), Line: r.line, Unit: r.unit, Runs: r.forks}
	if several {
		s.ID += ":" + r.mode
	}
	if r.bad != nil {
		f.refuse(s.ID, r.bad)
		return
	}
	if len(s.Runs) == 0 {
		f.errorf(r.line, "%s has no raw data", s.ID)
		return
	}
	if err := r.convert(&s); err != nil {
		f.errorf(r.line, "%s is left out: %w", s.ID, err)
		return
	}
	f.add(s)
}

// convert turns the values into ns.
func (r *jmhResult) convert(s *Series) error {
	unit, isTime := strings.CutSuffix(r.unit, "/op")
	per, isRate := strings.CutPrefix(r.unit, "ops/")
	if isRate {
		unit = per
	}
	factor := timeUnits[unit]
	if factor == 0 || !isTime && !isRate {
		return fmt.Errorf("its unit %q is none of time per operation or operations per time", r.unit)
	}
	switch {
	case isRate:
		s.Value = "the time per operation of one JMH iteration, from its throughput"
		if r.threads != "" && r.threads != "1" {
			s.Value += " over " + r.threads + " threads"
		}
	case s.Runs[0].Counts != nil:
		s.Value = "" // of single operations
	case r.mode == "ss":
		s.Value = "one single-shot invocation of JMH"
	default:
		s.Value = "the mean over one JMH iteration"
	}
	for _, run := range s.Runs {
		if isRate {
			for i, x := range run.Values {
				if x == 0 {
					return fmt.Errorf("value %d: a throughput of 0 has no time per operation", i)
				}
				run.Values[i] = 1 / x
			}
		}
		if err := scale(run.Values, factor); err != nil {
			return err
		}
	}
	return nil
}
