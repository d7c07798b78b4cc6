package reportx

import (
	"fmt"
	"strings"
	"testing"
)

// changed are ten runs of each of some benchmarks, at a multiple of their old value.
func changed(factors map[string][]float64) (sides [2]Side) {
	var old, new strings.Builder
	for _, name := range []string{"Same", "Unsure", "Beyond", "Better", "Worse", "Worst"} {
		for i, f := range factors[name] {
			fmt.Fprintf(&old, "Benchmark%s 100 %d ns/op\n", name, 1000+i%3)
			fmt.Fprintf(&new, "Benchmark%s 100 %.1f ns/op\n", name, float64(1000+i%3)*f)
		}
	}
	return [2]Side{resultSide("old", old.String()), resultSide("new", new.String())}
}

func ten(f float64) []float64 { return []float64{f, f, f, f, f, f, f, f, f, f} }

// Changes for the worse come first, then those for the better, then what is unsure by its size, and what is the same last.
func TestCompareOrder(t *testing.T) {
	sides := changed(map[string][]float64{
		"Same": ten(1), "Unsure": {0.8, 1.3, 0.9, 1.2, 0.7, 1.4, 1, 1.1, 0.8, 1.2},
		"Better": ten(0.5), "Worse": ten(1.5), "Worst": ten(2.5),
		"Beyond": {3, 4, 3, 4, 5, 3}, // too few to be significant among five tests
	})
	c := compareSides(t, CompareOptions{Pairing: PairByOrder}, sides[0], sides[1])
	c.each(func(d *Difference, ch *Change) {
		if d.Name == "BenchmarkBeyond" && (ch.Verdict != "unsure" || !ch.striking()) {
			t.Errorf("%s: %s", d.Name, ch.Verdict)
		}
	})
	var order []string
	for _, d := range c.groups()[0] {
		order = append(order, strings.TrimPrefix(d.Name, "Benchmark"))
	}
	if got := strings.Join(order, " "); got != "Worst Worse Better Beyond Unsure Same" {
		t.Error(got)
	}
}

// A change whose whole interval lies beyond the limit stands where everybody sees it.
func TestStriking(t *testing.T) {
	for _, c := range []struct {
		name, verdict string
		lo, hi, limit float64
		want          bool
	}{
		{"worse", "worse", 1, 1, 0, true},
		{"better", "better", 1, 1, 0, true},
		{"same", "same", 1.2, 1.3, 0, false},
		{"unsure on both sides", "unsure", 0.9, 1.3, 0, false},
		{"unsure, beyond", "unsure", 1.1, 1.3, 0, true},
		{"unsure, below the limit", "unsure", 1.1, 1.3, 1.2, false},
		{"unsure, for the better", "unsure", 0.5, 0.9, 0, true},
	} {
		ch := &Change{Verdict: c.verdict, Lo: c.lo, Hi: c.hi, HasInterval: true}
		ch.test.Limit = c.limit
		if ch.striking() != c.want {
			t.Errorf("%s: striking is not %v", c.name, c.want)
		}
	}
}

// However long a comment would be, what is folded ends, and what is the same gives way first.
func TestMarkdownFull(t *testing.T) {
	var old, new strings.Builder
	name := strings.Repeat("x", 150)
	for i := range 1500 {
		fmt.Fprintf(&old, "Benchmark%d%s 100 5 ns/op\nBenchmarkOld%d%s 100 5 ns/op\n", i, name, i, name)
		fmt.Fprintf(&new, "Benchmark%d%s 100 %d ns/op\n", i, name, 5+i/1499)
	}
	for i := range 10 {
		fmt.Fprintf(&old, "BenchmarkZ 100 %d ns/op\n", 5+i%2)
		fmt.Fprintf(&new, "BenchmarkZ 100 %d ns/op\n", 15+i%2)
	}
	c := compareSides(t, CompareOptions{}, resultSide("old", old.String()), resultSide("new", new.String()))
	for _, sides := range []int{2, 2000} {
		for len(c.Sides) < sides { // a head that alone is too long
			c.Sides = append(c.Sides, name)
		}
		var b strings.Builder
		if err := c.WriteMarkdown(&b); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if len(text) >= 60_000 || strings.Count(text, "<details>") != strings.Count(text, "</details>") || !strings.Contains(text, "more do not fit") {
			t.Errorf("%d sides: %d characters, %d and %d", sides, len(text), strings.Count(text, "<details>"), strings.Count(text, "</details>"))
		}
	}
}

// What there is to say comes before what is the same.
func TestMarkdownOrder(t *testing.T) {
	sides := changed(map[string][]float64{"Same": ten(1), "Worse": ten(1.5)})
	c := compareSides(t, CompareOptions{Pairing: PairByOrder}, sides[0], sides[1])
	var b strings.Builder
	if err := c.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	last := -1
	for _, part := range []string{"**worse**", "<details>", "**worse**", "paired as told", "| same |", "</details>"} {
		at := strings.Index(b.String()[last+1:], part)
		if at < 0 {
			t.Fatalf("%q is not where it belongs in\n%s", part, b.String())
		}
		last += 1 + at
	}
}
