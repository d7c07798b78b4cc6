package verdict

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// withPool is the change with another pooled ratio.
func (c Change) withPool(ratio float64) Change {
	c.PooledRatio, c.pooled = ratio, math.Log(ratio)
	return c
}

func repeat(x float64, k int) []float64 { return slices.Repeat([]float64{x}, k) }

func TestJudge(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name string
		test Test
		want Verdict
		why  string // part of it
	}{
		{"nothing", Test{}, Unsure, "no pair of complete runs"},
		{"one pair", Test{Change: ratios(2)}, Unsure, "undecidable: 1 pair cannot be significant among 1 test; use -count 6"},
		{"five pairs twice as slow", Test{Change: ratios(2, 2, 2, 2, 2)}, Unsure, "use -count 6"},
		{"six pairs twice as slow", Test{Change: ratios(2, 2, 2, 2, 2, 2)}, Worse, ""},
		{"six pairs twice as fast", Test{Change: ratios(.5, .5, .5, .5, .5, .5)}, Better, ""},
		{"no difference at all", Test{Change: ratios(1, 1, 1, 1, 1, 1)}, Same, ""},
		{"small change for certain", Test{Change: ratios(around(1.05, 1.01, 10)...)}, Same, ""},
		{"at the limit", Test{Change: ratios(repeat(1.1, 6)...)}, Worse, ""},
		{"just below the limit", Test{Change: ratios(repeat(math.Nextafter(1.1, 1), 6)...)}, Same, ""},
		{"at the limit, better", Test{Change: Paired(Sides{Old: repeat(1.1, 6), New: repeat(1, 6)})}, Better, ""},
		{"a limit of its own", Test{Change: ratios(repeat(1.1, 6)...), Limit: 1.2}, Same, ""},
		{"no room, all equal", Test{Change: ratios(repeat(1, 10)...), Limit: 1}, Same, ""},
		{"no room, five equal", Test{Change: ratios(repeat(1, 5)...), Limit: 1}, Unsure, "use -count 6"},
		{"no room, all higher", Test{Change: ratios(repeat(1.001, 6)...), Limit: 1}, Worse, ""},
		{"no room, all lower", Test{Change: ratios(repeat(0.999, 6)...), Limit: 1}, Better, ""},
		{"no room, some higher", Test{Change: ratios(1, 1, 1, 1, 1, 1, 1.01, 1.01), Limit: 1}, Unsure, "only 2 of 8 pairs differ at all"},
		{"no room, both directions", Test{Change: ratios(around(1, 1.01, 10)...), Limit: 1}, Unsure, "a limit of +0% leaves no room"},
		{"the least room", Test{Change: ratios(repeat(1, 10)...), Limit: math.Nextafter(1, 2)}, Same, ""},
		{"near the limit", Test{Change: ratios(around(1.095, 1.02, 10)...)}, Unsure, "on either side of the limit of 10%"},
		{"noise", Test{Change: ratios(around(1.02, 1.5, 10)...)}, Unsure, "10 pairs of this noise show changes from"},
		{"the pooled ratio stays below", Test{Change: ratios(append(repeat(1.3, 5), repeat(1.08, 3)...)...).withPool(1.05)}, Unsure, "all samples together do not"},
		{"the pooled ratio stays below, all runs above", Test{Change: ratios(repeat(1.3, 8)...).withPool(1.05)}, Worse, ""},
		{"one pair disagrees a little", Test{Change: ratios(1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 0.99).withPool(nan)}, Worse, ""},
		{"no pooled ratio", Test{Change: ratios(repeat(1.3, 8)...).withPool(nan)}, Worse, ""},
		{"more operations a second", Test{Change: ratios(repeat(1.3, 8)...), HigherBetter: true}, Better, ""},
		{"fewer operations a second", Test{Change: ratios(repeat(0.7, 8)...), HigherBetter: true}, Worse, ""},
		{"zeros reduce the pairs", Test{Change: ratios(2, 2, 2, 2, 2, 1, 1)}, Unsure, "only 5 of 7 pairs differ at all, and 6 must"},
		{"time-outs only", Test{Change: ratios(repeat(inf, 6)...)}, Worse, ""},
		{"old ones only", Test{Change: ratios(repeat(0, 6)...)}, Better, ""},
		{"one time-out", Test{Change: ratios(1.02, 1.01, 0.99, 1.03, 0.98, 1.01, inf)}, Unsure, "no certain change with 7 pairs of this noise"},
		{"too few samples", Test{P: 990_000, Change: Paired(Sides{Old: repeat(1, 6), New: repeat(2, 6), Samples: 6000, PerRun: 1000})}, Unsure, "10000 needed"},
		{"samples enough", Test{P: 990_000, Change: Paired(Sides{Old: repeat(1, 6), New: repeat(2, 6), Samples: 12_000, PerRun: 2000})}, Worse, ""},
		{"a limit in percent", Test{Change: ratios(repeat(1.3, 8)...), Limit: 0.1}, Unsure, "limit of 0.1: want a ratio"},
		{"no limit", Test{Change: ratios(repeat(1.3, 8)...), Limit: nan}, Unsure, "want a ratio"},
		{"an infinite limit", Test{Change: ratios(repeat(1.3, 8)...), Limit: inf}, Unsure, "want a ratio"},
		{"a suspect decides the estimate", Test{Change: ratios(repeat(1.3, 8)...), Without: []Change{ratios(repeat(1.3, 7)...), ratios(repeat(1.05, 7)...)}}, Unsure, "suspect"},
		{"a suspect decides the pool", Test{Change: ratios(append(repeat(1.3, 5), repeat(1.02, 3)...)...), Without: []Change{ratios(append(repeat(1.3, 4), repeat(1.02, 3)...)...).withPool(1)}}, Unsure, "suspect"},
		{"a suspect decides the pool, which has no say", Test{Change: ratios(repeat(1.3, 8)...), Without: []Change{ratios(repeat(1.3, 7)...).withPool(1)}}, Worse, ""},
		{"a suspect hides a change", Test{Change: ratios(repeat(1.05, 8)...), Without: []Change{ratios(repeat(0.8, 7)...)}}, Unsure, "suspect"},
		{"a suspect without influence", Test{Change: ratios(repeat(1.3, 8)...), Without: []Change{ratios(repeat(1.2, 7)...)}}, Worse, ""},
	} {
		got := Judge([]Test{c.test})[0]
		if got.Verdict != c.want || !strings.Contains(got.Why, c.why) || (got.Why == "") != (got.Verdict != Unsure) {
			t.Errorf("%s: %s %q, want %s %q", c.name, got.Verdict, got.Why, c.want, c.why)
		}
		if !(got.P > 0 && got.P <= got.Adjusted && got.Adjusted <= 1) {
			t.Errorf("%s: p %v, adjusted %v", c.name, got.P, got.Adjusted)
		}
		if mirror := Judge([]Test{mirrored(c.test)})[0]; mirror.Verdict != opposite(got.Verdict) {
			t.Errorf("%s: %s, with the sides swapped %s", c.name, got.Verdict, mirror.Verdict)
		}
		inverse := c.test
		inverse.HigherBetter = !inverse.HigherBetter
		if mirror := Judge([]Test{inverse})[0]; mirror.Verdict != opposite(got.Verdict) {
			t.Errorf("%s: %s, with the other direction better %s", c.name, got.Verdict, mirror.Verdict)
		}
	}
}

