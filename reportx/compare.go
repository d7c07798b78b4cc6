package reportx

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/verdict"
)

// A Side is one version: a name for it and what was read of it.
type Side struct {
	Name    string
	Results *Results
}

// A Pairing says which runs of two sides are neighbours.
type Pairing int

const (
	// PairByTime pairs runs that sample files show to be interleaved in fresh
	// processes. Others are compared as unpaired.
	PairByTime Pairing = iota
	// PairByOrder pairs run i of one side with run i of the other, in the order of
	// reading, because the caller knows that they were neighbours. A run that could not be read
	// takes its neighbour with it, and sides with different numbers of runs are compared as unpaired.
	PairByOrder
	// PairByNumber pairs the runs that have the same Run.Pair, which the caller has set because they were
	// interleaved in fresh processes. Runs without
	// a number, or without a partner, are left out.
	PairByNumber
	// NotPaired compares all runs of one side with all of the other.
	NotPaired
)

// CompareOptions say how sides are compared. The zero value is a good one.
type CompareOptions struct {
	Percentiles []float64 // as in Options
	Pairing     Pairing
	// Limit is the ratio above 1 from which on a change counts; 0 is 1.1, 10%.
	Limit float64

	units []string // of result lines, compared even where samples say more
}

// A Comparison is what changed between versions: each benchmark of the first
// side beside the same one of each other side.
type Comparison struct {
	Sides       []string
	Differences []*Difference // by new side, then in the order of the old results
	// Only has the benchmarks that one side lacks.
	Only []OnlyOn
	// Failed has the benchmarks that failed on some side, by name without -procs.
	Failed []FailedOn
	// Harmed are those of GateOptions.
	Harmed []Harm
	Gate   *GateResult // nil for a comparison without limits

	sides       []Side
	percentiles []float64
	asked       GateOptions // of a gate
}

// An OnlyOn is a benchmark that is not on both of two sides.
type OnlyOn struct {
	Pkg, Name string // Name is "" for a whole package
	On, Not   string // names of sides
	Failed    bool   // the side that lacks it says that it failed
}

// A FailedOn is a benchmark that failed on a side, in some run at least.
type FailedOn struct{ Name, Side string }

// A Difference is one benchmark on two sides.
type Difference struct {
	Pkg, Name        string
	Procs            int
	OldSide, NewSide string
	Order            Order
	// Paired is whether neighbours were compared. Without it the answer is
	// advisory: what happened between the two sides counts as a change.
	Paired           bool
	OldRuns, NewRuns int // runs read
	Changes          []*Change
	Suspects         []SideSuspect
	Notes            []string

	endless bool   // the new side did not end
	uneven  string // why runs cannot be paired by their order, "" if they can
	config  []KeyValue
	joint   []jointPool // one for each stage that was compared
}

// A SideSuspect is a run that differs from the others of its side.
type SideSuspect struct {
	New   bool
	Stage string // of which it differs; "" is whole operations
	Suspect
}

// A Change is that of one statistic of a benchmark. Times are in ns per
// operation; other numbers are in the unit of the result lines. No number is NaN
// or infinite: what has a flag is 0 without it.
type Change struct {
	P     float64 // percentile in percent; 0 for another metric
	Stage string  // of an operation; "" for whole ones
	Unit  string  // "ns/op" for percentiles, otherwise as printed
	// PerRun is whether there were no samples: old and new are then medians of the
	// runs' own values, and nothing is pooled.
	PerRun       bool
	HigherBetter bool
	Old, New     Value
	Samples      int64 // on the side that has fewer, 0 without

	// Ratio is new over old: the Hodges-Lehmann estimate over runs, with its 95% interval.
	// PooledRatio is that of the pooled values.
	Ratio, Lo, Hi, PooledRatio       float64
	HasRatio, HasInterval, HasPooled bool
	Runs                             int // pairs, or runs of the side that has fewer
	PValue, Adjusted                 float64
	Verdict                          string // same, better, worse, unsure
	Why                              string // of unsure
	Flagged                          string // worse or better where Screen suspects it, "" otherwise
	Confirmed                        bool   // fresh pairs were significant in that direction
	Detectable                       float64
	HasDetectable                    bool
	Needed                           int  // runs a side that would show a change of the limit; 0 not known
	Harmless                         bool // the interval excludes a change for the worse of the limit
	Cliff                            bool // the percentile sits between two modes on some side
	OldAbove, NewAbove               float64
	HasAbove                         bool      // OldAbove and NewAbove are shares of samples above Old
	Without                          []Without // what it is without a suspect run
	Limit                            *Limit    // of a gate
	Endless                          bool      // the new side did not end: infinitely slow, and no number

	alone    string  // the side that alone has samples, and so the one that has a value; "" where both were compared
	skew     float64 // ns an operation by which the clock's cost on the two sides differs
	oneClock bool    // the skew is that of a side that alone was measured
	test     verdict.Test
	runs     [2][]float64 // values of the runs that count
	pool     [2]quantile.Estimate
}

