package reportx

import (
	"slices"
	"strings"
	"testing"
)

// What a limit names and the new side lacks keeps a gate from passing; what is new, or named by no pattern, does not.
func TestGateGone(t *testing.T) {
	runs := func(names ...string) (text string) {
		for _, name := range names {
			text += strings.Repeat("Benchmark"+name+" 100 900 p99-ns/op\n", 10)
		}
		return text
	}
	for _, c := range []struct {
		name, old, new, limits string
		gone                   []string
		headline               string
	}{
		{"named", runs("A", "B"), runs("A"), "p99=+10%\nBenchmarkB:p99=+20%", []string{"BenchmarkB"}, "incomplete, BenchmarkB is gone: "},
		{"several", runs("A", "B", "C"), runs("A"), "p99=+10%\nBenchmark[BC]:p99=+20%", []string{"BenchmarkB", "BenchmarkC"}, "incomplete, BenchmarkB and 1 more are gone: "},
		{"by a budget", runs("A", "B"), runs("A"), "p99=+10%\nBenchmarkB:p99=1ms", []string{"BenchmarkB"}, "incomplete, BenchmarkB is gone: "},
		{"not named", runs("A", "B"), runs("A"), "p99=+10%", nil, "passed: "},
		{"another named", runs("A", "B"), runs("A"), "p99=+10%\nBenchmarkA:p99=+20%", nil, "passed: "},
		{"new", runs("A"), runs("A", "B"), "p99=+10%\nBenchmarkB:p99=+20%", nil, "passed: "},
		{"beside a change for the worse", runs("A", "B"), strings.ReplaceAll(runs("A"), "900", "1800"), "p99=+10%\nBenchmarkB:p99=+20%", []string{"BenchmarkB"}, "failed: "},
	} {
		gate, text := gateText(t, resultSide("old", c.old), resultSide("new", c.new), GateOptions{Pairing: PairByOrder}, "text", c.limits)
		if !slices.Equal(gate.Gate.Gone, c.gone) || gate.Gate.Passed != (c.gone == nil) || !strings.HasPrefix(text, c.headline) {
			t.Errorf("%s: %+v\n%s", c.name, gate.Gate, text)
		}
		if strings.Contains(text, "is gone from new, and limit") != (c.gone != nil) {
			t.Errorf("%s:\n%s", c.name, text)
		}
	}
}

// What is gone and named by no limit passes, and every format says so: the text and Markdown in the answer itself.
func TestGateGoneUnnamed(t *testing.T) {
	for _, c := range []struct{ why, old, new, limits, answer string }{
		{"one", harmRuns("A", "B"), harmRuns("A"), "p99=+10%", "passed: 0 worse, 0 better, 1 same, 0 unsure; BenchmarkB-2 is gone"},
		{"several", harmRuns("A", "B", "C", "D"), harmRuns("A"), "p99=+10%", "passed: 0 worse, 0 better, 1 same, 0 unsure; BenchmarkB-2 and 2 more are gone"},
		{"new ones are no matter", harmRuns("A"), harmRuns("A", "B"), "p99=+10%", "passed: 0 worse, 0 better, 1 same, 0 unsure"},
		{"beside one that is named", harmRuns("A", "B", "C"), harmRuns("A"), "p99=+10%\nBenchmarkC:p99=+20%",
			"incomplete, BenchmarkC-2 is gone: 0 worse, 0 better, 1 same, 0 unsure; BenchmarkB-2 is gone"},
		{"beside one that failed", harmRuns("A", "B", "C"), harmRuns("A") + "--- FAIL: BenchmarkC-2\n", "p99=+10%",
			"could not be told: BenchmarkC-2 failed in new; otherwise 0 worse, 0 better, 1 same, 0 unsure; BenchmarkB-2 is gone"},
	} {
		for _, format := range []string{"text", "markdown", "json"} {
			gate, text := gateText(t, resultSide("old", c.old), resultSide("new", c.new), GateOptions{Pairing: PairByOrder}, format, c.limits)
			want := []string{c.answer}
			switch format {
			case "text":
				want = []string{c.answer + "\n"}
			case "markdown":
				want = []string{"**" + c.answer + "**"}
			case "json":
				want = nil
				for _, o := range gate.Only {
					want = append(want, "\"name\": \""+o.Name+"\"")
				}
			}
			for _, w := range want {
				if !strings.Contains(text, w) {
					t.Errorf("%s, %s: no %q:\n%s", c.why, format, w, text)
				}
			}
		}
	}
}
