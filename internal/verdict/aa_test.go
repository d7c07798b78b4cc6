package verdict

import (
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/recorded"
	"github.com/plateau-bench/plateau/internal/suspect"
)

// aaDir has samples of four programs run again and again on a noisy machine: text with one
// number a line, runs separated by blank lines.
const aaDir = "../../../shared/data/aa"

const aaPairs = 10

// effort is how much to repeat: as long as tables are worth printing with -v, else briefly.
func effort(tables, brief int) int {
	if testing.Verbose() {
		return tables
	}
	return brief
}

// p99 is what the samples are compared by. Of 2,000 samples a run 20 lie
// beyond it, of 20,000 samples a side 200.
const p99 = quantile.P(990_000)

// aaRun is what a comparison needs of a run: its statistics, and its largest
// values, of which those beyond the percentile of a pool are some.
type aaRun struct {
	samples     quantile.Slice
	median, p99 float64
	top         []int64 // descending
}

func newAARun(samples quantile.Slice) aaRun {
	sorted := slices.Clone(samples)
	values := quantile.Select(sorted, []quantile.P{500_000, p99})
	slices.Sort(sorted)
	slices.Reverse(sorted)
	beyond := int(quantile.Beyond(p99, int64(aaPairs*len(samples))))
	return aaRun{samples, float64(values[0]), float64(values[1]), sorted[:min(beyond+1, len(sorted))]}
}

// slower is the run with its slowest 2% doubled.
func (r aaRun) slower() aaRun { return newAARun(recorded.DoubledTail(r.samples)) }