// A Value is one side of a change.
type Value struct {
	Value        float64
	Known        bool
	Lo, Hi       float64 // 95% interval of a pooled percentile
	HasLo, HasHi bool
	Weak         bool
	Unsettled    bool   // a run of the side never settled: the number is in doubt
	Why          string // why it is not known
}

// A Without is a ratio without one suspect run, in a paired comparison without its pair.
type Without struct {
	New    bool // the run's side
	Run    int  // 1-based
	Ratio  float64
	Lo, Hi float64
	Known  bool // Lo and Hi are
}

// errNothing is a comparison of sides that share no benchmark.
var errNothing = errors.New("no benchmark in common")

// NewComparison compares the first side with each of the others. An error means
// that there is nothing to compare, that samples could not be decoded, or that an option
// is out of range; what could be compared is in the result all the same.
//
// The changes of one statistic over all benchmarks are decided together: at
// most 2.5% of comparisons of a program with itself show any of them as worse,
// if its runs were interleaved in random order.
func NewComparison(sides []Side, o CompareOptions) (*Comparison, error) {
	c, err := measureSides(sides, o)
	c.judge(o.Limit)
	if err == nil {
		err = c.nothing()
	}
	return c, err
}

func measureSides(sides []Side, o CompareOptions) (*Comparison, error) {
	c := &Comparison{sides: sides, percentiles: o.Percentiles}
	for _, s := range sides {
		c.Sides = append(c.Sides, s.Name)
		for _, name := range s.Results.failed {
			if f := (FailedOn{name, s.Name}); !slices.Contains(c.Failed, f) {
				c.Failed = append(c.Failed, f)
			}
		}
	}
	if len(sides) < 2 {
		return c, errors.New("at least two sides are needed")
	}
	ps, err := percentiles(o.Percentiles)
	if err != nil {
		return c, err
	}
	memory := new(holder)
	for _, new := range sides[1:] {
		m := comparer{old: sides[0], new: new, ps: ps, units: o.units, pairing: o.Pairing, memory: memory}
		if pairErr := m.all(c); err == nil {
			err = pairErr
		}
	}
	if len(c.Differences) == 0 && err == nil {
		err = fmt.Errorf("%w: %s has %s; %s has %s", errNothing, sides[0].Name, names(sides[0]), sides[1].Name, names(sides[1]))
	}
	return c, err
}

// names is the first benchmarks of a side, for a message.
func names(s Side) string {
	const most = 3
	var list []string
	for i, b := range s.Results.Benchmarks {
		if i == most {
			list = append(list, fmt.Sprintf("%d more", len(s.Results.Benchmarks)-most))
			break
		}
		list = append(list, printable(b.Name))
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, ", ")
}

// judge decides the changes, those of one statistic together.
func (c *Comparison) judge(limit float64) {
	for _, family := range c.families() {
		for _, ch := range family {
			ch.test.Limit = limit
		}
		judgeFamily(family)
	}
}

// families are changes of the same statistic between the same two sides.
func (c *Comparison) families() (list [][]*Change) {
	index := make(map[string]int)
	for _, d := range c.Differences {
		for _, ch := range d.Changes {
			key := d.NewSide + "\x00" + ch.Statistic()
			i, ok := index[key]
			if !ok {
				i = len(list)
				index[key] = i
				list = append(list, nil)
			}
			list[i] = append(list[i], ch)
		}
	}
	return list
}

func judgeFamily(family []*Change) {
	for i, g := range verdict.Judge(tests(family)) {
		family[i].settle(g)
	}
}

func tests(family []*Change) []verdict.Test {
	list := make([]verdict.Test, len(family))
	for i, ch := range family {
		list[i] = ch.test
	}
	return list
}

// Statistic names what changed: p99, ttft-p99, or a unit.
func (c *Change) Statistic() string {
	if c.P == 0 {
		return c.Unit
	}
	return stagePrefix(c.Stage) + percentName(c.P)
}