// mirrored is the test with the sides swapped.
func mirrored(t Test) Test {
	t.Change = t.Change.inverted()
	t.Without = slices.Clone(t.Without)
	for i := range t.Without {
		t.Without[i] = t.Without[i].inverted()
	}
	return t
}

func opposite(v Verdict) Verdict {
	switch v {
	case Worse:
		return Better
	case Better:
		return Worse
	}
	return v
}

// Among many tests the p-value of one must be smaller, and those that cannot be decided do not count.
func TestJudgeFamily(t *testing.T) {
	changed := Test{Change: ratios(repeat(1.3, 10)...)} // p 2^-10, of which 25 are 2.44%
	same := Test{Change: ratios(repeat(1, 10)...)}
	short := Test{Change: ratios(repeat(1, 10)...), P: quantile.P(999_999)}
	for _, c := range []struct {
		name        string
		same, short int
		want        Verdict
	}{{"25 tests", 24, 0, Worse}, {"26 tests", 25, 0, Unsure}, {"25 and some that have too few samples", 24, 10, Worse}} {
		tests := slices.Concat([]Test{changed}, slices.Repeat([]Test{same}, c.same), slices.Repeat([]Test{short}, c.short))
		got := Judge(tests)
		if got[0].Verdict != c.want || got[0].Undecidable != (c.want == Unsure) {
			t.Errorf("%s: %+v", c.name, got[0])
		}
		if c.want == Unsure && got[0].Why != "undecidable: 10 pairs cannot be significant among 26 tests; use -count 11" {
			t.Errorf("%s: %q", c.name, got[0].Why)
		}
		if got[1].Verdict != Same || len(got) != len(tests) {
			t.Errorf("%s: %+v", c.name, got[1])
		}
	}
	// Changes for the better have an error of their own.
	both := Judge(slices.Concat(slices.Repeat([]Test{changed}, 12), slices.Repeat([]Test{mirrored(changed)}, 13)))
	for i, g := range both {
		if want := map[bool]Verdict{true: Worse, false: Better}[i < 12]; g.Verdict != want {
			t.Errorf("test %d: %+v, want %s", i, g, want)
		}
	}
	if got := Judge(nil); len(got) != 0 {
		t.Errorf("no tests: %v", got)
	}
}

