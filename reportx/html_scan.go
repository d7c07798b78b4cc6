package reportx

import "github.com/plateau-bench/plateau/internal/figure"

// A detail is how finely drawings follow the samples. It makes room for all runs that are drawn: what a page weighs depends on how many
// there are, not on how many samples they have.
type detail struct {
	strips    int // runs of a benchmark that are drawn, at most
	columns   int // of the strip of a run
	positions int // of a percentile curve of one run
}

// Of these there are so many on a page, at 10 to 20 bytes each, as long as each run has the least of them.
const (
	allColumns, mostColumns, leastColumns       = 60_000, 960, 48
	allPositions, mostPositions, leastPositions = 20_000, 120, 16
	poolPositions                               = 240
)

// detailOf is for benchmarks with so many runs each.
func detailOf(runs []int) detail {
	d := detail{strips: max(drawnStrips/max(len(runs), 1), leastStrips)}
	drawn := 1
	for _, n := range runs {
		drawn += min(n, d.strips)
	}
	d.columns = min(max(allColumns/drawn, leastColumns), mostColumns)
	d.positions = min(max(allPositions/drawn, leastPositions), mostPositions)
	return d
}

// A scan is one run as it is drawn.
type scan struct {
	run     *Run
	number  int // 1-based, among all runs of the benchmark
	batch   int // operations a value of columns
	n       int64
	warmup  int64 // leading samples
	columns []figure.Column
	pooled  *spread // of what counts of the run, in the pool's batch; nil where it has no part in the pool
}

// perOp converts what columns have to ns of an operation.
func (s *scan) perOp(ps int64) float64 { return float64(ps) / float64(s.batch) / 1000 }

// scanRuns reads each run with samples of whole operations once, and once more where it has to be batched anew. Of the samples it
// keeps those of one column at a time. Where there are more runs than d has strips, those in odd, by their numbers, are among those that are read.
// scratch is empty.
func scanRuns(runs []*Run, odd map[int]bool, d detail, scratch *spreader) (list []*scan, err error) {
	pooled := make(map[*Run]*pooledRun)
	if p, err := newPool(runs, ""); err == nil { // else the report has said why there is no pool
		for i := range p.runs {
			pooled[p.runs[i].run] = &p.runs[i]
		}
	}
	has := room(len(runs), d.strips, func(i int) bool { return odd[i+1] })
	for i, r := range runs {
		series := r.series("")
		if !has[i] || series == nil || series.Samples.Len() == 0 {
			continue
		}
		s := &scan{run: r, number: i + 1, batch: series.Batch, n: series.Samples.Len(), warmup: min(series.Warmup, series.Samples.Len())}
		if err := s.read(series, pooled[r], d.columns, scratch); err != nil {
			return list, err
		}
		list = append(list, s)
	}
	return list, nil
}

// read goes through the samples once, and once more where the pool has them in larger batches. The member is the run in the pool, nil
// for one that has no part in it.
func (s *scan) read(of *Series, member *pooledRun, most int, scratch *spreader) error {
	columns := figure.NewColumns(s.n, most)
	skip := s.warmup
	err := of.Samples.blocks(0, func(block []int64) bool {
		columns.Add(block)
		steady := block[min(skip, int64(len(block))):]
		skip -= int64(len(block) - len(steady))
		if member != nil && member.group == 1 {
			scratch.add(steady)
		}
		return true
	})
	if err == nil && member != nil && member.group > 1 {
		err = member.Blocks(func(block []int64) bool {
			scratch.add(block)
			return true
		})
	}
	if err != nil {
		return err
	}
	if member != nil {
		s.pooled = scratch.take()
	}
	s.columns = columns.List()
	return nil
}
