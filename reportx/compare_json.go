package reportx

import (
	"io"

	"github.com/plateau-bench/plateau/internal/verdict"
)

type jsonCompare struct {
	Plateau     int              `json:"plateau"`
	Sides       []string         `json:"sides"`
	Passed      *bool            `json:"passed,omitempty"`
	Advisory    *bool            `json:"advisory,omitempty"`
	Strict      *bool            `json:"strict,omitempty"`
	Idle        *[]string        `json:"idle_limits,omitempty"`
	Gone        *[]string        `json:"gone,omitempty"`
	Uncovered   *[]jsonUncovered `json:"uncovered,omitempty"`
	OneSided    *[]jsonOneSided  `json:"one_sided,omitempty"`
	Comparisons []any            `json:"comparisons"`
	Benchmarks  []jsonDifference `json:"benchmarks"`
	Only        []jsonOnly       `json:"only"`
	Harmed      *[]jsonHarm      `json:"harmed,omitempty"`
	Notes       []string         `json:"notes"`
}

type jsonChange struct {
	Name         string        `json:"name"`
	Pkg          *string       `json:"pkg"`
	Procs        *int          `json:"procs"`
	P            *float64      `json:"p"`
	Stage        *string       `json:"stage"`
	Unit         string        `json:"unit"`
	OldSide      string        `json:"old_side"`
	NewSide      string        `json:"new_side"`
	Old          *float64      `json:"old"`
	New          *float64      `json:"new"`
	OldLo        *float64      `json:"old_lo"`
	OldHi        *float64      `json:"old_hi"`
	NewLo        *float64      `json:"new_lo"`
	NewHi        *float64      `json:"new_hi"`
	OldUnsettled bool          `json:"old_unsettled"`
	NewUnsettled bool          `json:"new_unsettled"`
	Ratio        *float64      `json:"ratio"`
	Lo           *float64      `json:"lo"`
	Hi           *float64      `json:"hi"`
	PooledRatio  *float64      `json:"pooled_ratio"`
	PValue       *float64      `json:"pvalue"`
	Adjusted     *float64      `json:"adjusted"`
	Sides        int           `json:"sides"`
	Verdict      string        `json:"verdict"`
	Why          *string       `json:"why"`
	Detectable   *float64      `json:"detectable"`
	Needed       *int          `json:"needed"`
	Harmless     bool          `json:"harmless"`
	Paired       bool          `json:"paired"`
	Runs         int           `json:"runs"`
	Samples      *int64        `json:"samples"`
	PerRun       bool          `json:"per_run"`
	HigherBetter bool          `json:"higher_better"`
	Cliff        bool          `json:"cliff"`
	OldAbove     *float64      `json:"old_above"`
	NewAbove     *float64      `json:"new_above"`
	Without      []jsonWithout `json:"without"`
}

// A jsonLimited is a change of a gate.
type jsonLimited struct {
	jsonChange
	Limit     *float64 `json:"limit"`
	Budget    *float64 `json:"budget"`
	LimitText string   `json:"limit_text"`
	Flagged   *string  `json:"flagged"`
	Confirmed bool     `json:"confirmed"`
	Endless   bool     `json:"endless"`
}

type jsonWithout struct {
	Side  string   `json:"side"`
	Run   int      `json:"run"`
	Ratio float64  `json:"ratio"`
	Lo    *float64 `json:"lo"`
	Hi    *float64 `json:"hi"`
}

type jsonDifference struct {
	Name     string            `json:"name"`
	Pkg      *string           `json:"pkg"`
	Procs    *int              `json:"procs"`
	OldSide  string            `json:"old_side"`
	NewSide  string            `json:"new_side"`
	Order    string            `json:"order"`
	Paired   bool              `json:"paired"`
	OldRuns  int               `json:"old_runs"`
	NewRuns  int               `json:"new_runs"`
	Suspects []jsonSideSuspect `json:"suspects"`
	Notes    []string          `json:"notes"`
}

type jsonSideSuspect struct {
	Side string `json:"side"`
	jsonSuspect
}

type jsonUncovered struct {
	Name  string  `json:"name"`
	Pkg   *string `json:"pkg"`
	Procs *int    `json:"procs"`
	Why   string  `json:"why"`
}

type jsonOneSided struct {
	Name  string  `json:"name"`
	Pkg   *string `json:"pkg"`
	Procs *int    `json:"procs"`
	Side  string  `json:"side"`
}

type jsonHarm struct {
	Name    *string  `json:"name"`
	Pkg     *string  `json:"pkg"`
	What    string   `json:"what"`
	On      []string `json:"on"`
	Said    []string `json:"said"`
	Log     *string  `json:"log"`
	Endless bool     `json:"endless"`
}

type jsonOnly struct {
	Name   string  `json:"name"`
	Pkg    *string `json:"pkg"`
	On     string  `json:"on"`
	Not    string  `json:"not"`
	Failed bool    `json:"failed"`
}

