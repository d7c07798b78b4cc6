package roofline

import (
	"encoding/json"
	"fmt"
	"math"
)

// Key is the name of a [Record] in a sample file.
const Key = "roofline"

// A Record is what a run says about its work, for whoever knows how long an operation took.
type Record struct {
	Work  Work     `json:"work"`
	Roof  Roof     `json:"roof"`
	Cores int      `json:"cores"`           // that the work may use
	Peaks string   `json:"peaks"`           // where the roof comes from, in words
	Notes []string `json:"notes,omitempty"` // what to mind about it
}

// JSON is the record as a sample file has it.
func (r *Record) JSON() ([]byte, error) { return json.Marshal(r) }

// ParseRecord reads a record.
func ParseRecord(data []byte) (*Record, error) {
	r := new(Record)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("record of a roofline: %w", err)
	}
	figures := []float64{r.Work.Flops, r.Work.Bytes, r.Roof.Flops, r.Roof.Scalar}
	for _, l := range r.Roof.Memory {
		figures = append(figures, l.Bandwidth)
	}
	for _, x := range figures {
		if !(x >= 0) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("record of a roofline: a figure of %v cannot be", x)
		}
	}
	return r, nil
}
