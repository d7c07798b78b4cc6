package reportx

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// resultSide is a side with result lines.
func resultSide(name, text string) Side {
	rs := NewResults(ReadOptions{KeepWarmup: true})
	rs.Read(name, strings.NewReader(text))
	return Side{name, rs}
}

// linesOf are k result lines with a value each that scatters by 1% around level.
func linesOf(k int, level float64, unit string) string {
	rng := rand.New(rand.NewPCG(uint64(k), uint64(level)))
	var b strings.Builder
	for range k {
		fmt.Fprintf(&b, "BenchmarkX-2 100 %.4f %s\n", level*(1+0.01*rng.NormFloat64()), unit)
	}
	return b.String()
}

func compareSides(t *testing.T, o CompareOptions, sides ...Side) *Comparison {
	t.Helper()
	c, err := NewComparison(sides, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The direction in which a unit is better comes from Unit lines, then from custom.
func TestCompareBetter(t *testing.T) {
	for _, c := range []struct{ head, unit, want string }{
		{"", "ns/op", "worse"},
		{"", "MB/s", "better"},
		{"", "B/op", "worse"},
		{"", "req/s", "better"},
		{"", "cycles/op", "worse"},
		{"", "hits", "worse"}, // a guess, and said to be one
		{"Unit hits better=higher\n", "hits", "better"},
		{"Unit req/s better=lower\n", "req/s", "worse"},
		{"Unit ns/op better=higher\n", "ns/op", "better"}, // the tidied unit is another
	} {
		old, new := resultSide("old", linesOf(10, 1000, c.unit)), resultSide("new", c.head+linesOf(10, 1300, c.unit))
		d := compareSides(t, CompareOptions{}, old, new).Differences[0]
		if len(d.Changes) != 1 || d.Changes[0].Verdict != c.want || d.Changes[0].Unit != c.unit {
			t.Errorf("%s%s: %+v", c.head, c.unit, d.Changes)
		}
		if guessed := strings.Contains(strings.Join(d.Notes, "\n"), "less is taken to be better of"); guessed != (c.unit == "hits" && c.head == "") {
			t.Errorf("%s%s: notes %q", c.head, c.unit, d.Notes)
		}
	}
}

// Sides swapped give the opposite verdict, the inverse ratio and the same p-value.
func TestCompareSwapped(t *testing.T) {
	for _, pairing := range []Pairing{NotPaired, PairByOrder} {
		old, new := resultSide("old", linesOf(10, 1000, "ns/op")), resultSide("new", linesOf(10, 1300, "ns/op"))
		a := compareSides(t, CompareOptions{Pairing: pairing}, old, new).Differences[0].Changes[0]
		b := compareSides(t, CompareOptions{Pairing: pairing}, new, old).Differences[0].Changes[0]
		if a.Verdict != "worse" || b.Verdict != "better" || a.PValue != b.PValue || !closeTo(a.Ratio*b.Ratio, 1) || !closeTo(a.Lo*b.Hi, 1) {
			t.Errorf("pairing %d: %+v and %+v", pairing, a, b)
		}
	}
}

// What cannot be compared is said, and never NaN.
func TestCompareBadInput(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"no run", "", "BenchmarkX 1 5 ns/op\n", "no benchmark in common"},
		{"none in common", "BenchmarkA 1 5 ns/op\n", "BenchmarkB 1 5 ns/op\n", "no benchmark in common: old has BenchmarkA; new has BenchmarkB"},
		{"units differ", "BenchmarkX 1 5 a/op\n", "BenchmarkX 1 5 b/op\n", "nothing can be compared: BenchmarkX: nothing to compare: old has a/op, new has b/op"},
		{"one run", "BenchmarkX 1 5 ns/op\n", "BenchmarkX 1 6 ns/op\n", ""},
		{"NaN and infinity", "BenchmarkX 1 NaN ns/op 1 a\n", "BenchmarkX 1 +Inf ns/op 2 a\n", ""},
		{"zero", "BenchmarkX 1 0 allocs/op\n", "BenchmarkX 1 3 allocs/op\n", ""},
		{"both zero", "BenchmarkX 1 0 allocs/op\n", "BenchmarkX 1 0 allocs/op\n", ""},
		{"negative", "BenchmarkX 1 -5 delta\n", "BenchmarkX 1 5 delta\n", ""},
		{"cut off", "BenchmarkX 1 5 ns/op\nBenchmarkX 1 5", "BenchmarkX 1 6 ns/op\n", ""},
	} {
		for _, pairing := range []Pairing{PairByTime, PairByOrder, NotPaired} {
			got, err := NewComparison([]Side{resultSide("old", c.old), resultSide("new", c.new)}, CompareOptions{Pairing: pairing})
			if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, errNothing) && !errors.Is(err, errUnlike) || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: %v", c.name, err)
			}
			for _, format := range CompareFormats() {
				var b bytes.Buffer
				if err := got.Write(&b, format); err != nil {
					t.Errorf("%s, %s: %v", c.name, format, err)
				}
				if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
					t.Errorf("%s, %s:\n%s", c.name, format, b.String())
				}
			}
			for _, d := range got.Differences {
				for _, ch := range d.Changes {
					if ch.Verdict != "unsure" {
						t.Errorf("%s: %+v", c.name, ch)
					}
				}
			}
		}
	}
}

