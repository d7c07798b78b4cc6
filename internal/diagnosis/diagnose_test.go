package diagnosis

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

// first and second are two kernels of equal theoretical intensity, of 40 ms and 400 ms at 2.5 GHz: the first keeps a core of
// four instructions a cycle busy, the second does as many instructions, nearly all of them waiting.
var (
	first = Totals{
		Wall: Of(40e6), TaskClock: Of(40e6), Cycles: Of(100e6), Instructions: Of(360e6), Slots: Of(400e6),
		StallsBack: Of(4e6), StallsMemory: Of(2e6), L2Misses: Of(36e3), LLCMisses: Of(3.6e3), Branches: Of(36e6), BranchMisses: Of(36e3),
	}
	second = Totals{
		Wall: Of(400e6), TaskClock: Of(400e6), Cycles: Of(1000e6), Instructions: Of(200e6), Slots: Of(4000e6),
		StallsBack: Of(850e6), StallsMemory: Of(800e6), L2Misses: Of(8e6), LLCMisses: Of(5e6), Branches: Of(20e6), BranchMisses: Of(20e3),
	}
)

func findings(d Diagnosis) []string {
	var names []string
	for _, f := range d.Findings {
		names = append(names, f.Ratio.Name)
	}
	return names
}

func finding(t *testing.T, d Diagnosis, name string) Finding {
	t.Helper()
	for _, f := range d.Findings {
		if f.Ratio.Name == name {
			return f
		}
	}
	t.Fatalf("no finding %s among %q", name, findings(d))
	return Finding{}
}

// TestEqualIntensity: the time says that they differ, counters say why.
func TestEqualIntensity(t *testing.T) {
	a, b := Diagnose(first), Diagnose(second)
	if a.Bound != Compute || a.Waiting || !slices.Equal(findings(a), []string{"ipc-of-width"}) {
		t.Errorf("the fast one is %s, %q; want compute-bound, a full pipeline", a, findings(a))
	}
	if f := finding(t, a, "ipc-of-width"); f.Ratio.Value != 0.9 {
		t.Errorf("%s, want 90%%", f)
	}
	if b.Bound != Memory || b.Waiting {
		t.Errorf("the slow one is %s, %q; want memory-bound", b, findings(b))
	}
	for name, want := range map[string]float64{"ipc": 0.2, "memory-stalls": 0.8, "llc-mpki": 25, "l2-mpki": 40, "backend-stalls": 0.85} {
		if f := finding(t, b, name); math.Abs(f.Ratio.Value-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, f.Ratio.Value, want)
		}
	}
	if f := finding(t, b, "llc-mpki"); !strings.Contains(f.Text, "close together") {
		t.Errorf("%s, want locality", f)
	}
	if !finding(t, b, "backend-stalls").Grave {
		t.Error("85% of cycles stalled is grave: perf's red begins at 75%")
	}
}

// TestUtilisation: 40% means blocking, idle threads or steal; misses point at locality, and are not what keeps threads from running.
func TestUtilisation(t *testing.T) {
	totals := Totals{Wall: Of(1e9), TaskClock: Of(400e6), Instructions: Of(1e9), LLCMisses: Of(30e6), L2Misses: Of(50e6)}
	d := Diagnose(totals)
	if !d.Waiting || d.Bound != Memory {
		t.Fatalf("%s, want waiting and memory-bound", d)
	}
	text := finding(t, d, "cpu-utilisation").Text
	for _, want := range []string{"60% of the time the threads did not run", "blocked", "nothing to do", "others had the CPU", "counts as busy", "on top"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q lacks %q", text, want)
		}
	}
	if f := finding(t, d, "llc-mpki"); f.Ratio.Value != 30 || !f.Rule.Thumb {
		t.Errorf("%s, want 30 by a rule of thumb", f)
	}
	if !slices.ContainsFunc(d.Needs, func(n Need) bool { return strings.Contains(n.Count, "context switches") }) {
		t.Errorf("%q, want context switches to tell what it waits for", d.Needs)
	}
}

