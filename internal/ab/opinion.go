package ab

import "slices"

// A Finding is what the pairs so far show of one statistic of a benchmark.
type Finding struct {
	Pkg, Name string // without the -procs suffix
	Flagged   bool   // it seems to have changed beyond its limit, for the better too
	Budget    bool   // the limit is about the new value alone
	Unsure    bool   // it could not be told whether it has changed
	Harmless  bool   // that it is worse than its limit can be excluded
	MoreHelp  bool   // more pairs can make it less unsure
	Pairs     int    // that count
	Needed    int    // about how many would tell; 0 is not known
}

// NewOpinion is what findings say, as far as it decides what to measure next. A benchmark of which several statistics are
// in doubt is one Doubt, which needs as many pairs as the one that needs most. Strict is whether it matters that what is not worse may still have changed.
//
// An unsure budget gives no doubt: no fresh pairs confirm it, so that its own answer must not decide how many pairs it is about.
func NewOpinion(findings []Finding, strict bool) Opinion {
	o := Opinion{Flagged: make(map[string][]string)}
	for _, f := range findings {
		switch {
		case f.Flagged:
			o.Tests++
			if !slices.Contains(o.Flagged[f.Pkg], f.Name) {
				o.Flagged[f.Pkg] = append(o.Flagged[f.Pkg], f.Name)
			}
		case f.Budget:
		case f.Unsure && f.MoreHelp && (strict || !f.Harmless):
			o.doubt(f)
		}
	}
	return o
}

// doubt adds a finding to the doubt about its benchmark.
func (o *Opinion) doubt(f Finding) {
	i := slices.IndexFunc(o.Doubts, func(d Doubt) bool { return d.Pkg == f.Pkg && d.Name == f.Name })
	if i < 0 {
		i = len(o.Doubts)
		o.Doubts = append(o.Doubts, Doubt{Pkg: f.Pkg, Name: f.Name, Pairs: f.Pairs})
	}
	o.Doubts[i].Needed = max(o.Doubts[i].Needed, f.Needed)
}
