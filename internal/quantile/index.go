package quantile

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sort"
)

// An Index answers questions about ranks in each of several runs and in any of them taken together, from two
// readings of each run as a rule, however many questions there are. Short runs are kept sorted. Of long ones it keeps how
// many samples each bin of a fine grid has, and the samples of those bins in which a wanted
// rank lies. Answers are exact, and those of [Of] and [Pool]. An Index is used by one goroutine at a time.
type Index struct {
	runs    []Run
	entries []entry
	grid    grid
	room    int // values that bags may still take
	seeker  seeker
}

// An entry is what is known of one run.
type entry struct {
	n         int64
	low, high int64
	sum       total
	sorted    []int64 // all values; nil of a long run

	first int          // bin of the smallest value
	below []int64      // values in bins before first, first+1 and so on, up to and with the last bin
	bags  map[int]*bag // of bins looked into
}

const (
	// shortRun is the most samples of a run that is kept sorted, and sortedRuns the most of all such runs.
	shortRun, sortedRuns = ScratchLen, 1 << 22
	// mostBagged is the most values in bags, with 16 bytes each.
	mostBagged = 1 << 22
)

// errCrowded is the error where bins hold too many different values to be kept. Then the runs are read
// again for each answer, as Of and Pool do.
var errCrowded = errors.New("too many different samples near a percentile")

