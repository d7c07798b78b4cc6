package steady

import (
	"math"
	"testing"
)

// logs of a level with noise.
func logs(seed uint64, n int, sigma float64, level func(i int) float64) []float64 {
	ys := noisy(seed, n, sigma, level)
	for i, y := range ys {
		ys[i] = math.Log(y)
	}
	return ys
}

func TestBand(t *testing.T) {
	for _, c := range []struct {
		why      string
		ys       []float64
		level    float64 // median of the last half
		away     float64
		tolerant float64
	}{
		{"level", logs(1, 500, 0.01, func(int) float64 { return 7 }), 7, 0, 0},
		{"a step in the first half is not looked at", logs(2, 500, 0.01, func(i int) float64 { return 7 + 7*below(i, 200) }), 7, 0, 0},
		{"a tenth elsewhere", logs(3, 500, 0.01, func(i int) float64 { return 7 + 3*below(i, 300)*below(249, i) }), 7, 0.2, 0.03},
		{"two levels in turn", logs(4, 500, 0.01, func(i int) float64 { return 7 + 3*below(i%100, 45) }), 7, 0.4, 0.08},
		{"a small step of a quiet series is seen", logs(5, 500, 0.0005, func(i int) float64 { return 7 + 0.2*below(i%100, 45) }), 7, 0.4, 0.08},
		{"one within 2% does not matter", logs(5, 500, 0.0005, func(i int) float64 { return 7 + 0.1*below(i%100, 45) }), 7.045, 0, 0.02},
		{"and not that of a noisy one", logs(5, 500, 0.02, func(i int) float64 { return 7 + 0.1*below(i%100, 45) }), 7.045, 0, 0.02},
		{"nor one of a twentieth of the picture", logs(6, 500, 0.0005, func(i int) float64 { return 7 + 0.1*below(i%100, 45) + 3*below(i, 60) }), 7.045, 0, 0.02},
		{"half a second long cycle", logs(7, 500, 0.01, func(i int) float64 { return 7 + 2*math.Sin(float64(i)/40) }), 7, 0.6, 0.4},
		{"constant", repeated(2, 500), math.Exp(2), 0, 0},
		{"few", repeated(2, 6), math.Exp(2), 0, 0},
	} {
		b := newBand(c.ys, c.ys, 1)
		if math.Abs(b.away-c.away) > c.tolerant+0.001 {
			t.Errorf("%s: %.3f away, want %v", c.why, b.away, c.away)
		}
		if c.away < 0.5 && math.Abs(b.level-math.Log(c.level)) > 0.01 {
			t.Errorf("%s: level %v, want %v", c.why, math.Exp(b.level), c.level)
		}
		if b.half < bandFloor || b.half > bandMost {
			t.Errorf("%s: half height %v", c.why, b.half)
		}
	}
}

func TestRunningMedian(t *testing.T) {
	ys := []float64{5, 1, 9, 2, 8, 3}
	for _, c := range []struct {
		width int
		want  []float64
	}{
		{1, ys},
		{3, []float64{5, 5, 2, 8, 3, 3}},
		{6, []float64{4, 4, 4, 4, 4, 4}},
		{99, []float64{4, 4, 4, 4, 4, 4}},
	} {
		for i, got := range runningMedian(ys, c.width) {
			if got != c.want[i] {
				t.Errorf("width %d: entry %d is %v, want %v", c.width, i, got, c.want[i])
			}
		}
	}
	if got := runningMedian(nil, 3); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// Of independent noise, wander is its standard deviation; of correlated noise, sqrt((1+r)/(1-r)) times that.
func TestWander(t *testing.T) {
	for _, r := range []float64{0, 0.5, 0.8} {
		var found []float64
		for seed := range uint64(20) {
			ys := flatRuns(seed, 4000, 0.01, r, 1)[0].Values
			b := band{level: 1, half: bandMost}
			found = append(found, b.wander(ys))
		}
		want := 0.01 * math.Sqrt((1+r)/(1-r))
		if got := median(found); got < 0.9*want || got > 1.4*want {
			t.Errorf("correlation %v: %v, want %v", r, got, want)
		}
	}
	b := band{level: 1, half: bandMost}
	if got := b.wander(repeated(1, 100)); got != leastSigma {
		t.Errorf("constant: %v", got)
	}
}
