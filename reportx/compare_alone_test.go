package reportx

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// timed are ten runs of BenchmarkX with samples of so many ns an operation, and so many for the clock, and what their result lines say.
func timed(name string, op, clock, line float64) Side {
	const batch = 64
	s := clocked(name, batch, op, batch*clock)
	for _, r := range s.Results.Benchmarks[0].Runs {
		r.Metrics = []Metric{{line, "ns/op"}}
	}
	return s
}

// bare are ten runs of BenchmarkX, each with a result line and nothing else.
func bare(name, line string) Side {
	return resultSide(name, strings.Repeat("BenchmarkX "+line+"\n", 10))
}

// Percentiles that one side alone has are shown and compared with nothing, and ns/op with the clock's cost in mind.
func TestCompareAlone(t *testing.T) {
	lines := func(ns string) Side { return bare("bare", "100 "+ns+" ns/op") }
	for _, c := range []struct {
		why      string
		old, new Side
		want     string // the changes in a word each
		note     string
	}{
		{"the new side", lines("1000"), timed("timed", 1000, 20, 1000), "p50:-/known:unsure p99:-/known:unsure ns/op:known/known:same",
			"percentiles cannot be compared: only timed has samples; its ns/op holds what measuring costs, 20ns an operation, that of bare does not"},
		{"the old side", timed("timed", 1000, 20, 1000), lines("1000"), "p50:known/-:unsure p99:known/-:unsure ns/op:known/known:same",
			"percentiles cannot be compared: only timed has samples; its ns/op holds what measuring costs, 20ns an operation, that of bare does not"},
		{"a change that the clock explains", lines("100"), timed("timed", 100, 25, 125), "p50:-/known:unsure p99:-/known:unsure ns/op:known/known:unsure", "25ns an operation"},
		{"a change that it hides", timed("timed", 100, 25, 125), lines("125"), "p50:known/-:unsure p99:known/-:unsure ns/op:known/known:unsure", "25ns an operation"},
		{"more than the clock", lines("100"), timed("timed", 200, 25, 225), "p50:-/known:unsure p99:-/known:unsure ns/op:known/known:worse", "25ns an operation"},
		{"nobody says what it costs", lines("100"), timed("timed", 125, 0, 125), "p50:-/known:unsure p99:-/known:unsure ns/op:known/known:worse", "its ns/op holds what measuring costs, that of bare does not"},
		{"percentiles of a measured side without its samples", bare("bare", "100 1000 ns/op 1000 p50-ns/op"), timed("timed", 1000, 20, 1000),
			"p50:-/known:unsure p99:-/known:unsure ns/op:known/known:same", "percentiles cannot be compared: only timed has samples"},
		{"no unit in common", bare("bare", "100 1000 ns/op"), clocked("timed", 64, 1000, 20), "error", ""},
	} {
		got, err := NewComparison([]Side{c.old, c.new}, CompareOptions{Pairing: PairByOrder, Percentiles: []float64{50, 99}})
		d := got.Differences[0]
		words := alternatives(d)
		if err != nil {
			words = "error"
		}
		if words != c.want || !strings.Contains(strings.Join(d.Notes, "\n"), c.note) {
			t.Errorf("%s: %s, want %s\n%s", c.why, words, c.want, strings.Join(d.Notes, "\n"))
		}
		if holds := strings.Contains(strings.Join(d.Notes, "\n"), "holds what measuring costs"); holds == (c.new.Results.Benchmarks[0].measured() || c.old.Results.Benchmarks[0].measured()) && err == nil {
			t.Errorf("%s: %s", c.why, strings.Join(d.Notes, "\n"))
		}
	}
}

// alternatives are the changes with which values are known.
func alternatives(d *Difference) string {
	var words []string
	is := func(v Value) string {
		if v.Known {
			return "known"
		}
		return absent
	}
	for _, ch := range d.Changes {
		words = append(words, fmt.Sprintf("%s:%s/%s:%s", ch.Statistic(), is(ch.Old), is(ch.New), ch.Verdict))
	}
	return strings.Join(words, " ")
}

// What the result lines of both sides have is compared, whoever has samples.
func TestCompareAloneLines(t *testing.T) {
	old, new := bare("bare", "100 1000 ns/op 990 p50-ns/op"), timed("timed", 1000, 20, 1000)
	for _, r := range new.Results.Benchmarks[0].Runs {
		r.Metrics = append(r.Metrics, Metric{990, "p50-ns/op"})
	}
	d := compareSides(t, CompareOptions{Pairing: PairByOrder, Percentiles: []float64{50, 99}}, old, new).Differences[0]
	if got := alternatives(d); got != "p99:-/known:unsure ns/op:known/known:same p50:known/known:same" {
		t.Error(got)
	}
	want := []string{"p99 cannot be compared: only timed has samples", "where a side has no samples: old and new are medians of the runs' own values"}
	for _, w := range want {
		if !slices.Contains(d.Notes, w) {
			t.Errorf("no %q in %q", w, d.Notes)
		}
	}
}