// Batches of one side are added up to those of the other, exactly.
func TestCompareBatches(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	fine, coarse := NewResults(ReadOptions{}), NewResults(ReadOptions{})
	for range 8 {
		one, two := &Series{Batch: 1}, &Series{Batch: 4}
		p, q := newPacker(&one.Samples), newPacker(&two.Samples)
		for range 2000 {
			sum := 0.0
			for range 4 {
				x := float64(1000 + rng.IntN(500))
				sum += x
				p.add(x)
			}
			q.add(sum)
		}
		p.flush()
		q.flush()
		for rs, s := range map[*Results]*Series{fine: one, coarse: two} {
			b := rs.benchmark("", "BenchmarkX")
			b.Runs = append(b.Runs, &Run{ID: b.Name, Series: []*Series{s}})
		}
	}
	c := compareSides(t, CompareOptions{Pairing: PairByOrder}, Side{"fine", fine}, Side{"coarse", coarse})
	for _, ch := range c.Differences[0].Changes {
		if ch.Old.Value != ch.New.Value || ch.HasRatio && ch.Ratio != 1 {
			t.Errorf("%s: %v and %v, ratio %v", ch.Statistic(), ch.Old.Value, ch.New.Value, ch.Ratio)
		}
	}
	if notes := strings.Join(c.Differences[0].Notes, "\n"); !strings.Contains(notes, "batches of 1 and 4 operations added up to 4") {
		t.Errorf("notes %q", notes)
	}
}

// A run ten times as slow as the others is named, and the result without it is given.
func TestCompareSuspect(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	side := func(name string, odd int) Side {
		rs := NewResults(ReadOptions{})
		b := rs.benchmark("", "BenchmarkX")
		for run := range 10 {
			s := &Series{Batch: 1}
			p := newPacker(&s.Samples)
			level := 1000 * (1 + 0.01*rng.NormFloat64())
			if run == odd {
				level *= 10
			}
			for range 2000 {
				p.add(level * (1 + 0.5*rng.ExpFloat64()))
			}
			p.flush()
			b.Runs = append(b.Runs, &Run{ID: b.Name, Series: []*Series{s}})
		}
		return Side{name, rs}
	}
	d := compareSides(t, CompareOptions{Pairing: PairByOrder}, side("old", -1), side("new", 6)).Differences[0]
	if len(d.Suspects) == 0 {
		t.Fatal("no suspect")
	}
	for _, s := range d.Suspects {
		if !s.New || s.Run != 7 || s.Z < 5 {
			t.Errorf("%+v", s)
		}
	}
	for _, ch := range d.Changes {
		if len(ch.Without) != 1 || !ch.Without[0].New || ch.Without[0].Run != 7 || ch.Without[0].Ratio < 0.9 || ch.Without[0].Ratio > 1.1 {
			t.Errorf("%s: without %+v", ch.Statistic(), ch.Without)
		}
	}
}

