package reportx

import (
	"encoding/json"
	"io"
	"slices"
)

// jsonVersion is the version of all JSON that is written, the top-level
// "plateau". What is there keeps its meaning; fields may be added.
const jsonVersion = 1

type jsonReport struct {
	Plateau    int             `json:"plateau"`
	Benchmarks []jsonBenchmark `json:"benchmarks"`
	Problems   []jsonRemark    `json:"problems"`
	Notes      []jsonRemark    `json:"notes"`
}

type jsonBenchmark struct {
	Name       string            `json:"name"`
	Pkg        *string           `json:"pkg"`
	Procs      *int              `json:"procs"`
	Config     map[string]string `json:"config"`
	Unit       string            `json:"unit"`
	Runs       int               `json:"runs"`
	Process    *string           `json:"process"`
	OverheadNS *float64          `json:"overhead_ns"`
	Settled    *bool             `json:"settled"`
	Classes    []*string         `json:"classes"`
	jsonDistribution
	Stages   []jsonStage   `json:"stages"`
	Metrics  []jsonMetric  `json:"metrics"`
	Suspects []jsonSuspect `json:"suspects"`
	Notes    []string      `json:"notes"`

	Audit        []jsonAudit `json:"audit"`
	Inconsistent []jsonLevel `json:"inconsistent"`

	Attribution *jsonAttribution `json:"attribution"`
	Counters    *jsonCounters    `json:"counters"`
	Roofline    *jsonRoofline    `json:"roofline"`
}

type jsonAudit struct {
	Run       int     `json:"run"`
	Verdict   string  `json:"verdict"`
	Discarded int64   `json:"discarded"`
	From      *int64  `json:"from"`
	Bias      float64 `json:"bias"`
	Reason    string  `json:"reason"`
}

type jsonLevel struct {
	Run    int     `json:"run"`
	Level  float64 `json:"level"`
	Change float64 `json:"change"`
}

type jsonDistribution struct {
	Batch       *int             `json:"batch"`
	Pooled      *int             `json:"pooled"`
	Samples     *int64           `json:"samples"`
	Lost        *int64           `json:"lost"`
	Warmup      []int64          `json:"warmup"`
	Mean        *float64         `json:"mean"`
	Min         *float64         `json:"min"`
	Max         *float64         `json:"max"`
	Percentiles []jsonPercentile `json:"percentiles"`
}

type jsonStage struct {
	Name    string `json:"name"`
	Settled *bool  `json:"settled"`
	jsonDistribution
}

type jsonPercentile struct {
	P      float64  `json:"p"`
	Value  *float64 `json:"value"`
	Lo     *float64 `json:"lo"`
	Hi     *float64 `json:"hi"`
	Beyond *int64   `json:"beyond"`
	Weak   bool     `json:"weak"`
	Why    *string  `json:"why"`
}

type jsonMetric struct {
	Unit   string    `json:"unit"`
	Runs   int       `json:"runs"`
	Mean   *float64  `json:"mean"`
	Median float64   `json:"median"`
	Min    float64   `json:"min"`
	Max    float64   `json:"max"`
	Values []float64 `json:"values"`
}

type jsonSuspect struct {
	Run  int     `json:"run"`
	What string  `json:"what"`
	Z    float64 `json:"z"`
	Why  string  `json:"why"`
}

type jsonRemark struct {
	File string `json:"file"`
	Line *int   `json:"line"`
	Text string `json:"text"`
}

