package reportx

import (
	"io"

	"github.com/plateau-bench/plateau/internal/steady"
)

type jsonSteady struct {
	Plateau int          `json:"plateau"`
	Series  []jsonSeries `json:"series"`
}

type jsonSeries struct {
	ID           string    `json:"id"`
	N            int64     `json:"n"`
	Class        string    `json:"class"`
	Start        int64     `json:"start"`
	Stop         int64     `json:"stop"`
	Confidence   float64   `json:"confidence"`
	Changepoints []int64   `json:"changepoints"`
	Levels       []float64 `json:"levels"`
	Lowest       *float64  `json:"lowest"`
	Highest      *float64  `json:"highest"`
	Wander       *float64  `json:"wander"`
	Transient    *int64    `json:"transient"`
	Dropped      int64     `json:"dropped"`
	Reason       string    `json:"reason"`
	Value        *string   `json:"value"`
	Online       bool      `json:"online"`
	Decided      *bool     `json:"decided"`
	Live         bool      `json:"live"`
}

// WriteSteadyJSON writes the answers for programs: one object with "plateau": 1
// and the list "series". The command's documentation has the fields.
func WriteSteadyJSON(w io.Writer, list []Steadiness) error {
	out := jsonSteady{Plateau: jsonVersion, Series: []jsonSeries{}}
	for _, s := range list {
		never := s.Class == string(steady.NoSteady)
		moves := never && !s.Live
		out.Series = append(out.Series, jsonSeries{
			ID: s.ID, N: s.N, Class: s.Class, Start: s.Start, Stop: s.Stop, Confidence: s.Confidence,
			Changepoints: append([]int64{}, s.Changepoints...), Levels: append([]float64{}, s.Levels...),
			Lowest: known(s.Lowest, moves), Highest: known(s.Highest, moves), Wander: known(s.Wander, moves && (s.Lowest > 0 || s.Highest <= s.Lowest)),
			Transient: known(s.Transient, moves), Dropped: s.Dropped, Reason: s.Reason, Value: known(s.Value, s.Value != ""),
			Online: s.Online, Decided: known(s.Decided, s.Online), Live: s.Live,
		})
	}
	return writeJSON(w, out)
}
