package reportx

import (
	"bufio"
	"slices"

	"github.com/plateau-bench/plateau/internal/roofline"
)

// A Roofline is where a benchmark's operation lies under the roofs of the machine, see perfx.Roofline. What is not known is 0.
type Roofline struct {
	NsPerOp   float64 // mean of the steady samples; of a parallel benchmark, and without samples, that of ns/op
	Intensity float64 // FLOP/B
	Ridge     float64 // FLOP/B
	Bound     float64 // FLOP/s
	Achieved  float64 // FLOP/s
	Share     float64 // of the bound
	Verdict   string  // "memory-bound", "not compute-bound in fact", ..., "unknown"
	Text      string  // a sentence with the numbers
	Peaks     string  // where the roofs come from
	Notes     []string
}

// placed puts a benchmark under the roofs that the latest of its runs says, nil if none does.
func placed(s *Summary, runs []*Run) *Roofline {
	var rec *roofline.Record
	for _, r := range runs {
		if r.roofline != nil {
			rec = r.roofline
		}
	}
	if rec == nil {
		return nil
	}
	out := &Roofline{Peaks: rec.Peaks, Notes: slices.Clone(rec.Notes)}
	if s.Main != nil && rec.Cores == 1 {
		out.NsPerOp = s.Main.Mean
	} else {
		for _, m := range s.Metrics {
			if m.Unit == "ns/op" && m.HasMean {
				out.NsPerOp = m.Mean
			}
		}
	}
	work := rec.Work
	if work.Flops == 0 && s.Counters != nil && s.Counters.flops > 0 {
		work.Flops = s.Counters.flops
		out.Notes = append(out.Notes, "its FLOPs were counted, "+formatMetric(work.Flops, "FLOP/op")+" per operation, and not declared")
	}
	p := rec.Roof.Place(work, out.NsPerOp)
	out.Intensity, out.Ridge, out.Bound, out.Achieved, out.Share = p.Intensity, p.Ridge, p.Bound, p.Achieved, p.Share
	out.Verdict, out.Text = string(p.Verdict), p.String()
	return out
}

func (r *Roofline) lines() []string {
	return onePerLine(append([]string{r.Text, "roofs: " + r.Peaks}, r.Notes...))
}

func textRooflines(out textPage, group []*Summary) {
	for _, s := range group {
		if s.Roofline == nil {
			continue
		}
		out.WriteString("\nroofline of " + printable(s.Name) + "\n")
		for _, line := range s.Roofline.lines() {
			out.WriteString(line + "\n")
		}
	}
}

func markdownRooflines(out *bufio.Writer, group []*Summary) {
	for _, s := range group {
		if s.Roofline == nil {
			continue
		}
		out.WriteString("\nRoofline of " + markdownText(printable(s.Name)) + "\n\n")
		for _, line := range s.Roofline.lines() {
			out.WriteString("- " + markdownText(line) + "\n")
		}
	}
}

type jsonRoofline struct {
	NsPerOp   *float64 `json:"ns_per_op"`
	Intensity *float64 `json:"intensity"`
	Ridge     *float64 `json:"ridge"`
	Bound     *float64 `json:"bound"`
	Achieved  *float64 `json:"achieved"`
	Share     *float64 `json:"share"`
	Verdict   string   `json:"verdict"`
	Text      string   `json:"text"`
	Peaks     string   `json:"peaks"`
	Notes     []string `json:"notes"`
}

func (r *Roofline) json() *jsonRoofline {
	if r == nil {
		return nil
	}
	positive := func(x float64) *float64 { return known(x, x > 0) }
	return &jsonRoofline{
		positive(r.NsPerOp), positive(r.Intensity), positive(r.Ridge), positive(r.Bound), positive(r.Achieved), positive(r.Share),
		r.Verdict, r.Text, r.Peaks, append([]string{}, r.Notes...),
	}
}
