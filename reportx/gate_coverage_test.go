package reportx

import (
	"slices"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/series"
)

// What no limit is about is named, with the reason, and a limit that is about nothing.
func TestGateCoverage(t *testing.T) {
	text := strings.Repeat("BenchmarkA 100 500 ns/op 900 p99-ns/op\nBenchmarkB 100 500 ns/op 3 B/op\nBenchmarkC 100 500 ns/op 900 p99-ns/op\n", 10)
	old, new := resultSide("old", text), resultSide("new", text)
	for _, r := range new.Results.Benchmarks[2].Runs {
		r.Marks = append(r.Marks, series.MarkProcs)
	}
	misspelt, err := ParseLimit("Put:p99=+10%")
	if err != nil {
		t.Fatal(err)
	}
	fromFile, err := ReadLimits("f", strings.NewReader("p99=+10%\nGone:p99=+10%\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		limits []Limit
		strict bool
		idle   []string
		passed bool
	}{
		{"of a flag", append(slices.Clone(fromFile), misspelt), false, []string{"Put:p99=+10%"}, true},
		{"of a flag, strict", append(slices.Clone(fromFile), misspelt), true, []string{"Put:p99=+10%"}, false},
		{"of a file, strict", fromFile, true, nil, true},
	} {
		gate, err := NewGate(old, new, GateOptions{Limits: c.limits, Strict: c.strict, Pairing: PairByOrder})
		if err != nil {
			t.Fatal(err)
		}
		g := gate.Gate
		if g.Passed != c.passed || !slices.Equal(g.Idle, c.idle) || strings.Contains(gate.headline(), "incomplete") == c.passed {
			t.Errorf("%s: %+v, %s", c.name, g, gate.headline())
		}
		var data, words strings.Builder
		if gate.WriteJSON(&data) != nil || gate.WriteText(&words, TextOptions{}) != nil {
			t.Fatal("not written")
		}
		for _, want := range []string{
			"BenchmarkB: no limit decides: it has ns/op, B/op\n",
			"BenchmarkC: no limit decides: ", "nothing to compare: no samples and no unit on both sides\n",
			"limit Gone:p99=+10% is about nothing",
		} {
			if !strings.Contains(words.String(), want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, words.String())
			}
		}
		if !strings.Contains(data.String(), `"uncovered": [`) || !strings.Contains(data.String(), `"why": "it has ns/op, B/op"`) {
			t.Errorf("%s: %s", c.name, data.String())
		}
	}
	c := compareSides(t, CompareOptions{}, old, new)
	var data strings.Builder
	if err := c.WriteJSON(&data); err != nil || strings.Contains(data.String(), "uncovered") || strings.Contains(data.String(), "idle_limits") {
		t.Errorf("a comparison has no limits: %v", err)
	}
}
