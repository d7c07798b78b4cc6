package reportx

import (
	"strings"
	"testing"
)

// gateText is what a gate says of limits from a file.
func gateText(t *testing.T, old, new Side, o GateOptions, format, file string) (*Comparison, string) {
	t.Helper()
	kept, err := ReadLimits("plateau.limits", strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	o.Limits = append(kept, o.Limits...)
	c, err := NewGate(old, new, o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := c.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return c, b.String()
}

// A budget and a limit of changes about the same statistic are both checked, and budgets alone leave the default.
func TestBudgetBesideLimit(t *testing.T) {
	s := newService(9, 1000, 0.01)
	sides := s.pairs(10, 13).sides() // p99 at 13 times
	o := GateOptions{}
	for _, c := range []struct{ name, max, file, want, origin string }{
		{"a generous budget leaves the default", "", "p99=1h", "failed: 1 worse, 0 better, 0 same, 0 unsure; budgets: 0 over, 1 within", "limits: plateau.limits and the default p99=+10%"},
		{"a limit leaves the budget of the file", "p99=+2000%", "p99=1ns", "failed: 0 worse, 0 better, 1 same, 0 unsure; budgets: 1 over, 0 within", "limits: plateau.limits and -max"},
		{"a budget of a flag", "p99=1h", "", "failed: 1 worse, 0 better, 0 same, 0 unsure; budgets: 0 over, 1 within", "limits: -max and the default p99=+10%"},
		{"limits of a file", "", "p99=+2000%\np99=1h", "passed: 0 worse, 0 better, 1 same, 0 unsure; budgets: 0 over, 1 within", "limits: plateau.limits"},
		{"of two budgets the last", "p99=1h", "p99=+2000%\np99=1ns", "passed: 0 worse, 0 better, 1 same, 0 unsure; budgets: 0 over, 1 within", "limits: plateau.limits and -max"},
		{"the default alone", "", "", "failed: 1 worse, 0 better, 0 same, 0 unsure", ""},
	} {
		o.Limits = nil
		if c.max != "" {
			o = limitOf(t, c.max)
		}
		gate, text := gateText(t, sides[0], sides[1], o, "text", c.file)
		if head, _, _ := strings.Cut(text, "\n"); head != c.want || gate.Gate.Passed != strings.HasPrefix(c.want, "passed") {
			t.Errorf("%s: %s, want %s", c.name, head, c.want)
		}
		if notes := strings.Join(gate.Gate.Notes, "\n"); notes != c.origin {
			t.Errorf("%s: %q, want %q", c.name, notes, c.origin)
		}
	}
}

// Fresh pairs confirm what is flagged, whatever budget stands beside it.
func TestBudgetBesideFlag(t *testing.T) {
	s := newService(9, 1000, 0.01)
	sides, fresh := s.pairs(10, 13).sides(), s.pairs(10, 13).sides()
	o := limitOf(t, "p99=1h")
	screened, err := Screen(sides[0], sides[1], o)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Confirm(sides[0], sides[1], fresh, screened, o)
	if err != nil {
		t.Fatal(err)
	}
	if changes := c.Differences[0].Changes; len(changes) != 2 || !changes[0].Confirmed || changes[0].Verdict != "worse" || changes[1].Verdict != "same" {
		t.Errorf("%+v", changes)
	}
}

// Without an old side there are budgets and nothing else.
func TestBudgetsAlone(t *testing.T) {
	new := resultSide("new", linesOf(10, 100, "ns/op"))
	for _, format := range []string{"text", "markdown"} {
		c, text := gateText(t, new, new, GateOptions{NewOnly: true}, format, "ns/op=1ms\n^BenchmarkX-2$:ns/op=90ns")
		if c.Gate.Worse != 1 || len(c.Gate.Notes) != 1 {
			t.Errorf("%+v", c.Gate)
		}
		for _, want := range []string{"failed: budgets: 1 over, 0 within", "95% interval", "90ns", "over"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", format, want, text)
			}
		}
		for _, no := range []string{"→", "worse", "suspect", "advisory", contradiction} {
			if strings.Contains(text, no) {
				t.Errorf("%s: %q in\n%s", format, no, text)
			}
		}
	}
	if c, text := gateText(t, new, new, GateOptions{NewOnly: true}, "json", "ns/op=1ms"); !c.Gate.Passed || !strings.Contains(text, `"budget": 1000000`) || !strings.Contains(text, `"verdict": "same"`) {
		t.Error(text)
	}
}
