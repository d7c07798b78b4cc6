package reportx

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// A service takes 8 ms for 97% of its operations, 40 for 2.5% and 600 for 0.5%, each with some jitter; p99
// is that of the middle mode. It is measured in runs that share their luck.
type service struct {
	random  *rand.Rand
	samples int     // a run
	luck    float64 // standard deviation of the logarithm of a run's factor
	drift   float64 // of that of a pair, shared by its runs
	odd     float64 // factor of one run of ten of each side; 0 for none
	jitter  []float64
}

func newService(seed uint64, samples int, luck float64) *service {
	s := &service{random: rand.New(rand.NewPCG(seed, seed)), samples: samples, luck: luck}
	for range 1 << 12 {
		s.jitter = append(s.jitter, math.Exp(0.05*s.random.NormFloat64()))
	}
	return s
}

// run is one run's samples, all longer by a factor.
func (s *service) run(factor float64) inMemory {
	factor *= math.Exp(s.luck * s.random.NormFloat64())
	samples := make(inMemory, s.samples)
	for i := range samples {
		bits := s.random.Uint64()
		x := 8e6
		switch mode := float64(bits>>32) / (1 << 32); {
		case mode < 0.005:
			x = 600e6
		case mode < 0.03:
			x = 40e6
		}
		samples[i] = int64(x * factor * s.jitter[bits&(1<<12-1)])
	}
	return samples
}

// pairs runs k pairs in which the new side's operations take factor times as long.
func (s *service) pairs(k int, factor float64) (p pairsOf) {
	oddOld, oddNew := s.random.IntN(10), s.random.IntN(10)
	for i := range k {
		shared := math.Exp(s.drift * s.random.NormFloat64())
		a, b := shared, shared*factor
		if s.odd != 0 && i == oddOld {
			a *= s.odd
		}
		if s.odd != 0 && i == oddNew {
			b *= s.odd
		}
		p.old, p.new = append(p.old, s.run(a)), append(p.new, s.run(b))
		p.oldFirst = append(p.oldFirst, s.random.IntN(2) == 0)
	}
	return p
}

// The service compared with itself.
func TestSimulationNoise(t *testing.T) {
	n := simulate(t, 250, 8)
	t.Logf("10 pairs of 10,000 samples, p99, %d comparisons each; %% false (worse, or better), same, unsure", n)
	for _, c := range []struct {
		name      string
		luck, odd float64
		limit     string
		most      float64 // percent
	}{
		{"run sd 1%", 0.01, 0, "p99=+10%", 0.5},
		{"run sd 3%", 0.03, 0, "p99=+10%", 0.5},
		{"run sd 3%, one run of ten 30% slower", 0.03, 1.3, "p99=+10%", 0.5},
		{"run sd 3%, one run of ten twice as slow", 0.03, 2, "p99=+10%", 0.5},
		{"run sd 10%", 0.10, 0, "p99=+10%", 2.5},
		{"run sd 10%, limit of 1%", 0.10, 0, "p99=+1%", 2.5},
	} {
		s := newService(9, 10_000, c.luck)
		s.odd = c.odd
		var count answers
		for range n {
			count.add(s.pairs(10, 1).gated(t, limitOf(t, c.limit)))
		}
		t.Logf("%-40s %4.2f  %5.1f  %5.1f", c.name, count.false(), percent(count.same, n), percent(count.unsure, n))
		atMost(t, c.name, count.false(), c.most, 2*n)
	}
}

// noisier is how many times the comparisons are made whose answers differ.
const noisier = 4

