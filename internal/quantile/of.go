package quantile

// Stats describes the samples of one run, in the unit of its values.
type Stats struct {
	N        int64   // samples, at least 1
	Mean     float64 // from an exact sum; never NaN or infinite
	Min, Max int64
	Values   []int64 // the percentiles asked for, in that order, whether N supports them or not
}

// Of returns the exact statistics of one run. It reads the run a few times,
// never changes it, and needs 256 KiB beside it however many samples there
// are. A run without samples is [ErrNoSamples]; other errors are those of
// reading the run and of invalid percentiles.
//
// A run of at most [ScratchLen] samples is read once. For most others two readings do, after
// a glance at the first samples: one counts values in narrow bins, the next
// collects the samples of the bins that hold a wanted rank.
//
// Rejected: selecting in a copy. Its reads and writes come to about three times the
// time of two readings at 1e7 samples, and it needs the memory again.
func Of(run Run, ps []P) (Stats, error) { return OfScratch(run, ps, nil) }

// OfScratch is [Of] with memory of the caller's: scratch holds at least [ScratchLen]
// values, of no particular content before and after, and is used instead of the
// heap. A shorter one is ignored.
func OfScratch(run Run, ps []P, scratch []int64) (Stats, error) {
	if err := validate(ps); err != nil {
		return Stats{}, err
	}
	c, err := take([]Run{run}, scratch)
	if err != nil {
		return Stats{}, err
	}
	values, err := c.order(c.ranks(ps))
	if err != nil {
		return Stats{}, err
	}
	return Stats{N: c.n, Mean: c.sum.mean(c.n), Min: c.low, Max: c.high, Values: values}, nil
}