// WriteJSON writes the report for programs: one object with "plateau": 1 and
// the list "benchmarks". Times are in ns per operation, what is not known is
// null, and no number is NaN or infinite. The command's documentation has the fields.
func (r *Report) WriteJSON(w io.Writer) error {
	out := jsonReport{Plateau: jsonVersion, Benchmarks: []jsonBenchmark{}, Problems: []jsonRemark{}, Notes: []jsonRemark{}}
	for _, s := range r.Benchmarks {
		out.Benchmarks = append(out.Benchmarks, s.json())
	}
	for _, p := range r.Problems {
		out.Problems = append(out.Problems, jsonRemark{p.File, known(p.Line, p.Line > 0), p.Err.Error()})
	}
	for _, n := range r.Notes {
		out.Notes = append(out.Notes, jsonRemark{n.File, known(n.Line, n.Line > 0), n.Text})
	}
	return writeJSON(w, out)
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// known is x, or null.
func known[T any](x T, is bool) *T {
	if !is {
		return nil
	}
	return &x
}

func (s *Summary) json() jsonBenchmark {
	b := jsonBenchmark{
		Name: s.Name, Pkg: known(s.Pkg, s.Pkg != ""), Procs: known(s.Procs, s.Procs > 0), Config: map[string]string{},
		Unit: "ns", Runs: s.Runs, Process: known(s.Process, s.Process != ""),
		OverheadNS: known(s.OverheadNS, s.OverheadNS > 0), Settled: known(s.Settled == Steady, s.Settled != Unknown), Classes: []*string{},
		jsonDistribution: s.Main.json(), Stages: []jsonStage{}, Metrics: []jsonMetric{}, Suspects: []jsonSuspect{},
		Notes: append([]string{}, s.Notes...), Audit: []jsonAudit{}, Inconsistent: []jsonLevel{},
		Attribution: s.Attribution.json(), Counters: s.Counters.json(), Roofline: s.Roofline.json(),
	}
	for _, kv := range s.Config {
		b.Config[kv.Key] = kv.Value
	}
	for _, r := range s.source.Runs {
		b.Classes = append(b.Classes, known(r.class(), r.class() != ""))
	}
	if s.Main == nil {
		for _, p := range s.percentilesAsked {
			b.Percentiles = append(b.Percentiles, jsonPercentile{P: p.Percent(), Why: known(whyAbsent(s), true)})
		}
	}
	for _, d := range s.Stages {
		b.Stages = append(b.Stages, jsonStage{d.Stage, b.Settled, d.json()})
	}
	for _, m := range s.Metrics {
		b.Metrics = append(b.Metrics, jsonMetric{m.Unit, m.Runs, known(m.Mean, m.HasMean), m.Median, m.Min, m.Max, m.Values})
	}
	for _, x := range s.Suspects {
		b.Suspects = append(b.Suspects, jsonSuspect(x))
	}
	for _, a := range s.Audit {
		b.Audit = append(b.Audit, jsonAudit{a.Run, a.Verdict, a.Discarded, known(a.From, a.From >= 0), a.Bias, a.Reason})
	}
	for _, x := range s.Inconsistent {
		b.Inconsistent = append(b.Inconsistent, jsonLevel(x))
	}
	return b
}

// whyAbsent is the reason for a benchmark without percentiles.
func whyAbsent(s *Summary) string {
	for _, r := range s.source.Runs {
		if len(r.Series) > 0 {
			return "no run with steady samples"
		}
	}
	if slices.ContainsFunc(s.source.Runs, (*Run).hasPercentiles) {
		return "per-run percentiles only: no samples"
	}
	return "no samples"
}

// json is that of d, all null without one.
func (d *Distribution) json() jsonDistribution {
	if d == nil {
		return jsonDistribution{Warmup: []int64{}, Percentiles: []jsonPercentile{}}
	}
	out := jsonDistribution{
		Batch: &d.Batch, Pooled: &d.Runs, Samples: &d.Samples, Lost: &d.Lost, Warmup: append([]int64{}, d.Warmup...),
		Mean: &d.Mean, Min: &d.Min, Max: &d.Max, Percentiles: []jsonPercentile{},
	}
	for _, p := range d.Percentiles {
		out.Percentiles = append(out.Percentiles, jsonPercentile{
			P: p.P, Value: known(p.Value, p.Supported), Lo: known(p.Lo, p.HasLo), Hi: known(p.Hi, p.HasHi),
			Beyond: &p.Beyond, Weak: p.Weak, Why: known(p.Why, p.Why != ""),
		})
	}
	return out
}
