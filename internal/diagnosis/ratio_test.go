package diagnosis

import (
	"math"
	"testing"
)

// everything has all totals, each of its own size.
func everything() Totals {
	t := Totals{
		Wall: Of(1000), TaskClock: Of(1500), GC: Of(300), Steal: Of(20), Queue: Of(100), Threads: 2,
		Cycles: Of(4000), Instructions: Of(8000), Branches: Of(1000), BranchMisses: Of(40),
		L1DLoads: Of(2000), L1DMisses: Of(200), L2Accesses: Of(250), L2Misses: Of(100), L3Accesses: Of(100), L3Misses: Of(30), LLCMisses: Of(20),
		DTLBMisses: Of(4), StallsFront: Of(400), StallsBack: Of(1000), StallsMemory: Of(800), StallsL3: Of(200),
		Voluntary: Of(5), Involuntary: Of(3), Switches: Of(8), PageFaults: Of(7), MajorFaults: Of(1), FP: floating(1200, 400),
		Slots: Of(16000), Retiring: Of(8000), BadSpeculation: Of(1600), FrontEnd: Of(800), BackEnd: Of(4800), SMT: Of(800),
		Bandwidth: Of(6.4e9),
	}
	return t
}

// TestRatios has every ratio, by hand.
func TestRatios(t *testing.T) {
	want := map[string]float64{
		"cpus-used": 1.5, "cpu-utilisation": 0.75, "steal-share": 0.01, "queue-share": 0.05, "gc-share": 0.2, "clock": 4000. / 1500,
		"ipc": 2, "ipc-of-width": 0.5, "retiring": 0.5, "bad-speculation": 0.1, "frontend-bound": 0.05, "backend-bound": 0.3, "smt-contention": 0.05,
		"frontend-stalls": 0.1, "backend-stalls": 0.25, "memory-stalls": 0.2, "l3-miss-stalls": 0.05,
		"l1d-miss-rate": 0.1, "l1d-mpki": 25, "l2-miss-rate": 0.4, "l2-mpki": 12.5, "l3-miss-rate": 0.3, "llc-mpki": 2.5, "dtlb-mpki": 0.5,
		"memory-traffic": 20 * 64 * 1e6, "bandwidth-share": 0.2,
		"branch-miss-rate": 0.04, "branch-mpki": 5, "branch-miss-cost": 0.15,
		"fp-instructions": 0.2, "vector-instructions": 0.05, "vector-share": 0.25,
		"voluntary-switches": 5e6, "involuntary-switches": 3e6, "context-switches": 8e6, "page-faults": 7e6, "major-faults": 1e6,
	}
	for _, r := range Ratios(everything()) {
		value, ok := want[r.Name]
		if !ok || math.Abs(r.Value-value) > 1e-12*value {
			t.Errorf("%s: want %v (%v)", r, value, ok)
		}
		if got := r.Scale * r.Top / r.Bottom; math.Abs(got-r.Value) > 1e-12*r.Value {
			t.Errorf("%s: %v × %v / %v is %v", r.Name, r.Scale, r.Top, r.Bottom, got)
		}
		delete(want, r.Name)
	}
	if len(want) > 0 {
		t.Errorf("no ratios %v", want)
	}
}

// TestRatioOfTotals: the ratio of two runs together is that of their sums. 1/10 and 90/100 average to 50%, and are 83% together.
func TestRatioOfTotals(t *testing.T) {
	r, ok := form("l1d-miss-rate", share, 1, Of(1).plus(Of(90)), "misses", Of(10).plus(Of(100)), "loads")
	if !ok || math.Abs(r.Value-91./110) > 1e-15 {
		t.Errorf("%s, want 91/110", r)
	}
}

func TestFormRefuses(t *testing.T) {
	for name, c := range map[string]struct{ top, bottom Count }{
		"no numerator":       {Count{}, Of(1)},
		"no denominator":     {Of(1), Count{}},
		"zero denominator":   {Of(1), Of(0)},
		"zero by zero":       {Of(0), Of(0)},
		"negative":           {Of(-1), Of(1)},
		"negative below":     {Of(1), Of(-1)},
		"not a number":       {Of(math.NaN()), Of(1)},
		"infinite":           {Of(1), Of(math.Inf(1))},
		"more than it holds": {Of(math.MaxFloat64), Of(math.SmallestNonzeroFloat64)},
	} {
		if r, ok := form("x", "", 1000, c.top, "a", c.bottom, "b"); ok {
			t.Errorf("%s: %s", name, r)
		}
	}
	if r, ok := form("x", "", 1, Of(0), "a", Of(3), "b"); !ok || r.Value != 0 {
		t.Errorf("a count of nothing is a count: %s, %v", r, ok)
	}
}

func TestRatioString(t *testing.T) {
	for want, r := range map[string]Ratio{
		"ipc 3.6 (36G instructions / 10G cycles)":                       {"ipc", 3.6, 36e9, 10e9, "instructions", "cycles", 1, ""},
		"retiring 40% (4 slots / 10 slots)":                             {"retiring", 0.4, 4, 10, "slots", "slots", 1, share},
		"l2-mpki 25 per 1000 instructions (1 misses / 40 instructions)": {"l2-mpki", 25, 1, 40, "misses", "instructions", 1000, perK},
	} {
		if got := r.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestDigits(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 0.25: "0.25", 999: "999", 999.7: "1000", 1000: "1000", 999_999: "1M", 99_999: "99999", 1e5: "100k", 360e6: "360M", 36e9: "36G", 4.5e12: "4.5T", 2e15: "2e+15",
	} {
		if got := digits(x); got != want {
			t.Errorf("%v: %q, want %q", x, got, want)
		}
	}
	if got := (Ratio{Value: 12.8e9, Unit: "B/s"}).Amount(); got != "12.8 GB/s" {
		t.Errorf("%q, want 12.8 GB/s", got)
	}
}