// Without any room for a change the interval may touch none and be harmless.
func TestHarmlessWithoutRoom(t *testing.T) {
	for _, c := range []struct {
		name   string
		ratios []float64
		want   bool
	}{
		{"equal", repeat(1, 10), true},
		{"lower", repeat(0.9, 10), true},
		{"lower or equal", append(repeat(0.9, 4), repeat(1, 6)...), true},
		{"higher", repeat(1.1, 10), false},
		{"either", around(1, 1.01, 10), false},
	} {
		g := Judge([]Test{{Change: ratios(c.ratios...), Limit: 1}})[0]
		if g.Harmless != c.want {
			t.Errorf("%s: %+v", c.name, g)
		}
	}
}

// Six pairs cannot be significant as the first of two tests, and can as the second.
func TestUndecidableStep(t *testing.T) {
	six := Test{Change: ratios(around(1, 1.2, 6)...)}
	for _, c := range []struct {
		name  string
		other Test
		want  bool
	}{
		{"beside one that is significant", Test{Change: ratios(repeat(1.3, 10)...)}, false},
		{"beside one that is not", Test{Change: ratios(around(1, 1.2, 10)...)}, true},
		{"beside one that is better", mirrored(Test{Change: ratios(repeat(1.3, 10)...)}), false},
	} {
		got := Judge([]Test{six, c.other})
		if got[0].Undecidable != c.want || got[1].Undecidable || strings.Contains(got[0].Why, "undecidable") != c.want {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestJudgement(t *testing.T) {
	for _, c := range []struct {
		name     string
		change   Change
		verdict  Verdict
		harmless bool
	}{
		{"perhaps better", ratios(around(0.95, 1.2, 10)...), Unsure, true},
		{"perhaps worse", ratios(around(1.05, 1.2, 10)...), Unsure, false},
		{"five pairs", ratios(around(0.9, 1.01, 5)...), Unsure, false},
		{"the same", ratios(around(1, 1.01, 10)...), Same, true},
	} {
		got := Judge([]Test{{Change: c.change}})[0]
		if got.Verdict != c.verdict || got.Harmless != c.harmless {
			t.Errorf("%s: %+v of %+v", c.name, got, c.change)
		}
	}
}

func TestScreen(t *testing.T) {
	for _, c := range []struct {
		name    string
		test    Test
		flagged Verdict
		verdict Verdict
	}{
		{"nothing", Test{}, "", Unsure},
		{"five pairs are enough to flag", Test{Change: ratios(repeat(1.3, 5)...)}, Worse, Unsure},
		{"four are not", Test{Change: ratios(repeat(1.3, 4)...)}, "", Unsure},
		{"better", Test{Change: ratios(repeat(0.7, 6)...)}, Better, Unsure},
		{"below the limit", Test{Change: ratios(repeat(1.05, 6)...)}, "", Same},
		{"pooled below the limit", Test{Change: ratios(append(repeat(1.3, 5), 1.02)...).withPool(1.05)}, "", Unsure},
		{"pooled below the limit, all runs above", Test{Change: ratios(repeat(1.3, 6)...).withPool(1.05)}, Worse, Unsure},
		{"a suspect does not keep from a second look", Test{Change: ratios(repeat(1.3, 6)...), Without: []Change{ratios(repeat(1, 5)...)}}, Worse, Unsure},
	} {
		got := Screen([]Test{c.test})[0]
		if got.Flagged != c.flagged || got.Verdict != c.verdict || got.Confirmed {
			t.Errorf("%s: %+v", c.name, got)
		}
		if mirror := Screen([]Test{mirrored(c.test)})[0]; mirror.Flagged != opposite(c.flagged) {
			t.Errorf("%s: %+v, with the sides swapped %+v", c.name, got, mirror)
		}
	}
	// Nothing is adjusted: each of many is flagged as one is.
	for _, g := range Screen(slices.Repeat([]Test{{Change: ratios(repeat(1.3, 6)...)}}, 100)) {
		if g.Flagged != Worse || g.Why != "seems worse, not confirmed" {
			t.Errorf("%+v", g)
		}
	}
}

func TestConfirm(t *testing.T) {
	slow, quiet, fast := ratios(repeat(1.3, 16)...), ratios(repeat(1, 16)...), ratios(repeat(0.7, 16)...)
	for _, c := range []struct {
		name      string
		all       Change
		look      Look
		verdict   Verdict
		confirmed bool
		why       string
	}{
		{"not flagged", quiet, Look{}, Same, false, ""},
		{"not flagged, however slow", slow, Look{}, Unsure, false, "not significant"},
		{"confirmed", slow, Look{Worse, ratios(repeat(1.3, 6)...)}, Worse, true, ""},
		{"confirmed as better", fast, Look{Better, ratios(repeat(0.7, 6)...)}, Better, true, ""},
		{"without fresh pairs", slow, Look{Worse, Change{}}, Unsure, false, "no fresh pairs"},
		{"too few of them", slow, Look{Worse, ratios(repeat(1.3, 5)...)}, Unsure, false, "use -count 6"},
		{"not significant", slow, Look{Worse, ratios(1.3, 1.3, 1.3, 1.3, 1.3, 0.5)}, Unsure, false, "did not confirm: 6 of them gave +30.0%, -50.0%..+30.0%"},
		{"gone", quiet, Look{Worse, ratios(1, 1.01, 1, 0.99, 1, 0.98)}, Same, false, ""},
		{"significant in the other direction", quiet, Look{Worse, ratios(repeat(0.7, 6)...)}, Same, false, ""},
		{"confirmed but small over all pairs", ratios(repeat(1.05, 16)...), Look{Worse, ratios(repeat(1.02, 6)...)}, Same, true, ""},
		{"small in the fresh pairs alone", slow, Look{Worse, ratios(repeat(1.02, 6)...)}, Worse, true, ""},
		{"the pool has no say any more", slow.withPool(1), Look{Worse, ratios(repeat(1.3, 6)...)}, Worse, true, ""},
	} {
		got := Confirm([]Test{{Change: c.all}}, []Look{c.look})[0]
		if got.Verdict != c.verdict || got.Confirmed != c.confirmed || !strings.Contains(got.Why, c.why) || (got.Why == "") != (got.Verdict != Unsure) || got.Flagged != c.look.Flagged {
			t.Errorf("%s: %+v, want %s, confirmed %v, %q", c.name, got, c.verdict, c.confirmed, c.why)
		}
	}
}

// Only what was flagged in the same direction counts in the adjustment.
func TestConfirmFamily(t *testing.T) {
	slow, quiet := Test{Change: ratios(repeat(1.3, 16)...)}, Test{Change: ratios(repeat(1, 16)...)}
	flag := Look{Worse, ratios(repeat(1.3, 7)...)} // p 2^-7, of which 3 are 2.34%
	for _, c := range []struct {
		flagged int
		want    Verdict
	}{{3, Worse}, {4, Unsure}} {
		tests := slices.Concat(slices.Repeat([]Test{slow}, c.flagged), slices.Repeat([]Test{quiet}, 100), []Test{mirrored(slow)})
		looks := slices.Concat(slices.Repeat([]Look{flag}, c.flagged), make([]Look, 100), []Look{{Better, flag.Fresh.inverted()}})
		got := Confirm(tests, looks)
		if got[0].Verdict != c.want || got[c.flagged].Verdict != Same || got[len(got)-1].Verdict != Better {
			t.Errorf("%d flagged: %+v, %+v, %+v", c.flagged, got[0], got[c.flagged], got[len(got)-1])
		}
	}
	// One without fresh pairs counts.
	looks := []Look{flag, flag, flag, {Flagged: Worse}}
	if got := Confirm(slices.Repeat([]Test{slow}, 4), looks)[0]; got.Verdict != Unsure || !got.Undecidable {
		t.Errorf("%+v", got)
	}
}

// What is unpaired is decided by its own numbers.
func TestJudgeUnpaired(t *testing.T) {
	s := Sides{Old: []float64{100, 101, 102, 103}, New: []float64{150, 151, 152, 153}}
	if got := Judge([]Test{{Change: Unpaired(s)}})[0]; got.Verdict != Worse || !near(got.P, 1.0/70) {
		t.Errorf("%+v", got)
	}
	two := Judge([]Test{{Change: Unpaired(s)}, {Change: Unpaired(s)}})[0]
	if two.Verdict != Unsure || two.Why != "undecidable: 4 runs a side cannot be significant among 2 tests; use -count 5" {
		t.Errorf("%+v", two)
	}
}