// Ten thousand benchmarks fit into a comment, what is worse before the rest.
func TestCompareMany(t *testing.T) {
	var old, new strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&old, "Benchmark%d_|`<b>-2 1 100 ns/op\n", i)
		fmt.Fprintf(&new, "Benchmark%d_|`<b>-2 1 200 ns/op\n", i)
	}
	for range 22 { // enough to be significant among so many
		old.WriteString("BenchmarkLast-2 1 100 ns/op\n")
		new.WriteString("BenchmarkLast-2 1 200 ns/op\n")
	}
	c := compareSides(t, CompareOptions{Pairing: PairByOrder}, resultSide("old", old.String()), resultSide("new", new.String()))
	var b bytes.Buffer
	if err := c.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if n := utf8.RuneCountInString(text); n >= 60_000 || n < 50_000 {
		t.Errorf("%d characters", n)
	}
	if strings.Count(text, "<details>") != 1 || !strings.HasSuffix(text, "\n</details>\n") || !strings.Contains(text, "do not fit") {
		t.Errorf("not closed:\n%s", text[len(text)-500:])
	}
	if at := strings.Index(text, "BenchmarkLast"); at < 0 || at > strings.Index(text, "<details>") {
		t.Error("what is worse does not come first")
	}
}

// Colours change nothing but the colours.
func TestCompareColor(t *testing.T) {
	c := compareSides(t, CompareOptions{}, resultSide("old", linesOf(10, 1000, "p99-ns/op")), resultSide("new", linesOf(10, 1300, "p99-ns/op")))
	var plain, screen bytes.Buffer
	if err := errors.Join(c.WriteText(&plain, TextOptions{}), c.WriteText(&screen, TextOptions{Color: true})); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(screen.String(), "\x1b[31m+") || strings.Contains(plain.String(), "\x1b") {
		t.Errorf("%q\n%q", screen.String(), plain.String())
	}
	text := strings.NewReplacer("\x1b[31m", "", "\x1b[32m", "", "\x1b[33m", "", "\x1b[0m", "").Replace(screen.String())
	if text != plain.String() {
		t.Errorf("%s\n%s", text, plain.String())
	}
}

// The JSON has the fields that scripts go by.
func TestCompareJSON(t *testing.T) {
	old, new := resultSide("old", linesOf(10, 1000, "p99-ns/op")), resultSide("new", linesOf(10, 1300, "p99-ns/op"))
	limit, err := ParseLimit("p99=+10%")
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewGate(old, new, GateOptions{Limits: []Limit{limit}, Pairing: PairByOrder})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := c.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var out struct {
		Plateau     int
		Passed      *bool
		Comparisons []map[string]any
	}
	if err := json.Unmarshal(b.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	if out.Plateau != 1 || out.Passed == nil || *out.Passed || len(out.Comparisons) != 1 {
		t.Fatalf("%s", b.String())
	}
	for _, key := range []string{"name", "pkg", "procs", "p", "old", "new", "ratio", "lo", "hi", "pvalue", "sides", "verdict", "detectable", "limit", "confirmed"} {
		if _, ok := out.Comparisons[0][key]; !ok {
			t.Errorf("no %q", key)
		}
	}
	if got := out.Comparisons[0]; got["p"] != 99.0 || got["verdict"] != "worse" || got["sides"] != 1.0 || !closeTo(got["limit"].(float64), 1.1) {
		t.Errorf("%v", got)
	}
}

// A gate refuses what was not interleaved unless told otherwise, and budgets do not mind.
func TestGateOrder(t *testing.T) {
	old, new := resultSide("old", linesOf(10, 1000, "ns/op")), resultSide("new", linesOf(10, 1010, "ns/op"))
	gate := func(limit string, p Pairing) (*Comparison, error) {
		l, err := ParseLimit(limit)
		if err != nil {
			t.Fatal(err)
		}
		return NewGate(old, new, GateOptions{Limits: []Limit{l}, Pairing: p})
	}
	var refused *OrderError
	if _, err := gate("ns/op=+10%", PairByTime); !errors.As(err, &refused) || refused.Order != UnknownOrder {
		t.Errorf("%v", err)
	}
	if c, err := gate("ns/op=+10%", NotPaired); err != nil || !c.Gate.Advisory || !c.Gate.Passed {
		t.Errorf("unpaired: %+v, %v", c.Gate, err)
	}
	if c, err := gate("ns/op=+10%", PairByOrder); err != nil || c.Gate.Advisory || !c.Gate.Passed {
		t.Errorf("paired: %+v, %v", c.Gate, err)
	}
	for limit, want := range map[string]string{"ns/op=2us": "same", "ns/op=900ns": "worse", "ns/op=1010ns": "unsure"} {
		if c, err := gate(limit, PairByTime); err != nil || c.Differences[0].Changes[0].Verdict != want {
			t.Errorf("%s: %+v, %v", limit, c.Differences, err)
		}
	}
}
