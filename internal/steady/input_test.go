package steady

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

func repeated(x float64, n int) []float64 {
	return slices.Repeat([]float64{x}, n)
}

func with(xs []float64, at int, x float64) []float64 {
	xs = slices.Clone(xs)
	xs[at] = x
	return xs
}

func aboutZero(n int) []float64 {
	rng := rand.New(rand.NewPCG(12, 1))
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = rng.NormFloat64()
	}
	return xs
}

// Each case has one clear answer, from both rules.
func TestInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	base := noisy(8, 1500, 0.01, func(int) float64 { return 100 })
	holes := slices.Clone(base)
	for i := range holes {
		if i%3 == 1 {
			holes[i] = []float64{nan, inf, -inf}[i/3%3]
		}
	}
	for _, c := range []struct {
		name  string
		xs    []float64
		class Class
	}{
		{"nil", nil, Short},
		{"empty", []float64{}, Short},
		{"one value", []float64{3}, Short},
		{"two values", []float64{3, 4}, Short},
		{"the most that cannot be judged", repeated(3, 5), Short},
		{"the least that can", repeated(3, 6), Flat},
		{"one NaN", []float64{nan}, Short},
		{"nothing but NaN", repeated(nan, 2000), Short},
		{"nothing but infinity", repeated(inf, 2000), Short},
		{"five values and NaN", slices.Concat(repeated(3, 5), repeated(nan, 2000)), Short},
		{"constant", repeated(3, 1500), Flat},
		{"zeros", repeated(0, 1500), Flat},
		{"negative constant", repeated(-3, 1500), Flat},
		{"negative noise", noisy(9, 1500, 0.01, func(int) float64 { return -100 }), Flat},
		{"noise about zero: nothing to be relative to", aboutZero(1500), NoSteady},
		{"greatest number", repeated(math.MaxFloat64, 1500), Flat},
		{"least number", repeated(math.SmallestNonzeroFloat64, 1500), Flat},
		{"one gigantic outlier", with(base, 700, 1e300), Flat},
		{"one gigantic outlier, last", with(base, len(base)-1, 1e300), Flat},
		{"one gigantic outlier, few values", with(base[:40], 30, 1e300), Flat},
		{"one NaN in it", with(base, 700, nan), Flat},
		{"a third missing", holes, Flat},
		{"missing at first", slices.Concat(repeated(nan, 20), base), Flat},
		{"few and wild", []float64{1, 900, 3, 77, 20000, 5, 1e6, 2}, Short},
	} {
		before := slices.Clone(c.xs)
		for rule, answer := range map[string]func([]float64, Config) Result{"online": Online, "whole": Analyze} {
			r := answer(c.xs, Config{})
			if r.Class != c.class {
				t.Errorf("%s, %s: %s from %d (%s), want %s", c.name, rule, r.Class, r.Start, r.Reason, c.class)
			}
			if r.Class == Short && r.Confidence != 0 {
				t.Errorf("%s, %s: confidence %v of a short series", c.name, rule, r.Confidence)
			}
			check(t, c.name+", "+rule, c.xs, r)
		}
		for i, x := range c.xs {
			if math.Float64bits(x) != math.Float64bits(before[i]) {
				t.Fatalf("%s: value %d was changed", c.name, i)
			}
		}
	}
}

// Missing values keep their positions.
func TestMissingPositions(t *testing.T) {
	xs := noisy(10, 1500, 0.01, func(i int) float64 { return 100 + 100*below(i, 200) })
	for i := range 60 {
		xs[i] = math.NaN()
	}
	xs[150], xs[900] = math.Inf(1), math.NaN()
	for rule, r := range map[string]Result{"online": Online(xs, Config{}), "whole": Analyze(xs, Config{})} {
		if r.Class != Warmup || r.Start < 190 || r.Start > 210 {
			t.Errorf("%s: %s from %d (%s), want warmup from 200", rule, r.Class, r.Start, r.Reason)
		}
	}
}

func TestConfigBounds(t *testing.T) {
	xs := noisy(11, 3000, 0.01, func(i int) float64 { return 100 + 100*below(i, 200) })
	want := Online(xs, Config{})
	for _, cfg := range []Config{
		{Tolerance: -1}, {Tolerance: 2}, {Tolerance: math.NaN()}, {Confidence: -1}, {Confidence: math.NaN()}, {Min: -5}, {Max: -5},
	} {
		if r := Online(xs, cfg); !reflect.DeepEqual(r, want) {
			t.Errorf("%+v: %+v, want the default's %+v", cfg, r, want)
		}
	}
	if r := Online(xs, Config{Confidence: math.Inf(1)}); !r.Steady() {
		t.Errorf("strictest: %+v", r)
	}
	if r := Online(xs, Config{Min: math.MaxInt}); r.N != len(xs) {
		t.Errorf("endless minimum: %+v", r)
	}
	if r := Online(xs, Config{Max: 1}); r.N != 1 || r.Class != Short {
		t.Errorf("budget of one: %+v", r)
	}
	if r := Online(xs, Config{Max: math.MaxInt}); !reflect.DeepEqual(r, want) {
		t.Errorf("endless budget: %+v", r)
	}
}

func TestResultJSON(t *testing.T) {
	got, err := json.Marshal(Result{Class: NoSteady, N: 9, Start: -1, Stop: 9, Confidence: 0.5, Changepoints: []int{}})
	if want := `{"n":9,"class":"nosteady","start":-1,"stop":9,"confidence":0.5,"changepoints":[]}`; err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

func FuzzAnswers(f *testing.F) {
	bytes := func(xs []float64) (b []byte) {
		for _, x := range xs {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
		return b
	}
	f.Add(bytes(warmupCurve(50)), 50, 1)
	f.Add(bytes([]float64{0, -1, math.NaN(), math.MaxFloat64, -math.MaxFloat64, 5e-324, 1}), 0, 100)
	f.Add(bytes([]float64{math.Inf(1), 1, 2, 3}), 3, 400)
	f.Add([]byte{}, -1, 0)
	f.Fuzz(func(t *testing.T, b []byte, budget, times int) {
		var xs []float64
		for ; len(b) >= 8; b = b[8:] {
			xs = append(xs, math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
		if times = min(times, 5000/max(len(xs), 1)); times > 1 {
			xs = slices.Repeat(xs, times) // beyond the histories of single values
		}
		r := Online(xs, Config{Max: budget})
		check(t, "online", xs, r)
		if again := Online(xs[:r.Stop], Config{Max: budget}); !reflect.DeepEqual(r, again) {
			t.Errorf("%+v, but cut at its stop %+v", r, again)
		}
		check(t, "whole", xs, Analyze(xs, Config{}))
	})
}
