package diagnosis

import (
	"math"
	"testing"
)

// TestTopDown has the formulas of each processor, on 1000 cycles.
func TestTopDown(t *testing.T) {
	for name, c := range map[string]struct {
		totals                     Totals
		retiring, bad, front, back float64
	}{
		"Golden Cove counts all four": {
			Totals{Slots: Of(6000), Retiring: Of(3000), BadSpeculation: Of(600), FrontEnd: Of(900), BackEnd: Of(1500)}, 0.5, 0.1, 0.15, 0.25},
		"Ice Lake leaves out bad speculation": {
			Totals{Slots: Of(5000), Retiring: Of(2500), FrontEnd: Of(1000), BackEnd: Of(1000)}, 0.5, 0.1, 0.2, 0.2},
		"the rest is never negative": {
			Totals{Slots: Of(5000), Retiring: Of(3000), FrontEnd: Of(1100), BackEnd: Of(1000)}, 0.6, 0, 0.22, 0.2},
		"Zen 4: six slots, dispatched less retired": {
			Totals{Slots: Of(6000), Retiring: Of(3000), Dispatched: Of(3600), Retired: Of(3000), FrontEnd: Of(600), BackEnd: Of(1500), SMT: Of(300)},
			0.5, 0.1, 0.1, 0.25},
		"Zen 5: ops retired are the slots that retire": {
			Totals{Slots: Of(8000), Retiring: Of(4000), Dispatched: Of(4800), FrontEnd: Of(1600), BackEnd: Of(1600)}, 0.5, 0.1, 0.2, 0.2},
		"Arm: 4000 slots were used, 9 of 10 operations retired": {
			Totals{Slots: Of(8000), FrontEnd: Of(1600), BackEnd: Of(2400), Dispatched: Of(5000), Retired: Of(4500)}, 0.45, 0.05, 0.2, 0.3},
	} {
		d := c.totals.topDown()
		for what, pair := range map[string][2]float64{
			"retiring": {d.retiring.Value, c.retiring}, "bad speculation": {d.badSpeculation.Value, c.bad},
			"front end": {d.frontEnd.Value, c.front}, "back end": {d.backEnd.Value, c.back},
		} {
			if got := pair[0] / c.totals.Slots.Value; math.Abs(got-pair[1]) > 1e-12 || d.why != "" {
				t.Errorf("%s: %s %v, want %v (%s)", name, what, got, pair[1], d.why)
			}
		}
	}
}

// TestTopDownSum looks at both sides of the tolerance.
func TestTopDownSum(t *testing.T) {
	for back, used := range map[float64]bool{
		30: true, 40: true, 50: true, 60: false, 50.001: false, 29.999: false,
	} {
		totals := Totals{Slots: Of(100), Retiring: Of(30), BadSpeculation: Of(10), FrontEnd: Of(20), BackEnd: Of(back)}
		if d := totals.topDown(); d.slots.ok() != used || (d.why == "") != used {
			t.Errorf("categories of %v: used %v (%s), want %v", 60+back, d.slots.ok(), d.why, used)
		}
	}
}

func TestTopDownMissing(t *testing.T) {
	for name, c := range map[string]struct {
		totals Totals
		why    bool
	}{
		"nothing":           {Totals{}, false},
		"no slots":          {Totals{Retiring: Of(1), BadSpeculation: Of(1), FrontEnd: Of(1), BackEnd: Of(1)}, false},
		"zero slots":        {Totals{Slots: Of(0), Retiring: Of(1)}, false},
		"slots alone":       {Totals{Slots: Of(1)}, true},
		"two of four":       {Totals{Slots: Of(2), Retiring: Of(1), BackEnd: Of(1)}, true},
		"Arm, nothing done": {Totals{Slots: Of(8), FrontEnd: Of(1), BackEnd: Of(1), Dispatched: Of(0), Retired: Of(0)}, true},
	} {
		if d := c.totals.topDown(); d.slots.ok() || (d.why != "") != c.why {
			t.Errorf("%s: %+v", name, d)
		}
	}
}