// TestReasons: which of the reasons of a low utilisation it was.
func TestReasons(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Totals)
		want   string
	}{
		"blocking":      {func(t *Totals) { t.Voluntary, t.Involuntary = Of(5000), Of(3) }, "it blocks"},
		"others":        {func(t *Totals) { t.Voluntary, t.Involuntary = Of(1), Of(200) }, "others wanted the CPU"},
		"equal":         {func(t *Totals) { t.Voluntary, t.Involuntary = Of(1), Of(1) }, "others wanted the CPU"},
		"steal":         {func(t *Totals) { t.Steal, t.Voluntary = Of(300e6), Of(5000) }, "the hypervisor took 30%"},
		"disk":          {func(t *Totals) { t.MajorFaults, t.Voluntary = Of(10), Of(5000) }, "read from disk"},
		"little stolen": {func(t *Totals) { t.Steal, t.Voluntary = Of(149e6), Of(5000) }, "it blocks"},
		"a queue":       {func(t *Totals) { t.Queue, t.Voluntary = Of(300e6), Of(5000) }, "for 30% of the time it could have run and had no CPU"},
		"a short queue": {func(t *Totals) { t.Queue, t.Voluntary = Of(299e6), Of(5000) }, "it blocks"},
		"no processor of Go": {func(t *Totals) {
			t.Voluntary, t.Involuntary, t.SchedP50, t.SchedP99 = Of(20), Of(90), Of(31e6), Of(31e6)
		},
			"half of the waits 31 ms or more"},
		"perhaps none": {func(t *Totals) { t.Voluntary, t.SchedP50, t.SchedP99 = Of(764), Of(9216), Of(23e6) },
			"channels or sleep; or goroutines waited for a processor of Go, which took 23 ms"},
		"too few waits":   {func(t *Totals) { t.Voluntary, t.SchedP50, t.SchedP99 = Of(9), Of(31e6), Of(31e6) }, "channels or sleep; cache misses"},
		"short waits":     {func(t *Totals) { t.Voluntary, t.SchedP50, t.SchedP99 = Of(9e6), Of(1000), Of(999e3) }, "channels or sleep; cache misses"},
		"waits, no count": {func(t *Totals) { t.SchedP50, t.SchedP99 = Of(31e6), Of(31e6) }, "others had the CPU; cache misses"},
		"none":            {func(t *Totals) { t.Voluntary, t.Involuntary, t.Steal = Of(0), Of(0), Of(0) }, "others had the CPU; cache misses"},
	} {
		totals := Totals{Wall: Of(1e9), TaskClock: Of(400e6)}
		c.change(&totals)
		if text := finding(t, Diagnose(totals), "cpu-utilisation").Text; !strings.Contains(text, c.want) {
			t.Errorf("%s: %q, want %q", name, text, c.want)
		}
	}
}

// TestVectorise: a busy core, many instructions a cycle, few of them on vectors.
func TestVectorise(t *testing.T) {
	busy := Totals{
		Wall: Of(1e9), TaskClock: Of(990e6), Cycles: Of(2.5e9), Instructions: Of(8e9), FP: floating(3e9, 0.1e9),
		StallsMemory: Of(0.05e9), LLCMisses: Of(1e5), L2Misses: Of(1e6),
	}
	d := Diagnose(busy)
	if d.Bound != Scalar || d.Waiting {
		t.Fatalf("%s, want core-bound scalar code", d)
	}
	if f := finding(t, d, "vector-instructions"); !strings.Contains(f.Text, "vectorise") || f.Ratio.Value != 0.0125 || strings.Contains(f.Text, "integers") {
		t.Error(f)
	}
	for name, c := range map[string]struct {
		change func(*Totals)
		want   Bound
	}{
		"with vectors":        {func(t *Totals) { t.FP = floating(3e9, 2e9) }, Compute},
		"vectors not counted": {func(t *Totals) { t.FP[2] = nil }, Compute},
		"waiting":             {func(t *Totals) { t.TaskClock = Of(400e6) }, Compute},
		"memory-bound":        {func(t *Totals) { t.StallsMemory = Of(2e9) }, Memory},
	} {
		totals := busy
		c.change(&totals)
		if d := Diagnose(totals); d.Bound != c.want || slices.Contains(findings(d), "vector-instructions") {
			t.Errorf("%s: %s, %q, want %s and nothing of vectors", name, d, findings(d), c.want)
		}
	}
	busy.FP = floating(0, 0.1e9)
	if f := finding(t, Diagnose(busy), "vector-instructions"); !strings.Contains(f.Text, "integers are not in this count") {
		t.Errorf("without floating point: %s", f)
	}
}