func readAA(t *testing.T, name string) (runs []aaRun) {
	t.Helper()
	all, err := recorded.ReadFile(filepath.Join(aaDir, name+".txt.gz"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("needs recorded runs of one program: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, samples := range all {
		runs = append(runs, newAARun(samples))
	}
	return runs
}

// pooledP99 is that of the samples of equally long runs.
func pooledP99(runs []aaRun) float64 {
	n := len(runs) * len(runs[0].samples)
	var top []int64
	for _, r := range runs {
		for _, x := range r.top {
			top = append(top, -x)
		}
	}
	// The value with so many beyond it is that one from the top on, and percentiles of the top
	// few are exact in millionths where there are far fewer than a million.
	share := (quantile.Beyond(p99, int64(n)) + 1) * 1_000_000 / int64(len(top))
	return float64(-quantile.Select(top, []quantile.P{quantile.P(share)})[0])
}

// aaChange compares equally many runs, neighbours in order.
func aaChange(method Method, old, new []aaRun) Change {
	s := Sides{OldPool: pooledP99(old), NewPool: pooledP99(new), PerRun: int64(len(old[0].samples))}
	s.Samples = s.PerRun * int64(len(old))
	for i := range old {
		s.Old, s.New = append(s.Old, old[i].p99), append(s.New, new[i].p99)
	}
	return method(s)
}

// aaTest is the change with what it is without each suspect pair, if asked for.
func aaTest(method Method, old, new []aaRun, suspects bool) Test {
	t := Test{P: p99, Change: aaChange(method, old, new)}
	if !suspects {
		return t
	}
	odd := make([]bool, len(old))
	for _, statistic := range []func(aaRun) float64{
		func(r aaRun) float64 { return math.Log(r.median) },
		func(r aaRun) float64 { return math.Log(r.p99) },
	} {
		var a, b []float64
		for i := range old {
			a, b = append(a, statistic(old[i])), append(b, statistic(new[i]))
		}
		for _, s := range suspect.Find(a, b, suspect.LeastSpread) {
			odd[s.Index] = true
		}
	}
	for i := range old {
		if odd[i] {
			t.Without = append(t.Without, aaChange(method, slices.Delete(slices.Clone(old), i, i+1), slices.Delete(slices.Clone(new), i, i+1)))
		}
	}
	return t
}

// tally counts answers.
type tally struct{ n, same, better, worse, unsure, flagged int }

func (c *tally) add(g Judgement) {
	c.n++
	switch g.Verdict {
	case Same:
		c.same++
	case Better:
		c.better++
	case Worse:
		c.worse++
	case Unsure:
		c.unsure++
	}
	if g.Flagged == Worse {
		c.flagged++
	}
}

func (c *tally) merge(o tally) {
	c.n += o.n
	c.same += o.same
	c.better += o.better
	c.worse += o.worse
	c.unsure += o.unsure
	c.flagged += o.flagged
}

func percent(x, n int) float64 { return 100 * float64(x) / float64(n) }

// comparison is the runs of two sides, neighbours in order.
type comparison struct{ old, new []aaRun }

// everyDrawing is the runs as pairs, with the side of each run drawn in every way but
// those that swap both sides.
func everyDrawing(runs []aaRun) (all []comparison) {
	pairs := len(runs) / 2
	for drawing := range 1 << (pairs - 1) {
		all = append(all, drawn(runs, func(pair int) bool { return drawing>>pair&1 == 1 }))
	}
	return all
}

// drawings is the pairs of every stretch of so many runs, the sides drawn at random.
func drawings(runs []aaRun, stretch, draws int) (some []comparison) {
	random := rand.New(rand.NewPCG(1, 2))
	for start := range len(runs) - stretch + 1 {
		for range draws {
			some = append(some, drawn(runs[start:start+stretch], func(int) bool { return random.IntN(2) == 1 }))
		}
	}
	return some
}

func drawn(runs []aaRun, swap func(pair int) bool) (c comparison) {
	for pair := range len(runs) / 2 {
		a, b := runs[2*pair], runs[2*pair+1]
		if swap(pair) {
			a, b = b, a
		}
		c.old, c.new = append(c.old, a), append(c.new, b)
	}
	return c
}

// slowed is the comparisons with the slowest 2% of every run on the new side doubled.
func slowed(runs []aaRun, comparisons []comparison) []comparison {
	slow := make(map[*int64]aaRun, len(runs))
	for _, r := range runs {
		slow[&r.samples[0]] = r.slower()
	}
	changed := make([]comparison, len(comparisons))
	for i, c := range comparisons {
		changed[i].old = c.old
		for _, r := range c.new {
			changed[i].new = append(changed[i].new, slow[&r.samples[0]])
		}
	}
	return changed
}

// rule judges the new side of a comparison.
type rule func(old, new []aaRun) Judgement

func count(comparisons []comparison, judge rule) (c tally) {
	for _, x := range comparisons {
		c.add(judge(x.old, x.new))
	}
	return c
}

// judging decides at once, with the influence of suspects or without.
func judging(method Method, suspects bool) rule {
	return func(old, new []aaRun) Judgement { return Judge([]Test{aaTest(method, old, new, suspects)})[0] }
}

// confirming screens the first half of the pairs and confirms on the second.
func confirming(method Method) rule {
	return func(old, new []aaRun) Judgement {
		half := len(old) / 2
		first := Screen([]Test{aaTest(method, old[:half], new[:half], false)})[0]
		return Confirm([]Test{aaTest(method, old, new, false)}, []Look{{first.Flagged, aaChange(method, old[half:], new[half:])}})[0]
	}
}

// peer is worse where a rule of another kind says so of the runs' p99.
func peer(worse func(old, new []float64) bool) rule {
	return func(old, new []aaRun) Judgement {
		var a, b []float64
		for i := range old {
			a, b = append(a, old[i].p99), append(b, new[i].p99)
		}
		if worse(a, b) {
			return Judgement{Verdict: Worse}
		}
		return Judgement{Verdict: Same}
	}
}

var (
	aaNames = []string{"http", "json", "map", "gc"}

	methods = []struct {
		name   string
		method Method
	}{{"paired", Paired}, {"paired jointly", PairedJointly}}
)

// TestRecordedNoise compares a program with itself on noise as it was. Over all ways to draw the
// sides within pairs the false rate is a number, not an estimate: at most the level.
func TestRecordedNoise(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Logf("k = %d, p99, limit 10%%; %% of comparisons of a program with itself", aaPairs)
	for _, name := range aaNames {
		runs := readAA(t, name)
		for _, m := range methods {
			var c tally
			for start := 0; start+2*aaPairs <= len(runs); start += effort(2, 6) * aaPairs {
				c.merge(count(everyDrawing(runs[start:start+2*aaPairs]), judging(m.method, false)))
			}
			// Better is worse with the sides swapped.
			rate := percent(c.worse+c.better, 2*c.n)
			t.Logf("%-4s %-14s worse %4.2f, better as many  unsure %4.1f  same %4.1f  of %d", name, m.name,
				rate, percent(c.unsure, c.n), percent(c.same, c.n), 2*c.n)
			if rate > 2.5 {
				t.Errorf("%s, %s: %.2f%% are worse, want at most 2.5%%", name, m.name, rate)
			}
		}
	}
}

// TestRecordedConfirmation is the same with ten pairs for screening and ten fresh ones.
func TestRecordedConfirmation(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Logf("screening on %d pairs, confirmation on %[1]d more, p99, limit 10%%; %% of comparisons", aaPairs)
	for _, name := range aaNames {
		runs := readAA(t, name)
		all := drawings(runs, 4*aaPairs, effort(4, 1))
		changed := slowed(runs, all)
		for _, m := range methods {
			c, slow := count(all, confirming(m.method)), count(changed, confirming(m.method))
			// Swapping the sides makes better of worse, and each drawing is as likely as its mirror image.
			rate := percent(c.worse+c.better, 2*c.n)
			t.Logf("%-4s %-14s itself: worse or better %4.2f, flagged as worse %4.1f; slowest 2%% doubled: flagged %5.1f, worse %5.1f; of %d", name, m.name,
				rate, percent(c.flagged, c.n), percent(slow.flagged, slow.n), percent(slow.worse, slow.n), c.n)
			if rate > 0.5 {
				t.Errorf("%s, %s: %.2f%% are worse, want at most 0.5%%", name, m.name, rate)
			}
		}
	}
}

// TestRecordedChange has the slowest 2% of every run on the new side doubled, and rules of other tools
// beside ours on the same runs.
func TestRecordedChange(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	significant := func(old, new []float64) bool { return RankSum(old, new).Up <= 0.025 }
	tenth := func(old, new []float64) bool {
		return median(new) >= 1.1*median(old)
	}
	rules := []struct {
		name  string
		judge rule
		found float64 // at least, on average
	}{
		{"paired", judging(Paired, false), 65},
		{"paired, heeding suspects", judging(Paired, true), 65},
		{"paired jointly", judging(PairedJointly, false), 75},
		{"paired jointly, heeding suspects", judging(PairedJointly, true), 75},
		{"benchstat's rank sum on runs' p99", peer(significant), 0},
		{"benchdiff's, and 10%", peer(func(old, new []float64) bool { return significant(old, new) && tenth(old, new) }), 0},
		{"gobenchdata's 10%", peer(tenth), 0},
		{"github-action-benchmark's last twice", peer(func(old, new []float64) bool { return new[aaPairs-1] > 2*old[aaPairs-1] }), 0},
	}
	false, found := make([]float64, len(rules)), make([]float64, len(rules))
	t.Logf("k = %d, p99, limit 10%%; worse in %% of comparisons: of the program with itself, and with the slowest 2%% doubled", aaPairs)
	for _, name := range aaNames {
		runs := readAA(t, name)
		same := drawings(runs, 2*aaPairs, effort(4, 1))
		slow := slowed(runs, same)
		for i, r := range rules {
			a, b := count(same, r.judge), count(slow, r.judge)
			t.Logf("%-4s %-36s %5.2f %5.1f", name, r.name, percent(a.worse, a.n), percent(b.worse, b.n))
			false[i] += percent(a.worse, a.n) / float64(len(aaNames))
			found[i] += percent(b.worse, b.n) / float64(len(aaNames))
		}
	}
	for i, r := range rules {
		t.Logf("mean %-36s %5.2f %5.1f", r.name, false[i], found[i])
		if found[i] < r.found {
			t.Errorf("%s: found in %.1f%% on average, want at least %v%%", r.name, found[i], r.found)
		}
	}
}
