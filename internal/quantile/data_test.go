package quantile

import (
	"math"
	"math/rand/v2"
	"slices"
)

// reported is the percentiles of a report.
var reported = []P{500_000, 950_000, 990_000, 999_000}

// lognormal is durations around a millisecond in ns, or a microsecond in ps.
func lognormal(n int, seed uint64) Slice {
	r := rand.New(rand.NewPCG(seed, 1))
	xs := make(Slice, n)
	for i := range xs {
		xs[i] = int64(1e6 * math.Exp(0.5*r.NormFloat64()))
	}
	return xs
}

// ties is what a coarse clock makes of short operations: some ten values.
func ties(n int, seed uint64) Slice {
	r := rand.New(rand.NewPCG(seed, 2))
	xs := make(Slice, n)
	for i := range xs {
		xs[i] = 100_000 + 10_000*int64(math.Abs(3*r.NormFloat64()))
	}
	return xs
}

// shapes is inputs that are hard in different ways.
func shapes(n int) map[string]Slice {
	r := rand.New(rand.NewPCG(uint64(n), 3))
	generate := func(f func(i int) int64) Slice {
		xs := make(Slice, n)
		for i := range xs {
			xs[i] = f(i)
		}
		return xs
	}
	return map[string]Slice{
		"lognormal":  lognormal(n, 1),
		"ties":       ties(n, 1),
		"equal":      generate(func(int) int64 { return 123_456_789 }),
		"zero":       generate(func(int) int64 { return 0 }),
		"two":        generate(func(int) int64 { return int64(r.IntN(2)) }),
		"ascending":  generate(func(i int) int64 { return int64(i) }),
		"descending": generate(func(i int) int64 { return int64(-i) }),
		"organ pipe": generate(func(i int) int64 { return int64(min(i, n-i)) }),
		"saw":        generate(func(i int) int64 { return int64(i % 17) }),
		"negative":   generate(func(int) int64 { return -1 - r.Int64N(1e9) }),
		"signs":      generate(func(int) int64 { return r.Int64N(2001) - 1000 }),
		"full range": generate(func(int) int64 { return int64(r.Uint64()) }),
		"extremes":   generate(func(i int) int64 { return []int64{math.MinInt64, math.MaxInt64, 0, -1, math.MaxInt64 - 1}[i%5] }),
		"greatest":   generate(func(int) int64 { return math.MaxInt64 }),
		"smallest":   generate(func(int) int64 { return math.MinInt64 }),
		// One outlier, far off, leaves everything else in the same narrow range.
		"outlier": generate(func(i int) int64 {
			if i == n/2 {
				return math.MaxInt64
			}
			return 1<<40 + r.Int64N(1<<20)
		}),
		// The first samples, which lay the histogram out, are nothing like the others.
		"drift down": generate(func(i int) int64 { return 1e12 / int64(1+i) }),
		"step down": generate(func(i int) int64 {
			if i < n*3/4 {
				return 1e12 + r.Int64N(1000)
			}
			return r.Int64N(1e9)
		}),
		"step up": generate(func(i int) int64 {
			if i < n*3/4 {
				return r.Int64N(1000)
			}
			return 1e15 + r.Int64N(1e12)
		}),
		// Half of all in one value amid a spread.
		"atom": generate(func(i int) int64 {
			if i%2 == 0 {
				return 5e8
			}
			return r.Int64N(1e9)
		}),
		// Scales from 1 to 2^62, every octave alike.
		"octaves": generate(func(int) int64 { return int64(r.Uint64() >> (1 + r.Uint64N(62))) }),
	}
}

// sortedRanks is the plain way to percentiles.
func sortedRanks(xs []int64, ps []P) []int64 {
	sorted := slices.Sorted(slices.Values(xs))
	values := make([]int64, len(ps))
	for i, p := range ps {
		values[i] = sorted[Rank(p, int64(len(xs)))-1]
	}
	return values
}

// blocks is a Run in blocks of irregular lengths, some of them empty, of which the memory is
// used again.
type blocks struct{ xs []int64 }

func (b blocks) Blocks(yield func([]int64) bool) error {
	buf := make([]int64, 0, 3000)
	r := rand.New(rand.NewPCG(uint64(len(b.xs)), 4))
	for rest := b.xs; len(rest) > 0; {
		n := min(r.IntN(cap(buf)+1), len(rest))
		buf = append(buf[:0], rest[:n]...)
		more := yield(buf)
		if !slices.Equal(buf, rest[:n]) {
			panic("block modified")
		}
		if !more {
			return nil
		}
		rest = rest[n:]
	}
	return nil
}

// many is more percentiles than one reading looks for, out of order, one twice.
var many = []P{999_999, 1, 500_000, 10_000, 250_000, 500_000, 750_000, 900_000, 950_000, 990_000, 999_000, 999_900, 333_333, 666_667, 100, 5_000, 25_000, 975_000, 995_000, 499_999, 500_001}
