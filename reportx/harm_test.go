package reportx

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// harmRuns are ten runs of each benchmark.
func harmRuns(names ...string) (text string) {
	text = "pkg: example.com/user\n"
	for _, name := range names {
		text += strings.Repeat("Benchmark"+name+"-2 100 900 p99-ns/op\n", 10)
	}
	return text
}

// A benchmark that panicked is said in the answer, with what it said, and is neither new nor gone.
func TestGateHarmed(t *testing.T) {
	fail := Harm{Pkg: "example.com/user", Name: "BenchmarkFail", What: "panicked", On: []string{"head"}, Said: []string{"panic: oops | \x1b[31m"}, Log: "logs/1"}
	other := Harm{Pkg: "example.com/user", Name: "BenchmarkOther", What: "failed", On: []string{"base", "head"}}
	for _, c := range []struct {
		why      string
		old, new string
		harmed   []Harm
		headline string
	}{
		{"in head", harmRuns("A", "Fail"), harmRuns("A"), []Harm{fail}, "could not be told: BenchmarkFail panicked in head; otherwise 0 worse"},
		{"with those below", harmRuns("A", "Fail/x"), harmRuns("A"), []Harm{fail}, "could not be told: BenchmarkFail panicked in head; otherwise 0 worse"},
		{"on both sides", harmRuns("A"), harmRuns("A"), []Harm{other}, "could not be told: BenchmarkOther failed in base and head; otherwise"},
		{"several", harmRuns("A", "Fail"), harmRuns("A"), []Harm{fail, other}, "could not be told: BenchmarkFail panicked in head, and 1 more came to harm; otherwise"},
		{"nothing else", harmRuns("Fail"), "", []Harm{fail}, "could not be told: BenchmarkFail panicked in head\n"},
		{"nothing at all", "", "", []Harm{fail}, "could not be told: BenchmarkFail panicked in head\n"},
	} {
		o := GateOptions{Pairing: PairByOrder, Harmed: c.harmed}
		for _, format := range []string{"text", "markdown", "html"} {
			gate, text := gateText(t, resultSide("old", c.old), resultSide("new", c.new), o, format, "p99=+10%\nBenchmarkFail:p99=+20%")
			if gate.Gate.Passed || format == "text" && !strings.HasPrefix(text, c.headline) || !strings.Contains(text, strings.TrimSpace(c.headline)) {
				t.Errorf("%s, %s: %+v\n%s", c.why, format, gate.Gate, text)
			}
			if strings.Contains(text, "only in") || strings.Contains(text, "is gone") || strings.Contains(text, "\x1b") {
				t.Errorf("%s, %s:\n%s", c.why, format, text)
			}
			if slices.ContainsFunc(c.harmed, func(h Harm) bool { return h.Said != nil }) != strings.Contains(text, "panic: oops") {
				t.Errorf("%s, %s: what it said:\n%s", c.why, format, text)
			}
		}
		_, text := gateText(t, resultSide("old", c.old), resultSide("new", c.new), o, "json", "")
		var out struct {
			Passed *bool
			Only   []struct{ Failed bool }
			Harmed []struct {
				Name, What string
				On         []string
			}
		}
		if err := json.Unmarshal([]byte(text), &out); err != nil || out.Passed == nil || *out.Passed || len(out.Harmed) != len(c.harmed) ||
			out.Harmed[0].Name != c.harmed[0].Name || !slices.Equal(out.Harmed[0].On, c.harmed[0].On) {
			t.Errorf("%s: %v\n%s", c.why, err, text)
		}
		for _, only := range out.Only {
			if !only.Failed {
				t.Errorf("%s: not failed\n%s", c.why, text)
			}
		}
	}
}

func TestSameProgram(t *testing.T) {
	c := SameProgram("main (abc)", "def", GateOptions{Strict: true})
	for _, format := range CompareFormats() {
		var text strings.Builder
		if err := c.Write(&text, format); err != nil {
			t.Fatal(err)
		}
		want := "passed: both sides are the same program"
		switch format {
		case "json":
			want = `"passed": true`
		case "bench":
			want = ""
		}
		if !strings.Contains(text.String(), want) {
			t.Errorf("%s: no %q in\n%s", format, want, text.String())
		}
	}
}

// What did not end on the new side alone is infinitely slow.
func TestGateEndless(t *testing.T) {
	hang := Harm{Pkg: "example.com/user", Name: "BenchmarkHang", What: "did not end within 3s", On: []string{"head"}, Endless: true}
	for _, c := range []struct {
		why, old, new, value string
	}{
		{"with a value of the old side", harmRuns("A", "Hang"), harmRuns("A"), "900ns"},
		{"without one", harmRuns("A"), harmRuns("A"), "-"},
		{"alone", harmRuns("Hang"), "", "900ns"},
		{"after some runs", harmRuns("A", "Hang"), harmRuns("A", "Hang"), "900ns"},
	} {
		o := GateOptions{Pairing: PairByOrder, Harmed: []Harm{hang}}
		for _, format := range []string{"text", "markdown", "html", "json"} {
			gate, text := gateText(t, resultSide("old", c.old), resultSide("new", c.new), o, format, "p99=+10%")
			if gate.Gate.Passed || gate.Gate.Worse != 1 || strings.Contains(text, "only in") || len(gate.Only) > 0 {
				t.Errorf("%s, %s: %+v\n%s", c.why, format, gate.Gate, text)
			}
			want := []string{"BenchmarkHang", "infinitely slow", "∞", "failed: 1 worse"}
			if format == "json" {
				want = []string{`"verdict": "worse"`, `"endless": true`, `"ratio": null`, `"passed": false`}
			}
			for _, w := range want {
				if !strings.Contains(text, w) {
					t.Errorf("%s, %s: no %q:\n%s", c.why, format, w, text)
				}
			}
			ch := gate.Differences[len(gate.Differences)-1].Changes[0]
			if got := ch.value(ch.Old); got != c.value {
				t.Errorf("%s: old %s, want %s", c.why, got, c.value)
			}
		}
	}
}