// TestBySlots has level 1 of the top-down analysis.
func TestBySlots(t *testing.T) {
	for name, c := range map[string]struct {
		retiring, bad, front, back float64
		change                     func(*Totals)
		want                       Bound
	}{
		"retires":                     {0.75, 0.02, 0.02, 0.21, nil, Compute},
		"front end":                   {0.4, 0.1, 0.4, 0.1, nil, FrontEnd},
		"speculation":                 {0.4, 0.35, 0.1, 0.15, nil, Speculation},
		"back end, unknown which":     {0.3, 0, 0, 0.7, nil, BackEnd},
		"the largest of three":        {0.24, 0.16, 0.2, 0.4, nil, BackEnd},
		"nothing stands out":          {0.6, 0.1, 0.12, 0.18, nil, Mixed},
		"back end, loads":             {0.3, 0, 0, 0.7, func(t *Totals) { t.Cycles, t.StallsMemory = Of(100), Of(50) }, Memory},
		"back end, no loads":          {0.3, 0, 0, 0.7, func(t *Totals) { t.Cycles, t.StallsMemory = Of(100), Of(1) }, Core},
		"back end, misses":            {0.3, 0, 0, 0.7, func(t *Totals) { t.Instructions, t.L2Misses = Of(1000), Of(20) }, Memory},
		"back end, few misses in one": {0.3, 0, 0, 0.7, func(t *Totals) { t.Instructions, t.L2Misses = Of(1000), Of(1) }, BackEnd},
		"back end, few misses in both": {0.3, 0, 0, 0.7, func(t *Totals) {
			t.Instructions, t.L2Misses, t.LLCMisses = Of(1000), Of(1), Of(1)
		}, Core},
	} {
		totals := Totals{Slots: Of(1000), Retiring: Of(1000 * c.retiring), BadSpeculation: Of(1000 * c.bad), FrontEnd: Of(1000 * c.front), BackEnd: Of(1000 * c.back)}
		if c.change != nil {
			c.change(&totals)
		}
		if d := Diagnose(totals); d.Bound != c.want {
			t.Errorf("%s: %s, want %s", name, d.Bound, c.want)
		}
	}
}

// TestByStalls has processors that count no slots.
func TestByStalls(t *testing.T) {
	for name, c := range map[string]struct {
		totals Totals
		want   Bound
	}{
		"nothing":                   {Totals{}, Unknown},
		"slow for no reason":        {Totals{Cycles: Of(100), Instructions: Of(50)}, Unknown},
		"instructions flow":         {Totals{Cycles: Of(100), Instructions: Of(250)}, Compute},
		"misses, and yet they flow": {Totals{Cycles: Of(100), Instructions: Of(250), LLCMisses: Of(10)}, Compute},
		"misses":                    {Totals{Cycles: Of(1000), Instructions: Of(250), LLCMisses: Of(10)}, Memory},
		"misses of L3 stand in":     {Totals{Cycles: Of(1000), Instructions: Of(250), L3Misses: Of(10)}, Memory},
		"misses alone":              {Totals{Instructions: Of(250), L2Misses: Of(10)}, Memory},
		"waits for main memory":     {Totals{Cycles: Of(100), StallsL3: Of(11)}, Memory},
		"branches":                  {Totals{Cycles: Of(1000), Instructions: Of(900), Branches: Of(200), BranchMisses: Of(20)}, Speculation},
		"instructions do not come":  {Totals{Cycles: Of(100), Instructions: Of(90), StallsFront: Of(40), StallsBack: Of(25)}, FrontEnd},
		"more stalls behind":        {Totals{Cycles: Of(100), Instructions: Of(90), StallsFront: Of(40), StallsBack: Of(45)}, BackEnd},
		"few stalls in front":       {Totals{Cycles: Of(100), Instructions: Of(110), StallsFront: Of(20)}, Compute},
		"the core's units":          {Totals{Cycles: Of(100), Instructions: Of(90), StallsBack: Of(45), StallsMemory: Of(1)}, Core},
		"latency":                   {Totals{Wall: Of(1e9), Cycles: Of(100), StallsMemory: Of(50), LLCMisses: Of(1e7), Bandwidth: Of(10e9)}, Memory},
		"bandwidth":                 {Totals{Wall: Of(1e9), Cycles: Of(100), StallsMemory: Of(50), LLCMisses: Of(1e8), Bandwidth: Of(10e9)}, Bandwidth},
	} {
		if d := Diagnose(c.totals); d.Bound != c.want {
			t.Errorf("%s: %s, want %s", name, d.Bound, c.want)
		}
	}
}

