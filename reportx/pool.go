package reportx

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/series"
)

// A pool is the steady samples of one series of several runs.
type pool struct {
	stage string
	batch int // operations a sample, of all runs
	runs  []pooledRun
	notes []string // which runs take no part, and what was done to the others

	// Filled by distribution for suspects and attribution.
	index  *quantile.Index
	counts []int64           // samples of each run
	tail   quantile.Estimate // the percentile by which tails are compared
}

// A pooledRun is the steady part of one run. It implements [quantile.Run] in
// picoseconds of a whole batch of the pool.
type pooledRun struct {
	run    *Run
	number int // 1-based, among all runs of the benchmark
	series *Series
	group  int // samples of the run that make one of the pool
}

// Blocks implements [quantile.Run].
func (r pooledRun) Blocks(yield func(block []int64) bool) error {
	if r.group == 1 {
		return r.series.Samples.blocks(r.series.Warmup, yield)
	}
	sum := series.Batch{Size: r.group}
	return r.series.Samples.blocks(r.series.Warmup, func(block []int64) bool {
		if block = sum.Append(block[:0], block); len(block) == 0 {
			return true
		}
		return yield(block)
	})
}

// maxGroup bounds what re-aggregation may make of a sample.
const maxGroup = 1 << 20

// newPool gathers the runs that have steady samples of a stage. Where their
// batches differ, finer ones are added up to the coarsest (in general to the
// least common multiple): sums of batch totals are exact.
func newPool(runs []*Run, stage string) (*pool, error) {
	p := &pool{stage: stage, batch: 1}
	var absent, empty, mismatch []int
	for i, r := range runs {
		s := r.series(stage)
		switch {
		case s == nil:
			absent = append(absent, i+1)
		case r.Marked(series.MarkProcs):
			mismatch = append(mismatch, i+1)
		case s.Steady() == 0:
			empty = append(empty, i+1)
		default:
			p.runs = append(p.runs, pooledRun{run: r, number: i + 1, series: s})
		}
	}
	of := ""
	if stage != "" {
		of = stage + ": "
	}
	if len(mismatch) > 0 {
		p.notef("%s%s left out of the pool: measured with another GOMAXPROCS than the name says", of, runList(mismatch))
	}
	if len(absent) > 0 && stage == "" {
		p.notef("%s left out of the pool: no samples", runList(absent))
	}
	if len(empty) > 0 {
		p.notef("%s%s left out of the pool: no steady sample", of, runList(empty))
	}
	return p, p.align(of)
}

func (p *pool) notef(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// align gives all runs of the pool one batch size.
func (p *pool) align(of string) error {
	finest := 0
	for i, r := range p.runs {
		if p.batch = lcm(p.batch, r.series.Batch); p.batch > maxGroup {
			return fmt.Errorf("%sbatch sizes differ too much to be pooled: %d in run %d", of, r.series.Batch, r.number)
		}
		if i == 0 || r.series.Batch < finest {
			finest = r.series.Batch
		}
	}
	for i := range p.runs {
		p.runs[i].group = p.batch / p.runs[i].series.Batch
	}
	if len(p.runs) > 0 && finest != p.batch {
		p.notef("%sbatches of %d operations and more added up to %d: the runs differ", of, finest, p.batch)
	}
	return nil
}

func lcm(a, b int) int {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	if a/x > maxGroup/b {
		return maxGroup + 1
	}
	return a / x * b
}

func (p *pool) streams() []quantile.Run {
	rs := make([]quantile.Run, len(p.runs))
	for i, r := range p.runs {
		rs[i] = r
	}
	return rs
}

// perOp converts picoseconds of a batch to ns of an operation.
func (p *pool) perOp(ps float64) float64 { return ps / float64(p.batch) / 1000 }

// distribution pools the samples, of which samples are the runs.
func (p *pool) distribution(samples []quantile.Run, ps []quantile.P) (*Distribution, error) {
	q, err := p.pooled(samples, append(slices.Clone(ps), p.commonTail()))
	if err != nil {
		return nil, err
	}
	p.counts, p.tail = q.Counts, q.Estimates[len(ps)]
	d := &Distribution{
		Stage: p.stage, Batch: p.batch, Runs: len(p.runs), Samples: q.N,
		Mean: p.perOp(q.Mean), Min: p.perOp(float64(q.Min)), Max: p.perOp(float64(q.Max)),
	}
	for _, r := range p.runs {
		d.Warmup = append(d.Warmup, r.discarded())
		d.Lost += r.series.Lost
	}
	for _, e := range q.Estimates[:len(ps)] {
		d.Percentiles = append(d.Percentiles, p.percentile(e))
	}
	return d, nil
}

// pooled makes the index of the samples and looks up percentiles.
func (p *pool) pooled(samples []quantile.Run, ps []quantile.P) (q quantile.Pooled, err error) {
	if p.index, err = quantile.NewIndex(samples); err != nil {
		return q, err
	}
	if err := p.index.Prepare([][]int{p.all()}, append(slices.Clone(ps), medianP)); err != nil {
		return q, err
	}
	return p.index.Pool(p.all(), ps)
}

// all is where the runs are in the index.
func (p *pool) all() []int {
	at := make([]int, len(p.runs))
	for i := range at {
		at[i] = i
	}
	return at
}

// discarded is the number of operations left out at the beginning: what the result line says, which counts those of a last batch that was not
// full too, unless that is about something else.
func (r pooledRun) discarded() int64 {
	batch := int64(r.series.Batch)
	left := r.series.Warmup * batch
	if said, ok := r.run.value("warmup-iters"); ok && r.series.Name == "" && said >= float64(left) && said < float64(left+batch) {
		return int64(said)
	}
	return left
}

func (p *pool) percentile(e quantile.Estimate) Percentile {
	out := Percentile{P: e.P.Percent(), Supported: e.Supported, Beyond: e.Beyond, Weak: e.Weak, Why: e.Why, p: e.P}
	if !e.Supported {
		return out
	}
	out.Value = p.perOp(float64(e.Value))
	if out.HasLo = e.HasLo; e.HasLo {
		out.Lo = p.perOp(float64(e.Lo))
	}
	if out.HasHi = e.HasHi; e.HasHi {
		out.Hi = p.perOp(float64(e.Hi))
	}
	return out
}

// series is the run's series of that name, nil without one.
func (r *Run) series(name string) *Series {
	for _, s := range r.Series {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// runList names runs: "run 2", "runs 2, 3 and 5-9".
func runList(numbers []int) string {
	if len(numbers) == 1 {
		return "run " + strconv.Itoa(numbers[0])
	}
	var words []string
	for i := 0; i < len(numbers); {
		j := i + 1
		for j < len(numbers) && numbers[j] == numbers[j-1]+1 {
			j++
		}
		switch first, last := strconv.Itoa(numbers[i]), strconv.Itoa(numbers[j-1]); j - i {
		case 1:
			words = append(words, first)
		case 2:
			words = append(words, first, last)
		default:
			words = append(words, first+"-"+last)
		}
		i = j
	}
	const most = 8
	if len(words) > most {
		return fmt.Sprintf("%d runs", len(numbers))
	}
	if last := len(words) - 1; last > 0 {
		return "runs " + strings.Join(words[:last], ", ") + " and " + words[last]
	}
	return "runs " + words[0]
}
