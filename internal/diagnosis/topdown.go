package diagnosis

import "fmt"

// topDown are the slots of level 1. All four are known, or none is used.
type topDown struct {
	slots, retiring, badSpeculation, frontEnd, backEnd, smt Count
	why                                                     string // why none is used, although slots were counted
}

// sumTolerance is how far the categories may be from all slots together: they are counted apart from each other.
const sumTolerance = 0.1

// topDown completes the categories that a processor does not count itself:
//
//   - Zen 4 and 5: bad speculation = ops dispatched - ops retired (tools/perf/pmu-events/arch/x86/amdzen4/pipeline.json);
//   - Arm: of the slots that were used, the share retired/dispatched retires and the rest is bad speculation
//     (tools/perf/pmu-events/arch/arm64/sbsa.json; corrections of single cores for flushes are left out);
//   - one that is missing is what the others leave of all slots (Ice Lake counts no bad speculation).
func (t *Totals) topDown() topDown {
	d := topDown{t.Slots, t.Retiring, t.BadSpeculation, t.FrontEnd, t.BackEnd, t.SMT, ""}
	if !d.slots.ok() || d.slots.Value == 0 {
		return topDown{}
	}
	if !d.smt.ok() {
		d.smt = Of(0)
	}
	used := d.slots.minus(d.frontEnd.plus(d.backEnd).plus(d.smt))
	d.retiring = d.retiring.or(used.times(t.Retired.over(t.Dispatched)))
	if t.Retiring.ok() {
		d.badSpeculation = d.badSpeculation.or(t.Dispatched.minus(t.Retired.or(t.Retiring)))
	}
	d.remainder()
	return d.checked()
}

// remainder fills in the one category that is missing.
func (d *topDown) remainder() {
	sum, missing := d.smt, []*Count{}
	for _, c := range []*Count{&d.retiring, &d.badSpeculation, &d.frontEnd, &d.backEnd} {
		if c.ok() {
			sum = sum.plus(*c)
		} else {
			missing = append(missing, c)
		}
	}
	if len(missing) == 1 {
		*missing[0] = d.slots.minus(sum)
	}
}

// checked drops categories that are not complete, or do not add up.
func (d topDown) checked() topDown {
	sum := d.retiring.plus(d.badSpeculation).plus(d.frontEnd).plus(d.backEnd).plus(d.smt).over(d.slots)
	switch {
	case !sum.ok():
		return topDown{why: "slots were counted, but not enough of what became of them"}
	case sum.Value < 1-sumTolerance || sum.Value > 1+sumTolerance:
		return topDown{why: fmt.Sprintf("top-down categories add up to %.3g%% of the slots, and are not used: counted at different times?",
			100*sum.Value)}
	}
	return d
}
