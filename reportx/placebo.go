package reportx

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// A Placebo is what a machine makes of no change: pairs of runs of one program, whose sides have changed places
// in a part of the pairs again and again. Within a pair it is chance which run counts as old, so that
// each assignment of sides is a trial that might have been measured just as well.
type Placebo struct {
	Assignments int  // of sides to the runs of the pairs, that were looked at
	All         bool // these are all there are
	Pairs       int  // of the benchmark that has most
	// Failed and Flagged count the assignments in which a gate fails by these pairs alone, and in which a
	// screening flags some change for the worse, which fresh pairs would have to confirm.
	Failed, Flagged int
	Effects         []*PlaceboEffect
}

// A PlaceboEffect is that of one statistic of a benchmark.
type PlaceboEffect struct {
	Pkg, Name string
	*Change   // with the sides as they were measured

	Failed, Flagged int // assignments, as in Placebo, by this change
	// Chance is the ratio above 1 that the change, in whichever direction, exceeds in 5% of the assignments. HasChance is
	// whether it could be told.
	Chance    float64
	HasChance bool

	ratios []float64 // |log| of each assignment
}

const (
	mostAssignments = 1024
	mostTests       = 1 << 15 // of all changes in all assignments
)

// NewPlacebo judges pairs of runs of one program, which have numbers (Run.Pair), by limits of changes;
// budgets do not count. The assignments are all 2^k of k pairs, or some drawn by the seed where these
// are more than about a thousand. In them the values of single runs are judged: that the value of all samples together has to
// reach the limit too, and that no single run may decide, makes a gate fail less often than is counted
// here. Errors are those of NewGate.
func NewPlacebo(old, new Side, limits []Limit, seed uint64) (*Placebo, error) {
	o := GateOptions{Pairing: PairByNumber}
	for _, l := range limits {
		if !l.Absolute() {
			o.Limits = append(o.Limits, l)
		}
	}
	c, err := Screen(old, new, o)
	if err != nil {
		return nil, err
	}
	p := &Placebo{}
	c.each(func(d *Difference, ch *Change) {
		p.Effects = append(p.Effects, &PlaceboEffect{Pkg: d.Pkg, Name: d.Name, Change: ch})
		p.Pairs = max(p.Pairs, ch.Runs)
	})
	p.plan()
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range p.Assignments {
		bits := rng.Uint64()
		if p.All {
			bits = uint64(i)
		}
		p.assign(bits)
	}
	for _, e := range p.Effects {
		e.Chance, e.HasChance = chance(e.ratios)
	}
	return p, nil
}

// plan chooses the number of assignments.
func (p *Placebo) plan() {
	p.Assignments = min(mostAssignments, max(1, mostTests/max(1, len(p.Effects))))
	if p.Pairs < 30 && 1<<p.Pairs <= p.Assignments {
		p.Assignments, p.All = 1<<p.Pairs, true
	}
}

// assign judges one assignment. Pair i changes sides if that bit is set; pairs beyond the 64th go with earlier ones.
func (p *Placebo) assign(bits uint64) {
	tests := make([]verdict.Test, len(p.Effects))
	for i, e := range p.Effects {
		tests[i] = e.exchanged(bits)
		if r := tests[i].Change.Ratio; r > 0 && finite(r) {
			e.ratios = append(e.ratios, math.Abs(math.Log(r)))
		}
	}
	failed, flagged := false, false
	for i, g := range verdict.Judge(tests) {
		if g.Verdict == verdict.Worse {
			p.Effects[i].Failed++
			failed = true
		}
	}
	for i, g := range verdict.Screen(tests) {
		if g.Flagged == verdict.Worse {
			p.Effects[i].Flagged++
			flagged = true
		}
	}
	if failed {
		p.Failed++
	}
	if flagged {
		p.Flagged++
	}
}

// exchanged is the test of the change with the sides exchanged in some pairs.
func (e *PlaceboEffect) exchanged(bits uint64) verdict.Test {
	n := min(len(e.runs[0]), len(e.runs[1]))
	s := verdict.Sides{Old: slices.Clone(e.runs[0][:n]), New: slices.Clone(e.runs[1][:n]), Samples: e.test.Change.Samples, PerRun: e.test.Change.PerRun}
	for i := range n {
		if bits>>(i&63)&1 == 1 {
			s.Old[i], s.New[i] = s.New[i], s.Old[i]
		}
	}
	t := e.test
	t.Change, t.Without = verdict.PairedJointly(s), nil
	return t
}

// chance is the ratio of which 95% of the logarithms are not beyond.
func chance(logs []float64) (ratio float64, known bool) {
	if len(logs) == 0 {
		return 0, false
	}
	slices.Sort(logs)
	ratio = math.Exp(logs[(95*len(logs)+99)/100-1])
	return ratio, finite(ratio)
}

// undecided says how many samples a decision needs where there are too few, so that no number of changes that chance makes is
// one; "" where there are enough, or samples are not known.
func (e *PlaceboEffect) undecided() string {
	if e.Samples == 0 || e.test.P == 0 {
		return ""
	}
	if ok, why := verdict.Gateable(e.test.P, e.test.Change.Samples, e.test.Change.PerRun); !ok {
		return cmp.Or(e.Why, why)
	}
	return ""
}

func (e *PlaceboEffect) decidable() bool { return e.undecided() == "" }
