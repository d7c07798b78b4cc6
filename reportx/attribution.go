package reportx

import "github.com/plateau-bench/plateau/internal/quantile"

// An Attribution compares the slow samples of a benchmark with the others: what went on during either. It says what coincides
// with the tail, which is not yet what causes it: a slow sample has more time to coincide with anything. So
// the shares among the others stand beside those among the slow ones, and what those would be if length were all.
type Attribution struct {
	P      float64 // the percentile, in percent, beyond which samples are slow
	Beyond float64 // its value, ns per operation
	// Slow and Others are the samples of which something is known.
	Slow, Others int64
	// Causes are those of which anything is known; first the one whose shares differ most, the larger among slow samples.
	Causes []Cause
	// Unexplained are the slow samples during which no cause occurred that explains any. Unless it is known of all of
	// them, a slow sample may be here that one of the rest would explain.
	Unexplained int64
	// OnCPU is where the time of slow samples went, nil where task-clock is no column.
	OnCPU *OnCPU
	// Growth is of other columns: what grew during slow samples and during the others.
	Growth []Growth
}

// A Cause is something that went on during some samples. The share is its number over those of which it is known.
type Cause struct {
	Name                   string // "gc", "involuntary-switches", ...
	Slow, Others           int64  // samples during which it occurred
	SlowKnown, OthersKnown int64  // samples of which that is known
	SlowShare, OthersShare float64
	// Expected is the share of slow samples during which it would occur if it came as often in their time as in that of the
	// others. It is no less than OthersShare.
	Expected float64
	// Explains says that SlowShare is at least twice Expected, and 10 points more: the slow samples during which it
	// occurred are explained.
	Explains bool
}

// OnCPU compares how long samples took with how long the thread was on a CPU meanwhile: what it did itself, the kernel's work for it
// included, and what it waited for or others took from it. Times are means in ns of a sample.
type OnCPU struct {
	Slow, Others         int64 // samples of which it is known
	SlowWall, OthersWall float64
	SlowCPU, OthersCPU   float64
	// Share is the part of the time by which slow samples exceed the others that the thread was on a CPU, 0 to 1.
	Share float64
}

// A Growth is by how much a count grew during a sample, on average.
type Growth struct {
	Name         string
	Slow, Others float64 // per sample
}

// causes are what a sample may have overlapped, as columns and spans are named, and in words.
var causes = [...]struct{ name, words string }{
	{"gc", "a garbage collection"},
	{"involuntary-switches", "an involuntary context switch"},
	{"voluntary-switches", "a voluntary context switch"},
	{"page-faults", "page faults"},
	{"major-faults", "page faults that had to read"},
	{"cpu-migrations", "a migration to another CPU"},
	{"steal-time-ns", "time stolen by the hypervisor"},
}

// causeOf is the index in causes of a name, -1 if it is none of them.
func causeOf(name string) int {
	for i, c := range causes {
		if c.name == name {
			return i
		}
	}
	return -1
}

// attribute compares samples beyond p99 with the others, by the index of the pool; nil where nothing is known beside samples, or none is beyond.
func attribute(p *pool) (*Attribution, error) {
	const tail = 990_000
	known := false
	for _, r := range p.runs {
		known = known || r.group == 1 && len(r.run.beside) > 0
	}
	if !known || p.stage != "" {
		return nil, nil
	}
	q, err := p.index.Pool(p.all(), []quantile.P{tail})
	if err != nil || !q.Estimates[0].Supported {
		return nil, err
	}
	limit := q.Estimates[0].Value
	t := tailCount{growth: make(map[string]*growing)}
	for _, r := range p.runs {
		if r.group != 1 || len(r.run.beside) == 0 {
			continue
		}
		witnesses := r.run.besides()
		t.watch(witnesses)
		i := r.series.Warmup
		err := r.series.Samples.blocks(i, func(block []int64) bool {
			for _, ps := range block {
				t.add(witnesses, i, float64(ps)/1000, ps > limit)
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
