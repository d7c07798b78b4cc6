package diagnosis

import (
	"fmt"
	"strings"
)

// Diagnosis is what the totals say. Everything in it is ordered: ratios and findings as in a report.
type Diagnosis struct {
	// Bound is what held the code back while it ran; Unknown where the totals do not tell.
	Bound Bound `json:"bound"`
	// Waiting says that for a notable part of the time no thread of the benchmark ran at all.
	Waiting  bool      `json:"waiting"`
	Findings []Finding `json:"findings,omitempty"`
	Ratios   []Ratio   `json:"ratios,omitempty"`
	Needs    []Need    `json:"needs,omitempty"` // what to count to know more
	Notes    []string  `json:"notes,omitempty"` // counts that were not used, and why
}

// Diagnose applies the rules to the totals of a benchmark.
func Diagnose(t Totals) Diagnosis {
	q := &inquiry{totals: t, ratios: map[string]Ratio{}, met: map[string]Rule{}}
	q.Ratios = Ratios(t)
	for _, r := range q.Ratios {
		q.ratios[r.Name] = r
	}
	q.apply()
	q.Waiting = q.is("cpu-utilisation")
	q.Bound = q.bound()
	q.report()
	q.ask()
	if why := t.topDown().why; why != "" {
		q.Notes = append(q.Notes, why)
	}
	if _, assumed := t.floating(); assumed {
		q.Notes = append(q.Notes, assumedNarrow)
	}
	return q.Diagnosis
}

// inquiry is a diagnosis in the making.
type inquiry struct {
	Diagnosis
	totals Totals
	ratios map[string]Ratio
	met    map[string]Rule // rules that apply, by ratio
}

func (q *inquiry) apply() {
	for _, rule := range rules {
		if r, ok := q.ratios[rule.Ratio]; ok && rule.applies(r.Value) {
			q.met[rule.Ratio] = rule
		}
	}
}

// is says that one of the rules applies.
func (q *inquiry) is(rules ...string) bool {
	for _, name := range rules {
		if _, ok := q.met[name]; ok {
			return true
		}
	}
	return false
}

// known says that one of the ratios is.
func (q *inquiry) known(ratios ...string) bool {
	for _, name := range ratios {
		if _, ok := q.ratios[name]; ok {
			return true
		}
	}
	return false
}

// value is that of a ratio, 0 where it is unknown.
func (q *inquiry) value(ratio string) float64 { return q.ratios[ratio].Value }

// report turns the rules that apply into findings. Few vector instructions are no finding unless arithmetic is what the
// time goes to.
func (q *inquiry) report() {
	for _, rule := range rules {
		if !q.is(rule.Ratio) || (rule.Ratio == "vector-instructions" && q.Bound != Scalar) {
			continue
		}
		r := q.ratios[rule.Ratio]
		q.Findings = append(q.Findings, Finding{q.text(rule), r, rule, rule.Grave > 0 && r.Value > rule.Grave})
	}
}

// text is what a rule says, or what depends on other totals as well.
func (q *inquiry) text(rule Rule) string {
	switch rule.Ratio {
	case "cpu-utilisation":
		return q.waiting()
	case "vector-instructions":
		return q.vectorise()
	}
	return rule.Says
}

// String is the diagnosis in a line.
func (d Diagnosis) String() string {
	var parts []string
	if d.Waiting {
		parts = append(parts, "waits for part of the time")
	}
	if d.Bound == Unknown {
		parts = append(parts, "what bounds it while it runs is unknown")
	} else {
		parts = append(parts, fmt.Sprintf("%s while it runs", d.Bound))
	}
	return strings.Join(parts, "; ")
}