// The service compared with a slower one.
func TestSimulationPower(t *testing.T) {
	n := simulate(t, 250, 6)
	fresh := verdict.FreshPairs(1, 10)
	t.Logf("10 pairs of 10,000 samples, p99, %d comparisons each, of the last %d; %% found by ten pairs, flagged, and confirmed by %d fresh pairs;"+
		" %% whose ten pairs are significant, whose runs reach the limit, whose samples together do", n, noisier*n, fresh)
	for _, c := range []struct {
		name          string
		luck, factor  float64
		limit         string
		least, leastC float64 // percent, before and after confirmation
		times         int     // as many comparisons
	}{
		{"run sd 3%, +20%, limit of 10%", 0.03, 1.2, "p99=+10%", 99, 99, 1},
		{"run sd 3%, +10%, limit of 5%", 0.03, 1.1, "p99=+5%", 99, 99, 1},
		{"run sd 10%, +20%, limit of 10%", 0.10, 1.2, "p99=+10%", 90, 85, noisier},
	} {
		n := c.times * n
		s := newService(10, 10_000, c.luck)
		o := limitOf(t, c.limit)
		var at, confirmed answers
		var significant, runs, samples int
		for range n {
			first := s.pairs(10, c.factor)
			ch := first.gated(t, o)
			at.add(ch)
			significant += count(ch.Ratio > 1 && ch.Adjusted <= 0.025)
			runs += count(ch.Ratio >= ch.Limit.Ratio)
			samples += count(ch.PooledRatio >= ch.Limit.Ratio)
			confirmed.add(first.confirmed(t, s.pairs(fresh, c.factor), o))
		}
		found, flagged, worse := percent(at.worse, n), percent(confirmed.flagged, n), percent(confirmed.worse, n)
		t.Logf("%-32s %5.1f  %5.1f  %5.1f; %5.1f  %5.1f  %5.1f", c.name, found, flagged, worse, percent(significant, n), percent(runs, n), percent(samples, n))
		atLeast(t, c.name+", flagged", flagged, c.least, n)
		atLeast(t, c.name+", confirmed", worse, c.leastC, n)
	}
}

// A candidate is a benchmark of which ten pairs are measured, and fresh ones when they are wanted. All come from a seed
// of its own, which draws them again where samples would fill the memory.
type candidate struct {
	name   string
	seed   uint64
	factor float64
	first  *Difference
	again  map[int]*Difference                  // all pairs, by the number of fresh ones
	fresh  map[int]map[changeKey]verdict.Change // likewise, the fresh ones alone
}

func newCandidate(t *testing.T, name string, seed uint64, factor float64) *candidate {
	t.Helper()
	c := &candidate{name: name, seed: seed, factor: factor, again: make(map[int]*Difference), fresh: make(map[int]map[changeKey]verdict.Change)}
	c.first = c.difference(t, c.service().pairs(10, factor))
	return c
}

func (c *candidate) service() *service { return newService(c.seed, 10_000, 0.10) }

func (c *candidate) difference(t *testing.T, p pairsOf) *Difference {
	t.Helper()
	sides := emptySides()
	p.addTo(c.name, &sides)
	all, err := measureGate(sides[0], sides[1], GateOptions{})
	only(t, all, err)
	return all.Differences[0]
}

