package quantile

import "errors"

// Prepare reads what it takes to answer [Index.Of] for every run and [Index.Pool] for groups of them, given
// as positions of runs, so that all these together cost one reading. Whatever it does not foresee is read when it is
// asked for.
func (x *Index) Prepare(groups [][]int, ps []P) error {
	if err := validate(ps); err != nil {
		return err
	}
	want := make(wanted)
	all := make([]int, len(x.runs))
	for i := range x.runs {
		all[i] = i
		if n := x.entries[i].n; n > 0 {
			for _, p := range ps {
				bin, _ := x.locate(all[i:i+1], Rank(p, n))
				want.add(x, all[i:i+1], bin)
			}
		}
	}
	for _, members := range groups {
		pooled := x.pooled(members)
		if pooled.N == 0 {
			continue
		}
		for _, p := range ps {
			bin, _ := x.locate(members, Rank(p, pooled.N))
			want.add(x, all, bin) // what lies above it is of interest in all runs
			for _, rank := range x.foresee(members, p, &pooled) {
				bin, _ := x.locate(members, rank)
				for near := bin - 1; near <= bin+1; near++ {
					want.add(x, members, near)
				}
			}
		}
	}
	err := x.load(want)
	if errors.Is(err, errCrowded) {
		return nil
	}
	return err
}

// foresee is about the ranks of the ends of an interval, from the counts of the bins alone.
func (x *Index) foresee(members []int, p P, pooled *Pooled) (ranks []int64) {
	if !Supported(p, pooled.N) {
		return nil
	}
	rank := Rank(p, pooled.N)
	bin, before := x.locate(members, rank)
	var in int64
	for _, i := range members {
		in += x.within(&x.entries[i], bin)
	}
	share := float64(before+in-rank) / float64(in) // of the bin that lies above
	above := make([]int64, len(members))
	for j, i := range members {
		e := &x.entries[i]
		above[j] = e.n - x.before(e, bin+1) + int64(share*float64(x.within(e, bin)))
	}
	l := interval(p, pooled.N, pooled.Runs, standardError(p, above, pooled.Counts))
	for _, rank := range []int64{l.lo, l.hi} {
		if rank > 0 {
			ranks = append(ranks, rank)
		}
	}
	return ranks
}

// Of returns the exact statistics of one run, as the function [Of] does.
func (x *Index) Of(run int, ps []P) (Stats, error) {
	if err := validate(ps); err != nil {
		return Stats{}, err
	}
	e := &x.entries[run]
	if e.n == 0 {
		return Stats{}, ErrNoSamples
	}
	ranks := make([]int64, len(ps))
	for i, p := range ps {
		ranks[i] = Rank(p, e.n)
	}
	values, err := x.values([]int{run}, ranks)
	if errors.Is(err, errCrowded) {
		return Of(x.runs[run], ps)
	}
	return Stats{N: e.n, Mean: e.sum.mean(e.n), Min: e.low, Max: e.high, Values: values}, err
}

// Pool describes the samples of some runs together, given as positions, as the function [Pool] does.
func (x *Index) Pool(members []int, ps []P) (Pooled, error) {
	if err := validate(ps); err != nil {
		return Pooled{}, err
	}
	pooled := x.pooled(members)
	if pooled.N == 0 {
		return Pooled{}, ErrNoSamples
	}
	err := x.estimate(members, ps, &pooled)
	if errors.Is(err, errCrowded) {
		return Pool(x.subset(members), ps)
	}
	return pooled, err
}

// pooled is what is known of runs together without their percentiles.
func (x *Index) pooled(members []int) Pooled {
	pooled := Pooled{Counts: make([]int64, len(members))}
	var sum total
	for i, run := range members {
		e := &x.entries[run]
		pooled.Counts[i] = e.n
		if e.n == 0 {
			continue
		}
		if pooled.Runs++; pooled.Runs == 1 {
			pooled.Min, pooled.Max = e.low, e.high
		}
		pooled.Min, pooled.Max = min(pooled.Min, e.low), max(pooled.Max, e.high)
		pooled.N += e.n
		sum.join(e.sum)
	}
	if pooled.N > 0 {
		pooled.Mean = sum.mean(pooled.N)
	}
	return pooled
}

func (x *Index) estimate(members []int, ps []P, pooled *Pooled) error {
	ranks := make([]int64, len(ps))
	for i, p := range ps {
		ranks[i] = Rank(p, pooled.N)
	}
	values, err := x.values(members, ranks)
	if err != nil {
		return err
	}
	pooled.Estimates = make([]Estimate, len(ps))
	for i, p := range ps {
		above := make([]int64, len(members))
		for j, run := range members {
			above[j] = x.above(run, values[i])
		}
		pooled.Estimates[i] = pooled.estimate(p, values[i], above)
	}
	return bound(pooled.Estimates, pooled.N, pooled.Runs, func(ranks []int64) ([]int64, error) { return x.values(members, ranks) })
}
