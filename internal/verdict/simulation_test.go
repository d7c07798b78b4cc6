package verdict

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// service is a program whose operations take 8 ms in 97% of cases, 40 in 2.5% and 600 in 0.5%, with
// some jitter, measured in runs that share their luck.
type service struct {
	random  *rand.Rand
	samples int     // a run
	luck    float64 // standard deviation of the logarithm of a run's factor
	odd     float64 // factor of one run of ten; 0 for none
}

// tail is a run's samples of the two upper modes, as many as they happen to be: p99 is
// among them.
func (s service) tail(factor float64) []float64 {
	factor *= math.Exp(s.luck * s.random.NormFloat64())
	var tail []float64
	// A normal count stands for a binomial one.
	n, p := float64(s.samples), 0.03
	count := int(math.Round(n*p + math.Sqrt(n*p*(1-p))*s.random.NormFloat64()))
	for range max(count, s.samples/100+1) {
		x := 40e6
		if s.random.Float64() < 0.5/3 {
			x = 600e6
		}
		tail = append(tail, x*factor*math.Exp(0.05*s.random.NormFloat64()))
	}
	slices.Sort(tail)
	return tail
}

// simulated is the tails of the runs of pairs.
type simulated struct {
	samples  int
	old, new [][]float64
}

// pairs runs k pairs in which the new side's operations take factor times as long.
func (s service) pairs(k int, factor float64) simulated {
	p := simulated{samples: s.samples}
	oddOld, oddNew := s.random.IntN(10), s.random.IntN(10)
	for i := range k {
		a, b := 1.0, factor
		if s.odd != 0 && i == oddOld {
			a *= s.odd
		}
		if s.odd != 0 && i == oddNew {
			b *= s.odd
		}
		p.old, p.new = append(p.old, s.tail(a)), append(p.new, s.tail(b))
	}
	return p
}

// and is the pairs followed by others.
func (p simulated) and(q simulated) simulated {
	return simulated{p.samples, slices.Concat(p.old, q.old), slices.Concat(p.new, q.new)}
}

func (p simulated) test(method Method, limit float64) Test {
	s := Sides{Samples: int64(len(p.old) * p.samples), PerRun: int64(p.samples)}
	s.Old, s.OldPool = p.side(p.old)
	s.New, s.NewPool = p.side(p.new)
	return Test{Change: method(s), P: p99, Limit: limit}
}

// side is p99 of each run and of all together.
func (p simulated) side(tails [][]float64) (runs []float64, pool float64) {
	for _, tail := range tails {
		runs = append(runs, beyond(tail, p.samples))
	}
	all := slices.Concat(tails...)
	slices.Sort(all)
	return runs, beyond(all, len(tails)*p.samples)
}

// beyond is p99 of n samples whose largest ones are sorted in tail.
func beyond(tail []float64, n int) float64 {
	return tail[len(tail)-1-int(quantile.Beyond(p99, int64(n)))]
}

// TestSimulatedNoise compares the service with itself.
func TestSimulatedNoise(t *testing.T) {
	comparisons := effort(300, 60)
	for _, c := range []struct {
		name  string
		luck  float64
		odd   float64
		most  float64 // percent
		limit float64
	}{
		{"run sd 1%", 0.01, 0, 0.5, 1.1},
		{"run sd 3%", 0.03, 0, 0.5, 1.1},
		{"run sd 10%", 0.10, 0, 2.5, 1.1},
		{"run sd 10%, limit of 1%", 0.10, 0, 2.5, 1.01},
		{"run sd 3%, one run 30% slower", 0.03, 1.3, 0.5, 1.1},
		{"run sd 3%, one run twice as slow", 0.03, 2, 0.5, 1.1},
	} {
		s := service{rand.New(rand.NewPCG(9, 9)), 10_000, c.luck, c.odd}
		counts := make([]tally, len(methods))
		for range comparisons {
			pairs := s.pairs(10, 1)
			for i, m := range methods {
				counts[i].add(Judge([]Test{pairs.test(m.method, c.limit)})[0])
			}
		}
		for i, m := range methods {
			count := counts[i]
			rate := percent(count.worse+count.better, 2*count.n)
			t.Logf("%-32s %-14s worse or better %4.2f%%, same %5.1f%%, unsure %5.1f%%", c.name, m.name, rate, percent(count.same, count.n), percent(count.unsure, count.n))
			if rate > c.most+3*math.Sqrt(c.most*(100-c.most)/float64(2*comparisons)) { // three standard errors
				t.Errorf("%s, %s: %.2f%% false, want at most %v%%", c.name, m.name, rate, c.most)
			}
		}
	}
}

// TestSimulatedPower compares it with a slower one.
func TestSimulatedPower(t *testing.T) {
	comparisons := effort(200, 50)
	for _, c := range []struct {
		name          string
		luck, factor  float64
		limit         float64
		least, leastC float64 // percent, before and after confirmation
	}{
		{"run sd 3%, +20%", 0.03, 1.2, 1.1, 99, 99},
		{"run sd 3%, +10%, limit of 5%", 0.03, 1.1, 1.05, 99, 99},
		{"run sd 10%, +20%", 0.10, 1.2, 1.1, 90, 85},
	} {
		s := service{rand.New(rand.NewPCG(10, 10)), 10_000, c.luck, 0}
		judged, confirmed := make([]tally, len(methods)), make([]tally, len(methods))
		for range comparisons {
			first, fresh := s.pairs(10, c.factor), s.pairs(10, c.factor)
			for i, m := range methods {
				tests := []Test{first.test(m.method, c.limit)}
				judged[i].add(Judge(tests)[0])
				look := Look{Screen(tests)[0].Flagged, fresh.test(m.method, c.limit).Change}
				confirmed[i].add(Confirm([]Test{first.and(fresh).test(m.method, c.limit)}, []Look{look})[0])
			}
		}
		// Three standard errors below.
		slack := func(want float64) float64 {
			return want - 3*math.Sqrt(want*(100-want)/float64(comparisons))
		}
		for i, m := range methods {
			flagged, worse := percent(confirmed[i].flagged, comparisons), percent(confirmed[i].worse, comparisons)
			t.Logf("%-28s %-14s two files %5.1f%%, flagged %5.1f%%, confirmed %5.1f%%", c.name, m.name,
				percent(judged[i].worse, comparisons), flagged, worse)
			if flagged < slack(c.least) || worse < slack(c.leastC) {
				t.Errorf("%s, %s: %.1f%% flagged and %.1f%% confirmed, want at least %v%% and %v%%", c.name, m.name, flagged, worse, c.least, c.leastC)
			}
		}
	}
}

