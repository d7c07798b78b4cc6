package reportx

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/verdict"
)

// A comparer compares the benchmarks of two sides.
type comparer struct {
	old, new Side
	ps       []quantile.P
	units    []string // compared even where samples say more
	pairing  Pairing
	memory   *holder
}

// all adds the differences of all benchmarks, and lists those that one side lacks.
func (m *comparer) all(c *Comparison) error {
	var failed error
	for _, b := range m.old.Results.Benchmarks {
		other := m.new.Results.counterpart(b)
		if other == nil {
			c.Only = append(c.Only, OnlyOn{b.Pkg, b.Name, m.old.Name, m.new.Name, m.new.Results.hasFailed(b.Pkg, b.Name)})
			continue
		}
		d, err := m.difference(b, other)
		if err != nil && failed == nil {
			failed = fmt.Errorf("%s: %w", b.Name, err)
		}
		c.Differences = append(c.Differences, d)
	}
	for _, b := range m.new.Results.Benchmarks {
		if m.old.Results.counterpart(b) == nil {
			c.Only = append(c.Only, OnlyOn{b.Pkg, b.Name, m.new.Name, m.old.Name, m.old.Results.hasFailed(b.Pkg, b.Name)})
		}
	}
	return failed
}

func (m *comparer) difference(old, new *Benchmark) (*Difference, error) {
	d := &Difference{
		Pkg: old.Pkg, Name: old.Name, Procs: max(old.Procs, new.Procs), OldSide: m.old.Name, NewSide: m.new.Name,
		OldRuns: len(old.Runs), NewRuns: len(new.Runs), config: old.Config,
	}
	d.Order, _ = arrange(old.Runs, new.Runs)
	d.Paired = m.paired(d.Order)
	if m.pairing == PairByNumber && !d.Order.neighbours() {
		d.Order = Interleaved // as the caller knows, whatever the files say
	}
	if a, b := m.old.Results.made(old), m.new.Results.made(new); m.pairing == PairByOrder && a != b {
		d.Paired, d.uneven = false, fmt.Sprintf("%s of %s and %d of %s: which of them were neighbours is not known", runsOf(a), m.old.Name, b, m.new.Name)
		d.note(d.uneven)
	}
	d.note(differingConfig(old, new))
	if old.Raw && m.old.Results.options.KeepWarmup {
		d.note("a raw series, of which no warm-up is left out")
	}
	var failed error
	for _, stage := range m.commonStages(d, old, new) {
		if err := m.samples(d, stage, old, new); err != nil && failed == nil {
			failed = err
		}
	}
	m.metrics(d, old, new)
	if err := m.alone(d, old, new); err != nil && failed == nil {
		failed = err
	}
	d.doubt(old.settled() == NeverSettled, new.settled() == NeverSettled)
	m.unlike(d, old, new)
	return d, failed
}

// commonStages are those of which both sides have samples. Of what one side alone has there is a note, unless it alone has any samples
// at all.
func (m *comparer) commonStages(d *Difference, old, new *Benchmark) (both []string) {
	a, b := stages(old.Runs), stages(new.Runs)
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	alone := func(stage, side string) {
		d.note(fmt.Sprintf("%ssamples on the side of %s only", stageOf(stage), side))
	}
	for _, stage := range a {
		if slices.Contains(b, stage) {
			both = append(both, stage)
			continue
		}
		alone(stage, m.old.Name)
	}
	for _, stage := range b {
		if !slices.Contains(a, stage) {
			alone(stage, m.new.Name)
		}
	}
	return both
}

// doubt marks the numbers of sides that never settled.
func (d *Difference) doubt(old, new bool) {
	if old || new {
		d.note("some runs never settled: every number is in doubt")
	}
	for _, ch := range d.Changes {
		ch.Old.Unsettled, ch.New.Unsettled = old, new
	}
}

func (m *comparer) paired(o Order) bool {
	return m.pairing == PairByOrder || m.pairing == PairByNumber || m.pairing == PairByTime && o.neighbours()
}

func (d *Difference) note(text string) {
	if text != "" && !slices.Contains(d.Notes, text) {
		d.Notes = append(d.Notes, text)
	}
}

// differingConfig says in what the environments of the sides differ.
func differingConfig(old, new *Benchmark) string {
	var words []string
	for _, key := range []string{"goos", "goarch", "cpu"} {
		if a, b := old.config(key), new.config(key); a != "" && b != "" && a != b {
			words = append(words, fmt.Sprintf("%s %s and %s", key, a, b))
		}
	}
	if words == nil {
		return ""
	}
	return "measured on different machines: " + printable(strings.Join(words, ", "))
}

func stageOf(stage string) string {
	if stage == "" {
		return ""
	}
	return stage + ": "
}

// couple is the neighbours among runs, as indices of old and new.
func (m *comparer) couple(old, new []*Run, oldNumbers, newNumbers []int) [][2]int {
	switch m.pairing {
	case PairByNumber:
		oldNumbers, newNumbers = pairNumbers(old, 0), pairNumbers(new, -1)
	case PairByOrder:
		oldNumbers, newNumbers = placeNumbers(old, oldNumbers), placeNumbers(new, newNumbers)
	default:
		_, pairs := arrange(old, new)
		return pairs
	}
	var pairs [][2]int
	for i, number := range oldNumbers {
		if j := slices.Index(newNumbers, number); j >= 0 {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}

// pairNumbers are the pairs of runs, none where it is not known.
func pairNumbers(runs []*Run, none int) (numbers []int) {
	for _, r := range runs {
		if r.Pair == 0 {
			numbers = append(numbers, none)
			continue
		}
		numbers = append(numbers, r.Pair)
	}
	return numbers
}

// method is the test: of all rules tried on recorded noise PairedJointly finds
// the most at the fewest false alarms.
func (d *Difference) method() verdict.Method {
	if d.Paired {
		return verdict.PairedJointly
	}
	return verdict.Unpaired
}