// TestNeeds: every question that is open says what to count.
func TestNeeds(t *testing.T) {
	for name, c := range map[string]struct {
		totals Totals
		want   []string
	}{
		"nothing":      {Totals{}, []string{"ran or waited", "what bounds it"}},
		"no wall time": {Totals{TaskClock: Of(1), Cycles: Of(1)}, []string{"what bounds it"}},
		"half of it":   {Totals{Wall: Of(1), TaskClock: Of(1), Cycles: Of(2), Instructions: Of(1)}, []string{"what bounds it"}},
		"back end":     {Totals{Wall: Of(1), TaskClock: Of(1), Cycles: Of(2), StallsBack: Of(1)}, []string{"memory or the core"}},
		"memory":       {Totals{Wall: Of(1), TaskClock: Of(1), Cycles: Of(2), StallsMemory: Of(1)}, []string{"latency or bandwidth"}},
		"compute":      {Totals{Wall: Of(1), TaskClock: Of(1), Cycles: Of(1), Instructions: Of(2)}, []string{"whether vector"}},
		"all answered": {Totals{Wall: Of(1), TaskClock: Of(1), Cycles: Of(1), Instructions: Of(2), FP: floating(1, 0)}, nil},
	} {
		d := Diagnose(c.totals)
		if len(d.Needs) != len(c.want) {
			t.Errorf("%s: %q, want %q", name, d.Needs, c.want)
			continue
		}
		for i, need := range d.Needs {
			if !strings.Contains(need.Question, c.want[i]) || need.Count == "" || strings.Contains(need.Count, "wall time") {
				t.Errorf("%s: %q, want %q", name, need, c.want[i])
			}
		}
	}
}

// TestInconsistent: categories that cannot be of the same time are not used, and that is said.
func TestInconsistent(t *testing.T) {
	d := Diagnose(Totals{Slots: Of(100), Retiring: Of(90), BadSpeculation: Of(10), FrontEnd: Of(10), BackEnd: Of(30), Cycles: Of(25), Instructions: Of(80)})
	if len(d.Notes) != 1 || !strings.Contains(d.Notes[0], "140%") || d.Bound != Compute {
		t.Errorf("%s, notes %q", d, d.Notes)
	}
	d = Diagnose(Totals{Slots: Of(100), Retiring: Of(90)})
	if len(d.Notes) != 1 || !strings.Contains(d.Notes[0], "not enough") {
		t.Errorf("notes %q", d.Notes)
	}
}

// FuzzDiagnose: whatever was counted, ratios are finite, findings have sources, and JSON can be written.
func FuzzDiagnose(f *testing.F) {
	f.Add(int64(0), 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
	f.Add(int64(-1), math.NaN(), math.Inf(1), math.Inf(-1), 0.0, -1.0, math.MaxFloat64)
	f.Add(int64(0x5555555555), math.SmallestNonzeroFloat64, math.MaxFloat64, 0.0, 1e300, 1e-300, 1.0)
	f.Fuzz(func(t *testing.T, mask int64, a, b, c, d, e, g float64) {
		values := []float64{a, b, c, d, e, g}
		totals := Totals{Wall: Of(a), Threads: int(mask % 5), Bandwidth: Of(c), Steal: Of(d), GC: Of(e), Voluntary: Of(g), Queue: Of(b), SchedP50: Of(c), SchedP99: Of(e)}
		i := 0
		for _, name := range eventNames() {
			if i++; mask>>(i%63)&1 == 1 {
				totals.Set(name, values[i%len(values)])
			}
		}
		check(t, Diagnose(totals))
	})
}

func eventNames() []string {
	var names []string
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return append(names, retired[:]...)
}

func check(t *testing.T, d Diagnosis) {
	t.Helper()
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatalf("%+v: %v", d, err)
	}
	for _, r := range d.Ratios {
		if !(r.Value >= 0) || math.IsInf(r.Value, 0) || !(r.Bottom > 0) || r.Numerator == "" || r.Denominator == "" {
			t.Errorf("%+v", r)
		}
	}
	for _, f := range d.Findings {
		if f.Text == "" || f.Rule.Source == "" || !f.Rule.applies(f.Ratio.Value) || strings.Contains(f.String(), "NaN") {
			t.Errorf("%+v", f)
		}
	}
	if d.Bound == "" || strings.Contains(string(text), "NaN") {
		t.Errorf("%s", text)
	}
}