// confirm measures n fresh pairs.
func (c *candidate) confirm(t *testing.T, n int) {
	t.Helper()
	if c.again[n] != nil {
		return
	}
	s := c.service()
	first, fresh := s.pairs(10, c.factor), s.pairs(n, c.factor)
	sides := emptySides()
	fresh.addTo(c.name, &sides)
	changes, err := measureFresh(sides, GateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c.again[n], c.fresh[n] = c.difference(t, first.and(fresh)), changes
}

// gateOf is a gate of benchmarks that are measured but not judged.
func gateOf(members []*candidate, which func(*candidate) *Difference) *Comparison {
	c := &Comparison{Gate: new(GateResult)}
	for _, m := range members {
		d := *which(m)
		ch := *d.Changes[0]
		d.Changes = []*Change{&ch}
		c.Differences = append(c.Differences, &d)
	}
	return c
}

func firstPairs(c *candidate) *Difference { return c.first }

// confirmed is the gate after n fresh pairs of what screening flagged.
func confirmed(t *testing.T, members []*candidate, screened *Comparison, n int) *Comparison {
	t.Helper()
	again := make(map[changeKey]verdict.Change)
	c := gateOf(members, func(m *candidate) *Difference {
		if find(t, screened, m.name).Flagged == "" {
			return m.first
		}
		m.confirm(t, n)
		maps.Copy(again, m.fresh[n])
		return m.again[n]
	})
	c.confirm(screened, again)
	return c
}

// One slower benchmark among many that did not change, all gated at once. Those are drawn from a stock.
func TestSimulationFamilies(t *testing.T) {
	gates := simulate(t, 250, 10)
	t.Logf("10 pairs of 10,000 samples, run sd 10%%, one benchmark +20%%, p99 at a limit of 10%%, %d gates each;"+
		" %% found, and another falsely worse, with as many fresh pairs; flagged a gate; found without fresh pairs", gates)
	random := rand.New(rand.NewPCG(11, 11))
	var same, slow []*candidate
	for i := range gates {
		same = append(same, newCandidate(t, fmt.Sprint("BenchmarkSame", i), random.Uint64(), 1))
		slow = append(slow, newCandidate(t, "BenchmarkSlow", random.Uint64(), 1.2))
	}
	for _, size := range []int{1, 5, 20, 100} {
		var found, wrong [3]int // by the number of fresh pairs: of the first block, by the rule, twice that of the block
		var flagged, fresh, seen, at int
		for _, one := range slow {
			members := []*candidate{one}
			for _, i := range random.Perm(gates)[:min(gates, size-1)] {
				members = append(members, same[i])
			}
			screened := gateOf(members, firstPairs)
			screened.judgeLimits(verdict.Screen)
			flagged += screened.Gate.Flagged
			seen += count(find(t, screened, "BenchmarkSlow").Flagged == "worse")
			rule := verdict.FreshPairs(screened.Gate.Flagged, 10)
			fresh += rule
			for i, n := range []int{10, rule, 20} {
				c := confirmed(t, members, screened, n)
				slowest := count(find(t, c, "BenchmarkSlow").Verdict == "worse")
				found[i] += slowest
				wrong[i] += count(c.Gate.Worse > slowest)
			}
			once := gateOf(members, firstPairs)
			once.judgeLimits(verdict.Judge)
			at += count(find(t, once, "BenchmarkSlow").Verdict == "worse")
		}
		share := func(n int) float64 { return percent(n, gates) }
		t.Logf("%3d gated: 10 fresh %5.1f %4.1f; by the rule, %4.1f on average, %5.1f %4.1f; 20 fresh %5.1f %4.1f; flagged %4.1f, the slow one %5.1f; at once %5.1f", size,
			share(found[0]), share(wrong[0]), float64(fresh)/float64(gates), share(found[1]), share(wrong[1]), share(found[2]), share(wrong[2]),
			float64(flagged)/float64(gates), share(seen), share(at))
		atLeast(t, "found", share(found[1]), 80, gates)
		atMost(t, "another falsely worse", share(wrong[1]), 2.5, gates)
	}
}

// The interval holds the true ratio in as many comparisons as it says.
func TestSimulationCoverage(t *testing.T) {
	n := simulate(t, 600, 40)
	t.Logf("pairs of 1,000 samples, p99, run sd 10%%, true ratio 1.2, %d comparisons each; %% of intervals that hold it", n)
	for _, k := range []int{6, 7, 8, 10, 12, 15, 20} {
		var held [2]float64
		for i, drift := range []float64{0, 0.2} {
			s := newService(uint64(12+i), 1000, 0.1)
			s.drift = drift
			in := 0
			for range n {
				ch := s.pairs(k, 1.2).gated(t, GateOptions{})
				if ch.HasInterval && ch.Lo <= 1.2 && 1.2 <= ch.Hi {
					in++
				}
			}
			held[i] = percent(in, n)
			atLeast(t, "coverage", held[i], 93, n)
			atMost(t, "coverage", held[i], 97, n)
		}
		t.Logf("%2d pairs: %.1f; with a drift of 20%% that the runs of a pair share: %.1f", k, held[0], held[1])
	}
}