// A stage of one side is named, whichever side it is.
func TestCompareAloneStage(t *testing.T) {
	for i, want := range []string{"ttft: samples on the side of old only", "ttft: samples on the side of new only"} {
		sides := []Side{clocked("old", 64, 1000, 20), clocked("new", 64, 1000, 20)}
		for _, r := range sides[i].Results.Benchmarks[0].Runs {
			stage := *r.Series[0]
			stage.Name = "ttft"
			r.Series = append(r.Series, &stage)
		}
		d := compareSides(t, CompareOptions{Pairing: PairByOrder, Percentiles: []float64{50}}, sides...).Differences[0]
		if !slices.Contains(d.Notes, want) || alternatives(d) != "p50:known/known:same" {
			t.Errorf("%s: %s %q", want, alternatives(d), d.Notes)
		}
	}
}

// A limit of a percentile that one side alone has can be neither kept nor exceeded, and a budget of the new side can.
func TestGateAlone(t *testing.T) {
	old, new := bare("old", "100 1000 ns/op"), timed("new", 1000, 20, 1000)
	cold := timed("new", 1000, 20, 1000)
	for _, r := range cold.Results.Benchmarks[0].Runs {
		r.Series[0].Warmup = r.Series[0].Samples.Len()
	}
	for _, c := range []struct {
		why      string
		old, new Side
		limits   string
		lone     bool
		passed   bool
		headline string
	}{
		{"the new side", old, new, "p99=+10%", true, true, "unsure, and so passed: 0 worse, 0 better, 0 same, 1 unsure"},
		{"the old side", timed("old", 1000, 20, 1000), bare("new", "100 1000 ns/op"), "p99=+10%", true, false, "could not be told: only old has samples of BenchmarkX; otherwise "},
		{"beside ns/op", old, new, "p99=+10%\nns/op=+20%", true, true, "unsure, and so passed: 0 worse, 0 better, 1 same, 1 unsure"},
		{"beside a change for the worse", bare("old", "100 500 ns/op"), new, "p99=+10%\nns/op=+20%", true, false, "failed: 1 worse"},
		{"ns/op alone", old, new, "ns/op=+20%", false, true, "passed: 0 worse, 0 better, 1 same"},
		{"a budget that is kept", old, new, "p99=5us\nns/op=+20%", false, true, "passed: 0 worse, 0 better, 1 same, 0 unsure; budgets: 0 over, 1 within"},
		{"a budget that is exceeded", old, new, "p99=50ns\nns/op=+20%", false, false, "failed: 0 worse, 0 better, 1 same, 0 unsure; budgets: 1 over, 0 within"},
		{"warm-up alone on the new side", timed("old", 1000, 20, 1000), cold, "p99=+10%", true, false, "could not be told: only old has samples of BenchmarkX; otherwise "},
		{"a budget without new samples", timed("old", 1000, 20, 1000), bare("new", "100 1000 ns/op"), "p99=5us\nns/op=+20%", true, false, "could not be told: only old has samples of BenchmarkX; otherwise "},
	} {
		for _, format := range []string{"text", "markdown", "json", "html"} {
			gate, text := gateText(t, c.old, c.new, GateOptions{Pairing: PairByOrder}, format, c.limits)
			if (len(gate.Gate.OneSided) == 1) != c.lone || gate.Gate.Passed != c.passed {
				t.Errorf("%s: %+v", c.why, gate.Gate)
			}
			want := []string{c.headline, "that of "}
			switch {
			case format == "json" && c.lone:
				want = []string{`"one_sided": [`, `"side": "` + gate.Gate.OneSided[0].Side, "has samples"}
			case format == "json":
				want = []string{`"one_sided": []`}
			}
			for _, w := range want {
				if !strings.Contains(text, w) {
					t.Errorf("%s, %s: no %q in\n%s", c.why, format, w, text)
				}
			}
		}
	}
}

// No pair more would tell what has no samples on one side.
func TestAloneMorePairs(t *testing.T) {
	d := compareSides(t, CompareOptions{Pairing: PairByOrder, Percentiles: []float64{99}}, bare("old", "100 1000 ns/op"), timed("new", 1000, 20, 1000)).Differences[0]
	if ch := d.Changes[0]; ch.alone != "new" || ch.MorePairsHelp() || !d.Changes[1].MorePairsHelp() {
		t.Errorf("%+v", ch)
	}
}

// What no limit is about is named with what it has, and with the side that alone has samples.
func TestGateAloneUncovered(t *testing.T) {
	lines := strings.Repeat("BenchmarkY 100 900 ns/op 3 B/op\n", 10)
	old, new := bare("old", "100 1000 ns/op"), timed("new", 1000, 20, 1000)
	old.Results.Read("more", strings.NewReader(lines))
	new.Results.Read("more", strings.NewReader(lines))
	_, text := gateText(t, old, new, GateOptions{Pairing: PairByOrder}, "text", "B/op=+10%")
	if want := "BenchmarkX: no limit decides: it has ns/op, and only new has samples\n"; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}
