package steady

import (
	"math"
	"strings"
	"testing"
)

func TestAudit(t *testing.T) {
	step := noisy(1, 3000, 0.01, func(i int) float64 { return 100 + 50*below(i, 600) })
	at := func(start int) Result { return Result{N: 3000, Class: Warmup, Start: start, Stop: 3000} }
	never := Result{N: 3000, Class: NoSteady, Start: -1, Stop: 3000, Reason: "it drifts"}
	short := Result{N: 3, Class: Short, Stop: 3}
	for _, c := range []struct {
		why           string
		online, whole Result
		verdict       Verdict
		values        int
		bias          float64 // at least
		reason        string
	}{
		{"the same", at(600), at(600), Agreed, 0, 0, "600 values were discarded"},
		{"a tenth early", at(540), at(600), Agreed, 0, 0, ""},
		{"more than a tenth early", at(539), at(600), TooShort, 61, 0, "61 values too few"},
		{"a tenth late", at(660), at(600), Agreed, 0, 0, ""},
		{"more than a tenth late", at(661), at(600), TooLong, 61, 0, "61 values too many"},
		{"a 60th early", at(50), at(100), Agreed, 0, 0, ""},
		{"more than a 60th early", at(49), at(100), TooShort, 51, 0, ""},
		{"nothing discarded", at(0), at(600), TooShort, 600, 0.001, "off by"},
		{"no steady part", at(0), never, Unfounded, 0, 0, "it drifts"},
		{"no steady part, but what was kept is steady", at(600), never, Agreed, 0, 0, ""},
		{"no steady part, and of what was kept the beginning is not", at(200), never, TooShort, 402, 0, ""},
		{"steady after all", never, at(600), Overlooked, 0, 0, "steady after the first 600 values"},
		{"neither", never, never, Agreed, 0, 0, "it drifts"},
		{"too short to judge", short, at(600), Unjudged, 0, 0, "too few"},
		{"too short to judge, whole", at(600), short, Unjudged, 0, 0, ""},
		{"of another series", at(5000), at(600), Unjudged, 0, 0, ""},
	} {
		f := Audit(step, c.online, c.whole)
		if f.Verdict != c.verdict || f.Values != c.values || math.Abs(f.Bias) < c.bias || math.Abs(f.Bias) > 0.1 {
			t.Errorf("%s: %+v, want %s of %d", c.why, f, c.verdict, c.values)
		}
		if f.Reason == "" || !strings.Contains(f.Reason, c.reason) {
			t.Errorf("%s: %q does not say %q", c.why, f.Reason, c.reason)
		}
	}
}

// Few values, none, and no usable ones: an answer, without NaN.
func TestAuditInput(t *testing.T) {
	curve := warmupCurve(50)
	if f := Audit(curve, Online(curve, Config{Max: 50}), Analyze(curve, Config{})); f.Verdict != Agreed {
		t.Errorf("the warm-up curve: %+v", f)
	}
	if f := Audit(curve, Result{N: 50, Class: Flat, Stop: 50}, Analyze(curve, Config{})); f.Verdict != TooShort || f.Values != 4 {
		t.Errorf("the warm-up curve, all kept: %+v", f)
	}
	for _, xs := range [][]float64{nil, {1}, repeated(0, 100), repeated(math.NaN(), 100), repeated(-1, 100), with(repeated(3, 100), 50, 1e300)} {
		f := Audit(xs, Online(xs, Config{}), Analyze(xs, Config{}))
		if f.Reason == "" || f.Verdict == "" || math.IsNaN(f.Bias) || math.IsInf(f.Bias, 0) {
			t.Errorf("%v: %+v", xs, f)
		}
	}
}

func FuzzAuditConsistent(f *testing.F) {
	f.Add([]byte{1, 2, 3, 200, 0}, 3, 0, 5)
	f.Add([]byte{}, -1, -1, 0)
	f.Fuzz(func(t *testing.T, b []byte, online, whole, stop int) {
		xs := make([]float64, 0, 8*len(b))
		for i := range 8 * len(b) {
			x := float64(int8(b[i%len(b)]))
			if b[i%len(b)] == 99 {
				x = math.NaN()
			}
			xs = append(xs, x*float64(1+i%3))
		}
		answer := func(start int) Result {
			if start < 0 {
				return Result{N: len(xs), Class: NoSteady, Start: -1, Stop: len(xs)}
			}
			return Result{N: len(xs), Class: Warmup, Start: start, Stop: min(max(stop, 0), 2*len(xs))}
		}
		if g := Audit(xs, answer(online), answer(whole)); g.Reason == "" || math.IsNaN(g.Bias) || g.Values < 0 {
			t.Errorf("%+v", g)
		}
		a := Consistent([]Settled{{xs, answer(online)}, {xs, answer(whole)}, {xs, Analyze(xs, Config{})}}, Config{})
		for _, r := range a.Runs {
			if math.IsNaN(r.Change) || math.IsNaN(r.Error) || math.IsNaN(r.Level) {
				t.Errorf("%+v", a)
			}
		}
		if a.Reason == "" || a.Consistent != (len(a.Odd()) == 0) {
			t.Errorf("%+v", a)
		}
	})
}
