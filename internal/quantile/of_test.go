package quantile

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// check compares all of Stats with plain ways to the same.
func check(t *testing.T, name string, run Run, xs []int64, ps []P) {
	t.Helper()
	got, err := Of(run, ps)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if want := sortedRanks(xs, ps); !slices.Equal(got.Values, want) {
		t.Errorf("%s: percentiles %v, want %v", name, got.Values, want)
	}
	if got.N != int64(len(xs)) || got.Min != slices.Min(xs) || got.Max != slices.Max(xs) {
		t.Errorf("%s: %d samples from %d to %d, want %d from %d to %d", name,
			got.N, got.Min, got.Max, len(xs), slices.Min(xs), slices.Max(xs))
	}
	if want := exactMean(xs); got.Mean != want && math.Abs(got.Mean/want-1) > 1e-15 {
		t.Errorf("%s: mean %v, want %v", name, got.Mean, want)
	}
}

// exactMean is the mean in arbitrary precision, rounded once.
func exactMean(xs []int64) float64 {
	var high, low int64 // of the halves of each value, which cannot overflow
	for _, x := range xs {
		high += x >> 32
		low += x & math.MaxUint32
	}
	sum := new(big.Int).Lsh(big.NewInt(high), 32)
	sum.Add(sum, big.NewInt(low))
	mean, _ := new(big.Rat).SetFrac(sum, big.NewInt(int64(len(xs)))).Float64()
	return mean
}

func TestOf(t *testing.T) {
	for _, n := range []int{
		1, 2, 3, 100, chunkLen, chunkLen + 1,
		ScratchLen,             // the last that are held
		ScratchLen + 1, 70_001, // the first that are not
	} {
		for name, xs := range shapes(n) {
			name = fmt.Sprintf("%d samples, %s", n, name)
			before := slices.Clone(xs)
			check(t, name, xs, xs, many)
			check(t, name+", in blocks", blocks{xs}, xs, reported)
			if !slices.Equal(xs, before) {
				t.Errorf("%s: samples changed", name)
			}
		}
	}
}

// TestOfWide has so many samples everywhere that no part can be collected at once.
func TestOfWide(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	xs := make(Slice, 300_000)
	for i := range xs {
		switch {
		case i < ScratchLen && i%2 == 0:
			xs[i] = math.MinInt64 // makes every other sample share two bins
		default:
			xs[i] = 1<<61 + r.Int64N(1<<50)
		}
	}
	check(t, "wide", xs, xs, many)
}

// TestWorkedExample1 is 1,000 latencies in ms.
func TestWorkedExample1(t *testing.T) {
	xs := slices.Concat(slices.Repeat([]int64{600}, 5), slices.Repeat([]int64{40}, 25), slices.Repeat([]int64{8}, 970))
	got, err := Of(Slice(xs), reported)
	if err != nil {
		t.Fatal(err)
	}
	if got.Mean != 11.76 || math.Round(100*(got.Mean/8-1)) != 47 {
		t.Errorf("mean = %v, want 11.76, 47%% above 8", got.Mean)
	}
	if want := []int64{8, 8, 40, 600}; !slices.Equal(got.Values, want) {
		t.Errorf("p50 p95 p99 p99.9 = %v, want %v", got.Values, want)
	}
	// 1000 holds the same value as 999, so the value alone proves nothing.
	if Rank(990_000, got.N) != 990 || Rank(999_000, got.N) != 999 {
		t.Errorf("ranks of p99 and p99.9 = %d, %d, want 990, 999", Rank(990_000, got.N), Rank(999_000, got.N))
	}
	if got.Values[2] != 5*got.Values[0] || got.Values[3] != 75*got.Values[0] {
		t.Errorf("p99 and p99.9 are not 5 and 75 times the median %d: %v", got.Values[0], got.Values)
	}
}

// TestWorkedExample2 is 20 values in ms.
func TestWorkedExample2(t *testing.T) {
	xs := Slice{120, 125, 130, 130, 135, 140, 140, 145, 150, 150, 155, 160, 165, 170, 180, 200, 240, 350, 420, 900}
	ps := []P{500_000, 900_000, 990_000}
	got, err := Of(xs, ps)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int64{150, 350, 900}; !slices.Equal(got.Values, want) || got.Mean != 215.25 {
		t.Errorf("p50 p90 p99 = %v, mean %v, want %v, 215.25", got.Values, got.Mean, want)
	}
	for i, want := range []int64{10, 18, 20} {
		if rank := Rank(ps[i], got.N); rank != want {
			t.Errorf("rank of %v = %d, want %d", ps[i], rank, want)
		}
	}
	if Supported(990_000, got.N) {
		t.Error("20 samples support p99")
	}
}

