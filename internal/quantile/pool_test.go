package quantile

import (
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// pooledWitness checks a pool against its samples sorted in one slice.
func pooledWitness(t *testing.T, name string, runs []Slice, ps []P) {
	t.Helper()
	given := make([]Run, len(runs))
	for i, xs := range runs {
		given[i] = blocks{xs}
	}
	got, err := Pool(given, ps)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	all := slices.Concat(runs...)
	slices.Sort(all)
	if got.N != int64(len(all)) || got.Min != all[0] || got.Max != all[len(all)-1] ||
		math.Abs(got.Mean-exactMean(all)) > 1e-15*math.Abs(exactMean(all)) {
		t.Errorf("%s: %d samples from %d to %d, mean %v; want %d from %d to %d, mean %v", name,
			got.N, got.Min, got.Max, got.Mean, len(all), all[0], all[len(all)-1], exactMean(all))
	}
	if len(got.Estimates) != len(ps) {
		t.Fatalf("%s: %d estimates of %d percentiles", name, len(got.Estimates), len(ps))
	}
	for i, e := range got.Estimates {
		if e.P != ps[i] || e.Rank != Rank(e.P, got.N) || e.Beyond != got.N-e.Rank || e.Value != all[e.Rank-1] {
			t.Errorf("%s: %v is %d at rank %d, %d beyond; want %v at rank %d, %d", name,
				e.P, e.Value, e.Rank, e.Beyond, ps[i], Rank(ps[i], got.N), all[Rank(ps[i], got.N)-1])
		}
		for j, xs := range runs {
			var above int64
			for _, x := range xs {
				if x > e.Value {
					above++
				}
			}
			if e.Above[j] != above || got.Counts[j] != int64(len(xs)) {
				t.Errorf("%s: run %d has %d of %d above %v, want %d of %d", name, j, e.Above[j], got.Counts[j], e.P, above, len(xs))
			}
		}
		if e.SE != standardError(e.P, e.Above, got.Counts) {
			t.Errorf("%s: standard error of %v = %v", name, e.P, e.SE)
		}
		if !e.Supported {
			continue
		}
		l := interval(e.P, got.N, got.Runs, e.SE)
		if e.HasLo != (l.lo > 0) || e.HasHi != (l.hi > 0) || e.Why != l.why {
			t.Errorf("%s: ends of %v: %v, %v, %q, want those of ranks %+v", name, e.P, e.HasLo, e.HasHi, e.Why, l)
		}
		if e.HasLo && e.Lo != all[l.lo-1] || e.HasHi && e.Hi != all[l.hi-1] {
			t.Errorf("%s: %v from %d to %d, want ranks %+v", name, e.P, e.Lo, e.Hi, l)
		}
	}
}

func TestPool(t *testing.T) {
	for _, n := range []int{1, 2, 50, 10_000, 40_000} {
		for name, xs := range shapes(n) {
			// Runs of unequal length, one of them without samples.
			a, b := n/7, n/2
			pooledWitness(t, name, []Slice{xs[:a], nil, xs[a:b], xs[b:]}, many)
		}
	}
}

// TestPoolDrift has runs of different scale, of which the first lays out the histogram.
func TestPoolDrift(t *testing.T) {
	var runs []Slice
	for j := range 6 {
		xs := lognormal(40_000, uint64(j))
		for i := range xs {
			xs[i] = xs[i] >> (10 * (j % 3)) << (5 * j)
		}
		runs = append(runs, xs)
	}
	pooledWitness(t, "drift", runs, many)
	slices.Reverse(runs)
	pooledWitness(t, "drift", runs, many)
}

func TestPoolDoesNotChange(t *testing.T) {
	xs := lognormal(100_000, 1)
	before := slices.Clone(xs)
	runs := []Run{xs[:30_000], xs[30_000:]}
	ps := slices.Clone(reported)
	if _, err := Pool(runs, ps); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(xs, before) || !slices.Equal(ps, reported) {
		t.Error("input changed")
	}
}

// TestPoolFields states all of an estimate once.
func TestPoolFields(t *testing.T) {
	a, b := make(Slice, 500), make(Slice, 500)
	for i := range a {
		a[i], b[i] = int64(2*i+1), int64(2*i+2) // 1 to 1000
	}
	got, err := Pool([]Run{a, b}, []P{500_000, 990_000, 999_000, 999_900})
	if err != nil {
		t.Fatal(err)
	}
	if got.N != 1000 || got.Runs != 2 || got.Mean != 500.5 || got.Min != 1 || got.Max != 1000 {
		t.Errorf("pool = %+v", got)
	}
	median := got.Estimates[0]
	if median.Value != 500 || median.Rank != 500 || median.Beyond != 500 || !median.Supported || median.Weak ||
		math.Abs(median.DesignEffect-1) > 1e-12 || math.Abs(median.SE-math.Sqrt(0.25/1000)) > 1e-15 ||
		!slices.Equal(median.Above, []int64{250, 250}) || !median.HasLo || !median.HasHi || median.Why != "" {
		t.Errorf("p50 = %+v", median)
	}
	// 12.706 standard errors of ½/√1000 on the arcsine scale.
	if median.Lo != 305 || median.Hi != 696 {
		t.Errorf("p50 from %d to %d, want 305 to 696", median.Lo, median.Hi)
	}
	if e := got.Estimates[1]; e.Value != 990 || e.Beyond != 10 || e.Weak {
		t.Errorf("p99 = %+v, want 10 beyond and not weak", e)
	}
	if e := got.Estimates[2]; e.Value != 999 || e.Beyond != 1 || !e.Supported || !e.Weak || e.HasHi || e.Why == "" {
		t.Errorf("p99.9 = %+v, want 1 beyond, supported and weak", e)
	}
	if e := got.Estimates[3]; e.Value != 1000 || e.Beyond != 0 || e.Supported || e.HasLo || e.HasHi ||
		e.Why != "fewer than 1 of 1000 samples lies beyond p99.99" {
		t.Errorf("p99.99 = %+v, want it not supported", e)
	}
}

// TestWorkedExample7 pools five runs, one of them throttled and longer. An average of
// averages would weigh it like the others.
func TestWorkedExample7(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	runs := make([]Run, 5)
	var all []int64
	var averages float64
	for j := range runs {
		n, median := 1000, 10_000.0
		if j == 3 {
			n, median = 3000, 14_000
		}
		xs := make(Slice, n)
		for i := range xs {
			xs[i] = int64(median * math.Exp(0.05*r.NormFloat64()))
		}
		runs[j] = xs
		all = append(all, xs...)
		averages += exactMean(xs) / 5
	}
	got, err := Pool(runs, reported)
	if err != nil {
		t.Fatal(err)
	}
	if got.N != 7000 || got.Runs != 5 || got.Mean != exactMean(all) {
		t.Errorf("%d samples of %d runs, mean %v, want 7000 of 5, %v", got.N, got.Runs, got.Mean, exactMean(all))
	}
	if math.Abs(got.Mean-averages) < 500 {
		t.Errorf("mean %v cannot be told from the average of averages %v", got.Mean, averages)
	}
	for i, want := range sortedRanks(all, reported) {
		if got.Estimates[i].Value != want {
			t.Errorf("%v = %d, want %d", reported[i], got.Estimates[i].Value, want)
		}
	}
	// The odd run holds nearly all that lies above the pooled p95.
	if e := got.Estimates[1]; e.Above[3] < e.Beyond*99/100 || e.DesignEffect < 10 {
		t.Errorf("p95: %d of %d beyond are of the odd run, design effect %v", e.Above[3], e.Beyond, e.DesignEffect)
	}
}

// TestWorkedExample17 asks 100 samples for p99.9.
func TestWorkedExample17(t *testing.T) {
	got, err := Pool([]Run{lognormal(50, 1), lognormal(50, 2)}, []P{999_000})
	if err != nil {
		t.Fatal(err)
	}
	if e := got.Estimates[0]; e.Supported || e.Why != "fewer than 1 of 100 samples lies beyond p99.9" {
		t.Errorf("p99.9 of 100 samples: supported %v, %q", e.Supported, e.Why)
	}
}

func TestPoolFew(t *testing.T) {
	for name, runs := range map[string][]Run{"no runs": nil, "empty runs": {Slice{}, Slice{}}} {
		if _, err := Pool(runs, reported); !errors.Is(err, ErrNoSamples) {
			t.Errorf("%s: %v, want ErrNoSamples", name, err)
		}
	}
	if _, err := Pool([]Run{Slice{1}}, []P{0}); err == nil {
		t.Error("percentile 0 accepted")
	}
	got, err := Pool([]Run{Slice{}, lognormal(1000, 1)}, []P{500_000})
	if err != nil {
		t.Fatal(err)
	}
	if e := got.Estimates[0]; got.Runs != 1 || e.HasLo || e.HasHi || e.SE != 0 || e.DesignEffect != 0 ||
		e.Why != "one run: how much runs differ is unknown" {
		t.Errorf("one run: %+v", e)
	}
	got, err = Pool([]Run{Slice{7}, Slice{5}}, []P{500_000})
	if err != nil || got.Estimates[0].Value != 5 || got.Mean != 6 || got.Estimates[0].HasLo {
		t.Errorf("two samples: %+v, %v, want p50 5 without an interval", got, err)
	}
}

// TestPoolMemory holds what is allocated to the scratch memory and a little more.
func TestPoolMemory(t *testing.T) {
	runs := make([]Run, 20)
	for i := range runs {
		runs[i] = lognormal(100_000, uint64(i))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Pool(runs, reported); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 8*ScratchLen+64<<10 {
		t.Errorf("%d bytes allocated for 16 MB of samples", got)
	}
}

func FuzzPool(f *testing.F) {
	f.Add(uint64(1), uint8(3), uint8(20), uint8(0))
	f.Add(uint64(2), uint8(1), uint8(63), uint8(60))
	f.Fuzz(func(t *testing.T, seed uint64, runs, spread, step uint8) {
		r := rand.New(rand.NewPCG(seed, 8))
		pool := make([]Slice, 1+runs%12)
		limit := 1 << r.IntN(14)
		for j := range pool {
			xs := make(Slice, r.IntN(limit)+j&1)
			level := int64(r.Uint64() >> (63 - spread%64))
			for i := range xs {
				xs[i] = level + int64(r.Uint64()>>(63-spread%64)>>r.IntN(64)>>(step%64)<<(step%64))
			}
			pool[j] = xs
		}
		pool[0] = append(pool[0], 1)
		pooledWitness(t, "fuzz", pool, reported)
	})
}
