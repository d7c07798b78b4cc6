package reportx

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/plateau-bench/plateau/internal/steady"
)

// A Steadiness says from where to where one series is steady. Positions count
// samples from 0.
type Steadiness struct {
	ID    string // of the series: its own, or name@k for run k, counted from 0, of a benchmark
	N     int64  // samples of the series
	Class string // flat, warmup, slowdown, cycle, nosteady or short
	// Start is the first steady sample, -1 where there is none, and Stop the one
	// after the last, Start < Stop <= N. Online Stop is where the live rule would
	// have stopped measuring.
	Start, Stop  int64
	Confidence   float64 // from 0 to 1
	Changepoints []int64 // where a new level begins, ascending, without 0
	Reason       string  // in words
}

// Classify judges each series of whole operations in rs as it was captured,
// whatever warm-up its file claims: with the live rule when online, and with
// the analysis of whole series otherwise. An empty series is short, from 0 to 0.
//
// In a raw series each number is one value. Samples of a benchmark that are
// shorter than 100 us are taken together until they last that long, as
// the live rule does while measuring.
func Classify(rs *Results, online bool) ([]Steadiness, error) {
	var list []Steadiness
	for _, b := range rs.Benchmarks {
		for i, r := range b.Runs {
			s := r.series("")
			if s == nil {
				continue
			}
			out, err := s.classify(b.Raw, online)
			if err != nil {
				return list, err
			}
			if out.ID = r.ID; !b.Raw {
				out.ID += "@" + strconv.Itoa(i)
			}
			list = append(list, out)
		}
	}
	return list, nil
}

func (s *Series) classify(raw, online bool) (Steadiness, error) {
	n := s.Samples.Len()
	xs, position, err := s.valuesAndPositions(raw)
	if err != nil {
		return Steadiness{}, err
	}
	rule := steady.Analyze
	if online {
		rule = steady.Online
	}
	res := rule(xs, steady.Config{})
	out := Steadiness{
		N: n, Class: string(res.Class), Start: -1, Stop: n,
		Confidence: res.Confidence, Reason: res.Reason, Changepoints: []int64{},
	}
	if res.Start >= 0 {
		out.Start = position(res.Start)
	}
	if res.Stop < len(xs) {
		out.Stop = position(res.Stop)
	}
	for _, c := range res.Changepoints {
		out.Changepoints = append(out.Changepoints, position(c))
	}
	return out, nil
}

// valuesAndPositions returns the values to judge and the sample at which a
// value begins.
func (s *Series) valuesAndPositions(raw bool) (xs []float64, position func(int) int64, err error) {
	if raw {
		return s.values()
	}
	var blocks steady.Blocks
	err = s.Samples.Each(func(ns float64) bool {
		if mean, _, ok := blocks.Add(ns); ok {
			xs = append(xs, mean)
		}
		return true
	})
	return xs, func(i int) int64 { return int64(blocks.Ops(i)) }, err
}

type jsonSteady struct {
	Plateau int          `json:"plateau"`
	Series  []jsonSeries `json:"series"`
}

type jsonSeries struct {
	ID           string  `json:"id"`
	N            int64   `json:"n"`
	Class        string  `json:"class"`
	Start        int64   `json:"start"`
	Stop         int64   `json:"stop"`
	Confidence   float64 `json:"confidence"`
	Changepoints []int64 `json:"changepoints"`
	Reason       string  `json:"reason"`
}

// WriteSteadyJSON writes the answers for programs: one object with "plateau": 1
// and the list "series".
func WriteSteadyJSON(w io.Writer, list []Steadiness) error {
	out := jsonSteady{Plateau: jsonVersion, Series: []jsonSeries{}}
	for _, s := range list {
		out.Series = append(out.Series, jsonSeries(s))
	}
	return writeJSON(w, out)
}

// WriteSteadyText writes the answers for a person to read.
func WriteSteadyText(w io.Writer, list []Steadiness) error {
	out := bufio.NewWriter(w)
	t := table{left: []bool{true, false, true}}
	t.add(row{{"series"}, {"n"}, {"class"}, {"start"}, {"stop"}, {"confidence"}, {"levels"}}...)
	for _, s := range list {
		start := absent
		if s.Start >= 0 {
			start = formatCount(s.Start)
		}
		t.add(cell{printable(s.ID)}, cell{formatCount(s.N)}, cell{s.Class}, cell{start}, cell{formatCount(s.Stop)},
			cell{strconv.FormatFloat(s.Confidence, 'f', 2, 64)}, cell{strconv.Itoa(len(s.Changepoints) + 1)})
	}
	t.write(out)
	reasons := make(map[string]bool)
	for _, s := range list {
		line := printable(s.ID) + ": " + strings.TrimSpace(s.Reason)
		if s.Reason != "" && s.Class != string(steady.Flat) && s.Class != string(steady.Warmup) && !reasons[line] {
			if len(reasons) == 0 {
				out.WriteByte('\n')
			}
			reasons[line] = true
			out.WriteString(line + "\n")
		}
	}
	return out.Flush()
}