// WriteJSON writes the comparison for programs: one object with "plateau": 1 and the
// list "comparisons", with one entry for each benchmark and statistic. Times are in ns
// per operation, what is not known is null, and no number is NaN or infinite. The
// command's documentation has the fields.
func (c *Comparison) WriteJSON(w io.Writer) error {
	out := jsonCompare{Plateau: jsonVersion, Sides: append([]string{}, c.Sides...), Comparisons: []any{},
		Benchmarks: []jsonDifference{}, Only: []jsonOnly{}, Notes: []string{}}
	if g := c.Gate; g != nil {
		out.Passed, out.Advisory, out.Strict = &g.Passed, &g.Advisory, &g.Strict
		idle, uncovered := append([]string{}, g.Idle...), g.json()
		gone := append([]string{}, g.Gone...)
		harmed := c.harmedJSON()
		oneSided := g.oneSidedJSON()
		out.OneSided = &oneSided
		out.Idle, out.Gone, out.Uncovered, out.Harmed = &idle, &gone, &uncovered, &harmed
		out.Notes = append(out.Notes, g.Notes...)
	}
	for _, d := range c.Differences {
		out.Benchmarks = append(out.Benchmarks, d.json())
		for _, ch := range d.Changes {
			entry := ch.json(d)
			if ch.Limit == nil {
				out.Comparisons = append(out.Comparisons, entry)
				continue
			}
			out.Comparisons = append(out.Comparisons, jsonLimited{jsonChange: entry, LimitText: ch.Limit.String(),
				Flagged: known(ch.Flagged, ch.Flagged != ""), Confirmed: ch.Confirmed, Endless: ch.Endless,
				Limit: known(ch.Limit.Ratio, !ch.Limit.Absolute()), Budget: known(ch.Limit.Budget, ch.Limit.Absolute())})
		}
	}
	for _, o := range c.Only {
		out.Only = append(out.Only, jsonOnly{o.Name, known(o.Pkg, o.Pkg != ""), o.On, o.Not, o.Failed})
	}
	return writeJSON(w, out)
}

func (c *Comparison) harmedJSON() []jsonHarm {
	list := []jsonHarm{}
	for _, h := range c.Harmed {
		list = append(list, jsonHarm{known(h.Name, h.Name != ""), known(h.Pkg, h.Pkg != ""), h.What, append([]string{}, h.On...),
			append([]string{}, h.Said...), known(h.Log, h.Log != ""), h.Endless})
	}
	return list
}

func (g *GateResult) oneSidedJSON() []jsonOneSided {
	list := []jsonOneSided{}
	for _, o := range g.OneSided {
		list = append(list, jsonOneSided{o.Name, known(o.Pkg, o.Pkg != ""), known(o.Procs, o.Procs > 0), o.Side})
	}
	return list
}

func (g *GateResult) json() []jsonUncovered {
	list := []jsonUncovered{}
	for _, u := range g.Uncovered {
		list = append(list, jsonUncovered{u.Name, known(u.Pkg, u.Pkg != ""), known(u.Procs, u.Procs > 0), u.Why})
	}
	return list
}

func (c *Change) json(d *Difference) jsonChange {
	out := jsonChange{
		Name: d.Name, Pkg: known(d.Pkg, d.Pkg != ""), Procs: known(d.Procs, d.Procs > 0), P: known(c.P, c.P != 0),
		Stage: known(c.Stage, c.Stage != ""), Unit: c.Unit, OldSide: d.OldSide, NewSide: d.NewSide,
		Old: known(c.Old.Value, c.Old.Known), New: known(c.New.Value, c.New.Known),
		OldLo: known(c.Old.Lo, c.Old.HasLo), OldHi: known(c.Old.Hi, c.Old.HasHi),
		NewLo: known(c.New.Lo, c.New.HasLo), NewHi: known(c.New.Hi, c.New.HasHi),
		OldUnsettled: c.Old.Unsettled, NewUnsettled: c.New.Unsettled,
		Ratio: known(c.Ratio, c.HasRatio), Lo: known(c.Lo, c.HasInterval), Hi: known(c.Hi, c.HasInterval),
		PooledRatio: known(c.PooledRatio, c.HasPooled), PValue: known(c.PValue, c.Runs > 0), Adjusted: known(c.Adjusted, c.Runs > 0),
		Sides: 1, Verdict: c.Verdict, Why: known(c.Why, c.Why != ""), Detectable: known(c.Detectable, c.HasDetectable),
		Needed: known(c.Needed, c.Needed > 0 && c.Verdict == string(verdict.Unsure)), Harmless: c.Harmless, Paired: d.Paired, Runs: c.Runs,
		Samples: known(c.Samples, !c.PerRun), PerRun: c.PerRun, HigherBetter: c.HigherBetter, Cliff: c.Cliff,
		OldAbove: known(c.OldAbove, c.HasAbove), NewAbove: known(c.NewAbove, c.HasAbove), Without: []jsonWithout{},
	}
	for _, x := range c.Without {
		out.Without = append(out.Without, jsonWithout{d.side(x.New), x.Run, x.Ratio, known(x.Lo, x.Known), known(x.Hi, x.Known)})
	}
	return out
}

func (d *Difference) json() jsonDifference {
	out := jsonDifference{
		Name: d.Name, Pkg: known(d.Pkg, d.Pkg != ""), Procs: known(d.Procs, d.Procs > 0), OldSide: d.OldSide, NewSide: d.NewSide,
		Order: string(d.Order), Paired: d.Paired, OldRuns: d.OldRuns, NewRuns: d.NewRuns,
		Suspects: []jsonSideSuspect{}, Notes: append([]string{}, d.Notes...),
	}
	for _, s := range d.Suspects {
		out.Suspects = append(out.Suspects, jsonSideSuspect{d.side(s.New), jsonSuspect(s.Suspect)})
	}
	return out
}

// side is "new" or "old".
func (d *Difference) side(new bool) string {
	if new {
		return "new"
	}
	return "old"
}