// NewIndex reads each run once, and the beginning of each once more where some are long. A run without samples may be among
// them. Errors are those of reading.
func NewIndex(runs []Run) (*Index, error) {
	x := &Index{runs: runs, entries: make([]entry, len(runs)), room: mostBagged}
	var scratch, spare []int64
	room := sortedRuns
	var c *counter
	for i := range runs {
		values, short, err := readShort(runs, i, scratch[:0])
		if err != nil {
			return nil, err
		}
		scratch = values
		if short && len(values) <= room {
			room -= len(values)
			if len(spare) < len(values) {
				spare = make([]int64, len(values))
			}
			x.entries[i] = sortedEntry(values, spare)
			continue
		}
		if c == nil {
			c = new(counter)
			if x.grid.origin, err = x.origin(); err != nil {
				return nil, err
			}
		}
		if x.entries[i], err = x.count(i, c); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// readShort appends the samples of run i to scratch, which is empty; short is whether those are all.
func readShort(runs []Run, i int, scratch []int64) (values []int64, short bool, err error) {
	short = true
	err = sequence(runs).blocks(i, func(block []int64) bool {
		if short = len(block) <= shortRun-len(scratch); short {
			scratch = append(scratch, block...)
		}
		return short
	})
	return scratch, short, err
}

func sortedEntry(values, spare []int64) entry {
	e := entry{n: int64(len(values)), sorted: slices.Clone(values)}
	if e.n > 0 {
		ascending(e.sorted, spare)
		e.low, e.high = e.sorted[0], e.sorted[e.n-1]
		e.sum.addAll(e.sorted)
	}
	return e
}

// origin is the least of the values below which 1% lie at the beginning of some run.
func (x *Index) origin() (int64, error) {
	least := int64(math.MaxInt64)
	scratch := make([]int64, shortRun)
	for i := range x.runs {
		values := scratch[:0]
		err := sequence(x.runs).blocks(i, func(block []int64) bool {
			values = append(values, block[:min(len(block), cap(values))]...)
			return false
		})
		if err != nil {
			return 0, err
		}
		if low := Select(values, []P{10_000}); low != nil {
			least = min(least, low[0])
		}
	}
	return least, nil
}

// A counter counts the samples of one run in the bins of a grid. Its memory serves one run after the other.
type counter struct {
	bins [gridBins]int64 // 0 before and after
	far  [chunkLen]int64
}

// count makes the entry of a long run.
func (x *Index) count(run int, c *counter) (entry, error) {
	e := entry{low: math.MaxInt64, high: math.MinInt64}
	err := sequence(x.runs).blocks(run, func(block []int64) bool {
		e.n += int64(len(block))
		for chunk := range slices.Chunk(block, chunkLen) {
			e.countChunk(chunk, x.grid, c)
		}
		return true
	})
	if err != nil || e.n == 0 {
		return e, err
	}
	e.first = x.grid.bin(e.low)
	used := c.bins[e.first : x.grid.bin(e.high)+1]
	e.below = make([]int64, len(used)+1)
	for i, n := range used {
		e.below[i+1] = e.below[i] + n
	}
	clear(used)
	e.bags = make(map[int]*bag)
	return e, nil
}

// countChunk counts at most chunkLen values.
//
// Extremes are not compared with each value: one that lies between those so far is no new one, which is a
// single unsigned comparison.
func (e *entry) countChunk(chunk []int64, g grid, c *counter) {
	origin := g.origin
	floor, reach := e.reach(g)
	var sum int64 // modulo 2^64
	n := uint(0)
	for _, v := range chunk {
		sum += v
		if distanceOf(v, floor) < reach {
			c.bins[near(distanceOf(v, origin))]++
		} else {
			c.far[n%chunkLen] = v
			n++
		}
	}
	for _, v := range c.far[:n] {
		e.low, e.high = min(e.low, v), max(e.high, v)
		c.bins[g.bin(v)]++
	}
	if e.low < -safe || e.high > safe {
		e.sum.addAll(chunk)
	} else {
		e.sum.add(sum)
	}
}

// reach is the range of values from floor on, up to the greatest so far, to which near applies: those whose distance from
// floor is below reach. As floor and such a distance make no more than a value, no value below floor has one
// by overflow.
func (e *entry) reach(g grid) (floor int64, reach uint64) {
	floor = max(e.low, g.origin)
	if e.high < floor || distanceOf(floor, g.origin) > nearest {
		return floor, 0
	}
	return floor, min(distanceOf(e.high, floor), nearest-distanceOf(floor, g.origin)) + 1
}

// before is how many values lie in bins before one.
func (x *Index) before(e *entry, bin int) int64 {
	if e.below == nil {
		first, ok := x.grid.first(bin)
		if !ok {
			return e.n
		}
		i, _ := slices.BinarySearch(e.sorted, first)
		return int64(i)
	}
	return e.below[min(max(bin-e.first, 0), len(e.below)-1)]
}

// within is how many values lie in a bin.
func (x *Index) within(e *entry, bin int) int64 { return x.before(e, bin+1) - x.before(e, bin) }

// locate is the bin in which a rank of some runs together lies, and how many values lie before it.
func (x *Index) locate(members []int, rank int64) (bin int, before int64) {
	count := func(bin int) (n int64) {
		for _, i := range members {
			n += x.before(&x.entries[i], bin)
		}
		return n
	}
	bin = sort.Search(gridBins, func(bin int) bool { return count(bin+1) >= rank })
	return bin, count(bin)
}

// missing reports whether the values of a bin have to be read before they can be told apart.
func (x *Index) missing(run, bin int) bool {
	e := &x.entries[run]
	if _, ok := x.grid.single(bin); ok || e.below == nil || e.bags[bin] != nil {
		return false
	}
	return x.within(e, bin) > 0
}

// values returns the values at ranks of some runs together, which have n samples.
func (x *Index) values(members []int, ranks []int64) ([]int64, error) {
	want := make(wanted)
	bins, before := make([]int, len(ranks)), make([]int64, len(ranks))
	for i, rank := range ranks {
		bins[i], before[i] = x.locate(members, rank)
		want.add(x, members, bins[i])
	}
	if err := x.load(want); err != nil {
		return nil, err
	}
	values := make([]int64, len(ranks))
	for i, rank := range ranks {
		values[i] = x.pick(members, bins[i], rank-before[i])
	}
	return values, nil
}

// pick is the value of a rank within a bin.
func (x *Index) pick(members []int, bin int, rank int64) int64 {
	if v, ok := x.grid.single(bin); ok {
		return v
	}
	type several struct{ value, n int64 }
	var all []several
	for _, i := range members {
		e := &x.entries[i]
		if e.below == nil {
			for _, v := range e.sorted[x.before(e, bin):x.before(e, bin+1)] {
				all = append(all, several{v, 1})
			}
			continue
		}
		if b := e.bags[bin]; b != nil {
			for i, v := range b.values {
				all = append(all, several{v, b.count(i)})
			}
		}
	}
	slices.SortFunc(all, func(a, b several) int { return cmp.Compare(a.value, b.value) })
	i := 0
	for ; i < len(all)-1 && all[i].n < rank; i++ {
		rank -= all[i].n
	}
	return all[i].value
}

// above is how many values of a run lie above one, whose bin is not missing.
func (x *Index) above(run int, value int64) int64 {
	e := &x.entries[run]
	if e.below == nil {
		i, found := slices.BinarySearch(e.sorted, value)
		if found {
			i = sort.Search(len(e.sorted), func(i int) bool { return e.sorted[i] > value })
		}
		return e.n - int64(i)
	}
	bin := x.grid.bin(value)
	beyond := e.n - x.before(e, bin+1)
	if b := e.bags[bin]; b != nil {
		beyond += x.within(e, bin) - b.most(value)
	}
	return beyond
}

// Above is how many samples of each of some runs lie above a value.
func (x *Index) Above(members []int, value int64) ([]int64, error) {
	want := make(wanted)
	want.add(x, members, x.grid.bin(value))
	err := x.load(want)
	if errors.Is(err, errCrowded) {
		c := census{runs: x.subset(members), counts: make([]int64, len(members))}
		counts, err := c.above([]int64{value})
		return counts[0], err
	}
	if err != nil {
		return nil, err
	}
	counts := make([]int64, len(members))
	for i, run := range members {
		counts[i] = x.above(run, value)
	}
	return counts, nil
}

func (x *Index) subset(members []int) []Run {
	runs := make([]Run, len(members))
	for i, run := range members {
		runs[i] = x.runs[run]
	}
	return runs
}
