package reportx

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// What the results themselves say failed is neither gone nor passed, whichever side says so, and is said once beside what is known of it.
func TestGateFailed(t *testing.T) {
	const fail, failOne = "--- FAIL: BenchmarkB-2\n", "--- FAIL: BenchmarkB/one-2\n"
	known := Harm{Pkg: "example.com/user", Name: "BenchmarkB", What: "failed", On: []string{"head"}}
	for _, c := range []struct {
		why, old, new string
		harmed        []Harm
		headline      string
		harms         []string
	}{
		{"in the new one", harmRuns("A", "B"), harmRuns("A") + fail, nil, "could not be told: BenchmarkB-2 failed in new; otherwise 0 worse, 0 better, 1 same", []string{"BenchmarkB-2 failed in new"}},
		{"in some run of the new one", harmRuns("A", "B"), harmRuns("A", "B") + fail, nil, "could not be told: BenchmarkB-2 failed in new; otherwise", []string{"BenchmarkB-2 failed in new"}},
		{"in the old one", harmRuns("A") + fail, harmRuns("A", "B"), nil, "could not be told: BenchmarkB-2 failed in old; otherwise", []string{"BenchmarkB-2 failed in old"}},
		{"in both", harmRuns("A") + fail, harmRuns("A") + fail, nil, "could not be told: BenchmarkB-2 failed in old and new; otherwise", []string{"BenchmarkB-2 failed in old and new"}},
		{"twice", harmRuns("A", "B"), harmRuns("A") + fail + fail, nil, "could not be told: BenchmarkB-2 failed in new; otherwise", []string{"BenchmarkB-2 failed in new"}},
		{"two", harmRuns("A", "B"), harmRuns("A") + fail + failOne, nil, "could not be told: BenchmarkB-2 failed in new, and 1 more came to harm; otherwise", []string{"BenchmarkB-2 failed in new", "BenchmarkB/one-2 failed in new"}},
		{"nothing else", harmRuns("B"), fail, nil, "could not be told: BenchmarkB-2 failed in new\n", []string{"BenchmarkB-2 failed in new"}},
		{"a package", harmRuns("A", "B"), harmRuns("A") + "FAIL\texample.com/user\t1.2s\n", nil, "could not be told: package example.com/user failed in new; otherwise", []string{"package example.com/user failed in new"}},
		{"known", harmRuns("A", "B"), harmRuns("A") + fail + failOne + "FAIL\texample.com/user\t1.2s\n", []Harm{known}, "could not be told: BenchmarkB failed in head; otherwise", []string{"BenchmarkB failed in head"}},
		{"beside a change for the worse", harmRuns("A", "B"), strings.ReplaceAll(harmRuns("A"), "900", "1800") + fail, nil, "could not be told: BenchmarkB-2 failed in new; otherwise 1 worse", []string{"BenchmarkB-2 failed in new"}},
	} {
		o := GateOptions{Pairing: PairByOrder, Harmed: c.harmed}
		for _, format := range []string{"text", "markdown", "json"} {
			gate, text := gateText(t, resultSide("old", c.old), resultSide("new", c.new), o, format, "p99=+10%\nBenchmarkB:p99=+20%")
			if gate.Gate.Passed || gate.Gate.Gone != nil || gate.Gate.Idle != nil {
				t.Errorf("%s, %s: %+v", c.why, format, gate.Gate)
			}
			switch format {
			case "text":
				if !strings.HasPrefix(text, c.headline) || strings.Contains(text, "about nothing") || strings.Contains(text, "only in") {
					t.Errorf("%s:\n%s", c.why, text)
				}
			case "markdown":
				if !strings.Contains(text, strings.TrimSpace(c.headline)) {
					t.Errorf("%s:\n%s", c.why, text)
				}
			case "json":
				checkHarms(t, c.why, text, c.harms)
			}
		}
	}
}

// checkHarms checks what JSON says came to harm.
func checkHarms(t *testing.T, why, text string, want []string) {
	t.Helper()
	var out struct {
		Passed *bool
		Harmed []struct {
			Pkg, Name, What string
			On              []string
		}
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil || out.Passed == nil || *out.Passed {
		t.Errorf("%s: %v\n%s", why, err, text)
	}
	var got []string
	for _, h := range out.Harmed {
		got = append(got, Harm{Pkg: h.Pkg, Name: h.Name, What: h.What, On: h.On}.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", why, got, want)
	}
}
