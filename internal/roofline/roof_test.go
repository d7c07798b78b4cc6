package roofline

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// example is a machine of 100 GFLOP/s and 20 GB/s: its ridge is at 5 FLOP/B.
func example() Roof { return Roof{Flops: 100e9, Memory: []Level{{"memory", 20e9}}} }

// TestPlace has the worked example of the model: AI = FLOPs/bytes, AI* = P/B, bound = min(P, B×AI). An operation takes
// 1 us, so that 1000 FLOPs are 1 GFLOP/s.
func TestPlace(t *testing.T) {
	for _, c := range []struct {
		name             string
		flops, bytes     float64
		intensity, bound float64
		share            float64
		verdict          Verdict
		binding          string
	}{
		{"left of the ridge at half its roof", 10_000, 10_000, 1, 20e9, 0.5, NotMemoryBound, "memory"},
		{"left, at the roof", 20_000, 20_000, 1, 20e9, 1, MemoryBound, "memory"},
		{"right, at the peak", 100_000, 10_000, 10, 100e9, 1, ComputeBound, ""},
		{"right of the ridge at 10% of the bound", 10_000, 1_000, 10, 100e9, 0.1, NotComputeBound, ""},
		{"on the ridge arithmetic binds", 100_000, 20_000, 5, 100e9, 1, ComputeBound, ""},
		{"faster than memory", 40_000, 40_000, 1, 20e9, 2, AboveRoof, "memory"},
		{"faster than arithmetic", 200_000, 1_000, 200, 100e9, 2, AboveRoof, ""},
	} {
		p := example().Place(Work{Flops: c.flops, Bytes: c.bytes}, 1000)
		if p.Ridge != 5 || p.Intensity != c.intensity || !near(p.Bound, c.bound) || !near(p.Share, c.share) {
			t.Errorf("%s: AI %v ridge %v bound %v share %v, want AI %v bound %v share %v",
				c.name, p.Intensity, p.Ridge, p.Bound, p.Share, c.intensity, c.bound, c.share)
		}
		if p.Verdict != c.verdict || p.Binding != c.binding || p.Why != "" {
			t.Errorf("%s: %s by %q (%s), want %s by %q", c.name, p.Verdict, p.Binding, p.Why, c.verdict, c.binding)
		}
		if !near(p.Bound, example().At(p.Intensity)) {
			t.Errorf("%s: bound %v, but the roof is %v there", c.name, p.Bound, example().At(p.Intensity))
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

// TestVerdictThresholds looks at both sides of 60% and of 110%, left and right of the ridge.
func TestVerdictThresholds(t *testing.T) {
	for _, c := range []struct {
		share       float64
		left, right Verdict
	}{
		{math.Nextafter(NearRoof, 0), NotMemoryBound, NotComputeBound},
		{NearRoof, MemoryBound, ComputeBound},
		{math.Nextafter(NearRoof, 1), MemoryBound, ComputeBound},
		{OverRoof, MemoryBound, ComputeBound},
		{math.Nextafter(OverRoof, 2), AboveRoof, AboveRoof},
	} {
		left, right := Point{Share: c.share, Binding: "memory"}, Point{Share: c.share}
		left.judge()
		right.judge()
		if left.Verdict != c.left || right.Verdict != c.right {
			t.Errorf("share %v: %s and %s, want %s and %s", c.share, left.Verdict, right.Verdict, c.left, c.right)
		}
	}
}

// TestRidgeNeighbours has intensities beside the ridge.
func TestRidgeNeighbours(t *testing.T) {
	r := example()
	if got := r.At(math.Nextafter(5, 0)); !(got < r.Flops) {
		t.Errorf("left of the ridge the roof is %v, want less than the peak", got)
	}
	for _, ai := range []float64{5, math.Nextafter(5, 6), math.MaxFloat64} {
		if got := r.At(ai); got != r.Flops {
			t.Errorf("At(%v) = %v, want the peak", ai, got)
		}
	}
}

// TestRoofPaper has the machine of the paper's figure 1a, two AMD Opteron 2214: 17.6 GFLOP/s and 15 GB/s, at both ends of the
// figure's axis, 0.25 and 16 FLOP/B.
func TestRoofPaper(t *testing.T) {
	r := Roof{Flops: 17.6e9, Memory: []Level{{"memory", 15e9}}}
	if low, high := r.At(0.25), r.At(16); low != 3.75e9 || high != 17.6e9 {
		t.Errorf("At(0.25) = %v, At(16) = %v, want 3.75e9 and 17.6e9", low, high)
	}
	if got := r.Ridge(); math.Abs(got-1.1733) > 1e-4 {
		t.Errorf("ridge = %v, want 17.6/15", got)
	}
}

func TestUnknown(t *testing.T) {
	work := Work{Flops: 1000, Bytes: 1000}
	for _, c := range []struct {
		name string
		roof Roof
		work Work
		ns   float64
		why  string
	}{
		{"nothing", Roof{}, Work{}, 0, "time"},
		{"no time", example(), work, 0, "time"},
		{"time that is no number", example(), work, math.NaN(), "time"},
		{"negative time", example(), work, -1, "time"},
		{"no FLOPs", example(), Work{Bytes: 1}, 1, "FLOPs"},
		{"no bytes", example(), Work{Flops: 1}, 1, "bytes"},
		{"infinite bytes", example(), Work{Flops: 1, Bytes: math.Inf(1)}, 1, "bytes"},
		{"no peak", Roof{Memory: []Level{{"memory", 1}}}, work, 1, "peak of arithmetic"},
		{"no memory", Roof{Flops: 1}, work, 1, "bandwidth"},
		{"no bandwidth", Roof{Flops: 1, Memory: []Level{{"memory", 0}}}, work, 1, "bandwidth"},
		{"overflow", example(), Work{Flops: math.MaxFloat64, Bytes: math.SmallestNonzeroFloat64}, 1, "beyond"},
	} {
		p := c.roof.Place(c.work, c.ns)
		if p.Verdict != Unknown || !strings.Contains(p.Why, c.why) || p.Bound != 0 || p.Share != 0 {
			t.Errorf("%s: %+v, want unknown for want of %q", c.name, p, c.why)
		}
		finite(t, p)
	}
}

// TestPartial: a copy has no FLOPs, and its share of the bandwidth is there all the same.
func TestPartial(t *testing.T) {
	p := example().Place(Work{Bytes: 10_000}, 1000)
	if len(p.Levels) != 1 || p.Levels[0].Moved != 10e9 || p.Levels[0].Share != 0.5 || !strings.Contains(p.String(), "50% of the bandwidth") {
		t.Errorf("%+v: %s", p.Levels, p)
	}
	p = example().Place(Work{Flops: 50_000}, 1000)
	if p.Achieved != 50e9 || !strings.Contains(p.String(), "50% of the peak") {
		t.Errorf("%v: %s", p.Achieved, p)
	}
}

// TestLevels: L2 has 100 GB/s, and the work moves ten times as much there as from memory, so that its roof is the lower.
func TestLevels(t *testing.T) {
	r := example()
	r.Memory = append(r.Memory, Level{"L2", 100e9}, Level{"L1", 400e9})
	p := r.Place(Work{Flops: 8000, Bytes: 8000, Traffic: map[string]float64{"L2": 80_000, "tape": 1}}, 1000)
	if p.Binding != "L2" || !near(p.Bound, 10e9) || !near(p.Share, 0.8) || p.Verdict != MemoryBound || len(p.Levels) != 2 {
		t.Errorf("bound %v by %q share %v %s, levels %v", p.Bound, p.Binding, p.Share, p.Verdict, p.Levels)
	}
	if l := p.Levels[1]; !near(l.Intensity, 0.1) || !near(l.Moved, 80e9) {
		t.Errorf("L2: %+v", l)
	}
}

// TestHeld: 100 GB/s are more than memory has, so that the data must have been nearer.
func TestHeld(t *testing.T) {
	r := example()
	r.Memory = append(r.Memory, Level{"L3", 50e9}, Level{"L2", 100e9}, Level{"L1", 400e9})
	for _, c := range []struct {
		name    string
		bytes   float64 // in 1 us
		traffic map[string]float64
		held    string
		share   float64
		verdict Verdict
	}{
		{"memory", 20_000, nil, "memory", 1, MemoryBound},
		{"as much as memory may", 20_000 * OverRoof, nil, "memory", OverRoof, MemoryBound},
		{"a little more", 20_000 * OverRoof * (1 + 1e-12), nil, "L3", 0.44, NotMemoryBound},
		{"L2", 90_000, nil, "L2", 0.9, MemoryBound},
		{"L1", 200_000, nil, "L1", 0.5, NotMemoryBound},
		{"more than any", 500_000, nil, "memory", 25, AboveRoof},
		{"a level that is declared is not guessed", 90_000, map[string]float64{"L2": 1000}, "L1", 0.225, NotMemoryBound},
	} {
		p := r.Place(Work{Flops: 1000, Bytes: c.bytes, Traffic: c.traffic}, 1000)
		if p.Held != c.held || math.Abs(p.Share-c.share) > 1e-9 || p.Verdict != c.verdict || p.Binding != c.held {
			t.Errorf("%s: held against %s, bound by %s, share %v, %s; want %s, %v, %s", c.name, p.Held, p.Binding, p.Share, p.Verdict, c.held, c.share, c.verdict)
		}
		if nearer := c.held != "memory"; strings.Contains(p.String(), "the data was in "+c.held) != nearer {
			t.Errorf("%s: %s", c.name, p)
		}
	}
}

// TestScalarCeiling: 10% of a vector peak of eight lanes is 80% of the scalar one.
func TestScalarCeiling(t *testing.T) {
	r := example()
	r.Scalar = 12.5e9
	p := r.Place(Work{Flops: 10_000, Bytes: 1000}, 1000)
	if p.Verdict != NotComputeBound || !p.AtScalarCeiling() || !strings.Contains(p.String(), "vectorise") {
		t.Errorf("%s: at the scalar ceiling: %v", p, p.AtScalarCeiling())
	}
	p = r.Place(Work{Flops: 1000, Bytes: 100}, 1000)
	if p.AtScalarCeiling() || strings.Contains(p.String(), "vectorise") {
		t.Errorf("%s: 8%% of the scalar peak is no ceiling", p)
	}
	p = example().Place(Work{Flops: 10_000, Bytes: 1000}, 1000)
	if p.AtScalarCeiling() || p.Scalar() != 0 {
		t.Errorf("%s: a ceiling that is unknown", p)
	}
}

// finite says that all numbers of a point are, which JSON insists on.
func finite(t *testing.T, p Point) {
	t.Helper()
	p.Work, p.Roof, p.NsPerOp = Work{}, Roof{}, 0
	if _, err := json.Marshal(p); err != nil {
		t.Errorf("%+v: %v", p, err)
	}
	for _, x := range []float64{p.Intensity, p.Ridge, p.Bound, p.Achieved, p.Share} {
		if x < 0 {
			t.Errorf("%+v: %v is negative", p, x)
		}
	}
}

// FuzzPlace: whatever goes in, only numbers come out, and unknown has a reason.
func FuzzPlace(f *testing.F) {
	f.Add(1e11, 2e10, 1e10, 1e3, 1e3, 1e3, 1e3)
	f.Add(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
	f.Add(math.Inf(1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64, -1.0, 1e-300, 1e300)
	f.Fuzz(func(t *testing.T, peak, bandwidth, scalar, flops, bytes, cached, ns float64) {
		r := Roof{Flops: peak, Scalar: scalar, Memory: []Level{{"memory", bandwidth}, {"L2", bandwidth * 4}}}
		p := r.Place(Work{Flops: flops, Bytes: bytes, Traffic: map[string]float64{"L2": cached}}, ns)
		finite(t, p)
		if (p.Verdict == Unknown) != (p.Why != "") || (p.Verdict == Unknown) != (p.Share == 0) {
			t.Errorf("%s (%q) at share %v", p.Verdict, p.Why, p.Share)
		}
		if text := p.String(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Error(text)
		}
	})
}
