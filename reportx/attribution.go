package reportx

import (
	"fmt"
	"strings"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/tally"
)

// An Attribution compares the slow samples of a benchmark with the others: what went on during either. It says what coincides
// with the tail, which is not yet what causes it: a slow sample has more time to coincide with anything. So
// the shares among the others stand beside those among the slow ones.
type Attribution struct {
	P      float64 // the percentile, in percent, beyond which samples are slow
	Beyond float64 // its value, ns per operation
	// Slow and Others are the samples of which something is known.
	Slow, Others int64
	Causes       []Cause // in a fixed order, those of which anything is known
	// Unexplained are the slow samples during which none of the causes occurred. Unless it is known of all of
	// them, a slow sample may be here that one of the rest would explain.
	Unexplained int64
	// Growth is of other columns: what grew during slow samples and during the others.
	Growth []Growth
}

// A Cause is something that went on during some samples. The share is its number over those of which it is known.
type Cause struct {
	Name                   string // "gc", "involuntary-switches", ...
	Slow, Others           int64  // samples during which it occurred
	SlowKnown, OthersKnown int64  // samples of which that is known
	SlowShare, OthersShare float64
}

// A Growth is by how much a count grew during a sample, on average.
type Growth struct {
	Name         string
	Slow, Others float64 // per sample
}

// causes are what a sample may have overlapped, as columns and spans are named, and in words.
var causes = []struct{ name, words string }{
	{"gc", "a garbage collection"},
	{"involuntary-switches", "an involuntary context switch"},
	{"voluntary-switches", "a voluntary context switch"},
	{"page-faults", "page faults"},
	{"major-faults", "page faults that had to read"},
	{"cpu-migrations", "a migration to another CPU"},
	{"steal-time-ns", "time stolen by the hypervisor"},
}

func isCause(name string) bool {
	for _, c := range causes {
		if c.name == name {
			return true
		}
	}
	return false
}

// attribute compares samples beyond p99 with the others, nil where nothing is known beside samples, or none is beyond.
func attribute(p *pool) (*Attribution, error) {
	const tail = 990_000
	known := false
	for _, r := range p.runs {
		known = known || r.group == 1 && len(r.run.beside) > 0
	}
	if !known || p.stage != "" {
		return nil, nil
	}
	q, err := quantile.Pool(p.streams(), []quantile.P{tail})
	if err != nil || !q.Estimates[0].Supported {
		return nil, err
	}
	limit := q.Estimates[0].Value
	t := tailCount{causes: make(map[string]*Cause), growth: make(map[string]*growing)}
	for _, r := range p.runs {
		if r.group != 1 || len(r.run.beside) == 0 {
			continue
		}
		witnesses := r.run.besides()
		t.watch(witnesses)
		i := r.series.Warmup
		err := r.series.Samples.blocks(i, func(block []int64) bool {
			for _, ps := range block {
				t.add(witnesses, i, ps > limit)
				i++
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	if t.slow == 0 || t.others == 0 {
		return nil, nil
	}
	return t.attribution(quantile.P(tail).Percent(), p.perOp(float64(limit))), nil
}

// A tailCount gathers an attribution sample by sample.
type tailCount struct {
	slow, others, unexplained int64
	causes                    map[string]*Cause
	growth                    map[string]*growing
	order                     []string // of growth
}

// watch tells witnesses what they are evidence of.
func (t *tailCount) watch(witnesses []*witness) {
	for _, w := range witnesses {
		if !isCause(w.name) {
			if t.growth[w.name] == nil {
				t.growth[w.name] = new(growing)
				t.order = append(t.order, w.name)
			}
			w.growth = t.growth[w.name]
			continue
		}
		if t.causes[w.name] == nil {
			t.causes[w.name] = &Cause{Name: w.name}
		}
		w.cause = t.causes[w.name]
	}
}

// add takes the sample numbered i of the run that the witnesses tell of.
func (t *tailCount) add(witnesses []*witness, i int64, slow bool) {
	any, occurred := false, false
	for _, w := range witnesses {
		v, known := w.of(i)
		switch {
		case !known:
		case w.cause == nil:
			w.growth.add(float64(v), slow)
		default:
			any = true
			w.cause.count(slow, v > 0)
			occurred = occurred || v > 0
		}
	}
	switch {
	case !any:
	case !slow:
		t.others++
	default:
		t.slow++
		if !occurred {
			t.unexplained++
		}
	}
}

// growing adds up what a count grew by.
type growing struct{ slow, others, slowN, othersN float64 }

func (g *growing) add(by float64, slow bool) {
	if slow {
		g.slow, g.slowN = g.slow+by, g.slowN+1
	} else {
		g.others, g.othersN = g.others+by, g.othersN+1
	}
}

func (c *Cause) count(slow, occurred bool) {
	n := int64(0)
	if occurred {
		n = 1
	}
	if slow {
		c.SlowKnown++
		c.Slow += n
	} else {
		c.OthersKnown++
		c.Others += n
	}
}

func (t *tailCount) attribution(p, beyond float64) *Attribution {
	a := &Attribution{P: p, Beyond: beyond, Slow: t.slow, Others: t.others, Unexplained: t.unexplained}
	for _, known := range causes {
		if c := t.causes[known.name]; c != nil && c.SlowKnown > 0 && c.OthersKnown > 0 {
			c.SlowShare = float64(c.Slow) / float64(c.SlowKnown)
			c.OthersShare = float64(c.Others) / float64(c.OthersKnown)
			a.Causes = append(a.Causes, *c)
		}
	}
	for _, name := range t.order {
		if g := t.growth[name]; g.slowN > 0 && g.othersN > 0 {
			a.Growth = append(a.Growth, Growth{name, g.slow / g.slowN, g.others / g.othersN})
		}
	}
	return a
}

// lines say it in words: each cause that occurred at all, the slow samples first.
func (a *Attribution) lines(c *Counters) []string {
	var words []string
	for _, c := range a.Causes {
		if c.Slow == 0 && c.Others == 0 {
			continue
		}
		for _, known := range causes {
			if known.name == c.Name {
				words = append(words, fmt.Sprintf("%s %s (others %s)", share(c.SlowShare), known.words, share(c.OthersShare)))
			}
		}
	}
	head := fmt.Sprintf("of %s beyond p%v: ", plural(a.Slow, "sample"), a.P)
	if words == nil {
		return []string{head + "none overlapped a garbage collection or anything else that was watched"}
	}
	lines := []string{head + strings.Join(words, ", ") + "; unexplained " + share(float64(a.Unexplained)/float64(a.Slow))}
	for _, g := range a.Growth {
		if g.Others > 0 {
			lines = append(lines, fmt.Sprintf("%s during samples beyond p%v: %s, during the others %s", g.Name, a.P, c.amount(g.Name, g.Slow), c.amount(g.Name, g.Others)))
		}
	}
	return lines
}

// amount is a value of a column in the unit that its total has.
func (c *Counters) amount(name string, x float64) string {
	unit := ""
	if c != nil {
		if counted := c.of(name, tally.Thread); counted != nil {
			unit = counted.Unit
		}
	}
	return formatMetric(x, unit)
}

// share is a proportion in percent, without digits that say nothing.
func share(x float64) string {
	switch p := 100 * x; {
	case p > 0 && p < 1:
		return "<1%"
	case p > 99 && p < 100:
		return ">99%"
	default:
		return fmt.Sprintf("%.0f%%", p)
	}
}