func TestOfErrors(t *testing.T) {
	for name, run := range map[string]Run{"nil": Slice(nil), "empty": Slice{}, "no blocks": blocks{}} {
		if got, err := Of(run, reported); !errors.Is(err, ErrNoSamples) || got.N != 0 {
			t.Errorf("%s: %v, %v, want ErrNoSamples", name, got, err)
		}
	}
	for _, p := range []P{0, whole, whole + 1, math.MaxUint32} {
		if _, err := Of(Slice{1}, []P{500_000, p}); err == nil {
			t.Errorf("percentile of %d millionths accepted", uint32(p))
		}
	}
	if got, err := Of(Slice{3, 1}, nil); err != nil || got.Mean != 2 || len(got.Values) != 0 {
		t.Errorf("no percentiles: %v, %v, want a mean of 2", got, err)
	}
}

// broken fails at one of its readings, after its samples.
type broken struct {
	blocks
	reading *int
	at      int
}

var errBroken = errors.New("disk on fire")

func (b broken) Blocks(yield func([]int64) bool) error {
	if err := b.blocks.Blocks(yield); err != nil {
		return err
	}
	if *b.reading++; *b.reading >= b.at {
		return errBroken
	}
	return nil
}

func TestOfBroken(t *testing.T) {
	xs := lognormal(100_000, 1)
	for at := 1; at <= 3; at++ { // sample, histogram, samples of the bins
		if _, err := Of(broken{blocks{xs}, new(int), at}, reported); !errors.Is(err, errBroken) {
			t.Errorf("failing at reading %d: error %v", at, err)
		}
	}
	// Four to six readings, as Pool promises.
	for at := 1; at <= 4; at++ {
		_, err := Pool([]Run{xs[:7], broken{blocks{xs}, new(int), at}}, reported)
		if !errors.Is(err, errBroken) || !strings.Contains(err.Error(), "run 2 of 2") {
			t.Errorf("failing at reading %d: error %v, want one with the run's position", at, err)
		}
	}
}

// changing is other samples at each reading.
type changing struct{ reading *int }

func (c changing) Blocks(yield func([]int64) bool) error {
	*c.reading++
	return blocks{lognormal(100_000, uint64(*c.reading))}.Blocks(yield)
}

func TestOfChanging(t *testing.T) {
	if _, err := Of(changing{new(int)}, reported); !errors.Is(err, errChanged) {
		t.Errorf("samples that change: error %v, want %v", err, errChanged)
	}
}

func TestOfScratch(t *testing.T) {
	xs := lognormal(100_000, 1)
	scratch := make([]int64, ScratchLen)
	for i := range scratch {
		scratch[i] = -1 // of no particular content
	}
	got, err := OfScratch(xs, reported, scratch)
	if err != nil || !slices.Equal(got.Values, sortedRanks(xs, reported)) {
		t.Errorf("percentiles %v, %v, want %v", got.Values, err, sortedRanks(xs, reported))
	}
	got, err = OfScratch(xs, reported, scratch[:ScratchLen-1])
	if err != nil || !slices.Equal(got.Values, sortedRanks(xs, reported)) {
		t.Errorf("with scratch too short: percentiles %v, %v, want %v", got.Values, err, sortedRanks(xs, reported))
	}
}

// TestOfAllocations holds memory to what is promised, whatever the number of samples.
func TestOfAllocations(t *testing.T) {
	scratch := make([]int64, ScratchLen)
	for _, n := range []int{100, 50_000, 1_000_000} {
		var run Run = lognormal(n, 1)
		if got := testing.AllocsPerRun(3, func() { OfScratch(run, reported, scratch) }); got > 40 {
			t.Errorf("%d samples: %v allocations, want at most 40 at any number", n, got)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		OfScratch(run, reported, scratch)
		runtime.ReadMemStats(&after)
		allocated := after.TotalAlloc - before.TotalAlloc
		if allocated > 8<<10 {
			t.Errorf("%d samples: %d bytes allocated beside scratch, want at most 8 KiB", n, allocated)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add(uint64(1), int64(0), uint8(0), uint8(0), uint32(999_000))
	f.Add(uint64(2), int64(math.MaxInt64), uint8(63), uint8(0), uint32(1))
	f.Add(uint64(3), int64(1e6), uint8(40), uint8(38), uint32(500_000))
	f.Fuzz(func(t *testing.T, seed uint64, base int64, spread, step uint8, p uint32) {
		r := rand.New(rand.NewPCG(seed, 5))
		xs := make([]int64, r.IntN(3*ScratchLen)+1)
		for i := range xs {
			// Scales at random below spread, in multiples of a power of two, around a base that overflow may
			// carry to the other end of the range.
			offset := r.Uint64() >> (63 - spread%64) >> r.IntN(64)
			xs[i] = base + int64(offset>>(step%64)<<(step%64))
		}
		ps := []P{1 + P(p%(whole-1)), 500_000, 990_000, 999_000}
		check(t, "fuzz", blocks{xs}, xs, ps)
	})
}
