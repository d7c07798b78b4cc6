package diagnosis

import (
	"math"
	"strings"
	"testing"
)

// TestRuleThresholds looks at each threshold and at its neighbours: at the threshold itself no rule applies.
func TestRuleThresholds(t *testing.T) {
	for _, rule := range Rules() {
		below, above := math.Nextafter(rule.Threshold, math.Inf(-1)), math.Nextafter(rule.Threshold, math.Inf(1))
		for value, want := range map[float64]bool{below: rule.Below, rule.Threshold: false, above: !rule.Below} {
			q := &inquiry{ratios: map[string]Ratio{rule.Ratio: {Name: rule.Ratio, Value: value}}, met: map[string]Rule{}}
			q.apply()
			if q.is(rule.Ratio) != want {
				t.Errorf("%s at %v: applies %v, want %v", rule, value, !want, want)
			}
		}
	}
}

// TestGraveThresholds does the same for the second limits.
func TestGraveThresholds(t *testing.T) {
	for _, rule := range Rules() {
		if rule.Grave == 0 {
			continue
		}
		for value, want := range map[float64]bool{rule.Grave: false, math.Nextafter(rule.Grave, 1): true} {
			q := &inquiry{ratios: map[string]Ratio{rule.Ratio: {Name: rule.Ratio, Value: value}}, met: map[string]Rule{}}
			q.apply()
			q.report()
			if len(q.Findings) != 1 || q.Findings[0].Grave != want {
				t.Errorf("%s at %v: %+v, want grave %v", rule, value, q.Findings, want)
			}
		}
	}
}

// TestFrontEndThreshold: stalls in front are a bound from perf's second colour on.
func TestFrontEndThreshold(t *testing.T) {
	for stalls, want := range map[float64]Bound{30: Unknown, math.Nextafter(30, 31): FrontEnd} {
		if got := Diagnose(Totals{Cycles: Of(100), StallsFront: Of(stalls)}).Bound; got != want {
			t.Errorf("%v%% of cycles: %s, want %s", stalls, got, want)
		}
	}
}

// TestMissThreshold: ten misses per 1000 instructions are not yet many.
func TestMissThreshold(t *testing.T) {
	for misses, want := range map[float64]Bound{10: Unknown, math.Nextafter(10, 11): Memory} {
		if got := Diagnose(Totals{Instructions: Of(1000), LLCMisses: Of(misses)}).Bound; got != want {
			t.Errorf("%v per 1000: %s, want %s", misses, got, want)
		}
	}
}

// TestFlowThreshold: an instruction a cycle is enough for misses to be no bound.
func TestFlowThreshold(t *testing.T) {
	for instructions, want := range map[float64]Bound{1000: Compute, math.Nextafter(1000, 0): Memory} {
		if got := Diagnose(Totals{Cycles: Of(1000), Instructions: Of(instructions), LLCMisses: Of(20)}).Bound; got != want {
			t.Errorf("%v instructions in 1000 cycles: %s, want %s", instructions, got, want)
		}
	}
}

// TestRules: each has a ratio that exists, a source, and a text; rules of thumb say that they are.
func TestRules(t *testing.T) {
	exists := map[string]Ratio{}
	for _, r := range Ratios(everything()) {
		exists[r.Name] = r
	}
	for _, rule := range Rules() {
		r, ok := exists[rule.Ratio]
		if !ok || r.Unit != rule.unit || rule.Source == "" {
			t.Errorf("%s: ratio %v in %q, rule in %q", rule, ok, r.Unit, rule.unit)
		}
		if rule.Thumb != strings.Contains(rule.String(), "rule of thumb") {
			t.Errorf("%s: a rule of thumb: %v", rule, rule.Thumb)
		}
		if rule.Says == "" && rule.Ratio != "cpu-utilisation" && rule.Ratio != "vector-instructions" {
			t.Errorf("%s says nothing", rule)
		}
	}
	Rules()[0].Threshold = -1
	if Rules()[0].Threshold == -1 {
		t.Error("a caller's change is seen by others")
	}
}

// TestThresholdValues has what the sources say, against slips of the pen.
func TestThresholdValues(t *testing.T) {
	want := map[string]float64{
		"frontend-bound": 0.15, "bad-speculation": 0.15, "backend-bound": 0.20, "retiring": 0.70,
		"memory-stalls": 0.20, "l3-miss-stalls": 0.10, "vector-instructions": 0.10,
		"branch-miss-rate": 0.05, "l1d-miss-rate": 0.05, "l3-miss-rate": 0.05, "frontend-stalls": 0.10, "backend-stalls": 0.20,
		"ipc": 1, "bandwidth-share": 0.6,
	}
	for _, rule := range Rules() {
		if value, ok := want[rule.Ratio]; ok && value != rule.Threshold {
			t.Errorf("%s: %v, want %v", rule.Ratio, rule.Threshold, value)
		}
		delete(want, rule.Ratio)
	}
	if len(want) > 0 {
		t.Errorf("no rules for %v", want)
	}
}