// TestSimulatedFamilies has one slower benchmark among many that did not change.
func TestSimulatedFamilies(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	calls := effort(200, 60)
	slack := 3 * math.Sqrt(80*20/float64(calls)) // three standard errors
	s := service{rand.New(rand.NewPCG(11, 11)), 10_000, 0.10, 0}
	// Benchmarks that did not change are drawn from a stock: pairs first and fresh.
	type looks struct{ first, fresh simulated }
	look := func(factor float64) looks { return looks{s.pairs(10, factor), s.pairs(10, factor)} }
	var unchanged, changed []looks
	for range calls {
		unchanged, changed = append(unchanged, look(1)), append(changed, look(1.2))
	}
	for _, m := range methods {
		type decided struct {
			first, all Test
			fresh      Change
		}
		decide := func(ls []looks) (ds []decided) {
			for _, l := range ls {
				ds = append(ds, decided{l.first.test(m.method, 0), l.first.and(l.fresh).test(m.method, 0), l.fresh.test(m.method, 0).Change})
			}
			return ds
		}
		same, slow := decide(unchanged), decide(changed)
		for _, gated := range []int{1, 5, 20, 100} {
			var found, wrong, flagged, holm int
			for call := range calls {
				family := []decided{slow[call]}
				for range gated - 1 {
					family = append(family, same[s.random.IntN(calls)])
				}
				first, all, fresh := make([]Test, gated), make([]Test, gated), make([]Look, gated)
				for i, d := range family {
					first[i], all[i] = d.first, d.all
				}
				for i, g := range Screen(first) {
					if g.Flagged != "" {
						fresh[i] = Look{g.Flagged, family[i].fresh}
						flagged++
					}
				}
				falsely := false
				for i, g := range Confirm(all, fresh) {
					if g.Verdict == Worse && i == 0 {
						found++
					}
					falsely = falsely || g.Verdict == Worse && i > 0
				}
				if falsely {
					wrong++
				}
				if Judge(first)[0].Verdict == Worse {
					holm++
				}
			}
			t.Logf("%-14s %3d gated, run sd 10%%, one +20%%: found in %5.1f%% of calls, another falsely worse in %4.1f%%, flagged %.1f a call; Holm over all at once finds %5.1f%%",
				m.name, gated, percent(found, calls), percent(wrong, calls), float64(flagged)/float64(calls), percent(holm, calls))
			if percent(found, calls) < 80-slack {
				t.Errorf("%s, %d gated: found in %.1f%% of calls", m.name, gated, percent(found, calls))
			}
			if percent(wrong, calls) > 2.5 {
				t.Errorf("%s, %d gated: some falsely worse in %.1f%% of calls", m.name, gated, percent(wrong, calls))
			}
		}
	}
}

// TestCoverage has the true ratio within the interval about as often as the exact distribution says,
// with neighbours that share a drift and without. The interval by joint ranks has no such
// distribution of its own.
func TestCoverage(t *testing.T) {
	comparisons := effort(2000, 300)
	r := rand.New(rand.NewPCG(12, 12))
	for _, k := range []int{6, 7, 8, 10, 12, 15, 20} {
		ranks := make([]int, k)
		for i := range ranks {
			ranks[i] = i + 1
		}
		exact := 100 * (1 - 2*sum(signFlips(ranks, signedCritical(k))))
		if exact < 95 || exact > 97 {
			t.Errorf("%d pairs: coverage %v%%, want 95 to 97", k, exact)
		}
		for _, drift := range []float64{0, 0.2} {
			var paired, jointly int
			for range comparisons {
				s := Sides{}
				for range k {
					shared := drift * r.NormFloat64()
					s.Old = append(s.Old, math.Exp(shared+0.1*r.NormFloat64()))
					s.New = append(s.New, 1.2*math.Exp(shared+0.1*r.NormFloat64()))
				}
				if c := Paired(s); c.Lo <= 1.2 && 1.2 <= c.Hi {
					paired++
				}
				if c := PairedJointly(s); c.Lo <= 1.2 && 1.2 <= c.Hi {
					jointly++
				}
			}
			a, b := percent(paired, comparisons), percent(jointly, comparisons)
			t.Logf("%2d pairs, shared drift %3.0f%%: paired covers %.1f%%, exactly %.2f%%; jointly %.1f%%", k, 100*drift, a, exact, b)
			if error := math.Sqrt(exact * (100 - exact) / float64(comparisons)); math.Abs(a-exact) > 4*error || b < 95-4*error {
				t.Errorf("%d pairs: covered in %.1f%% and %.1f%% of cases, want %.1f%%", k, a, b, exact)
			}
		}
	}
}

func sum(xs []float64) (sum float64) {
	for _, x := range xs {
		sum += x
	}
	return sum
}
