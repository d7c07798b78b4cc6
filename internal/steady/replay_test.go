package steady

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

func replay(xs []float64) (Result, bool) {
	r := Replay(len(xs), slices.Values(xs), Config{})
	return r.Result, r.Decided
}

// A flat series that ends before the rule can decide is not called never steady, however short or noisy it is.
func TestReplayFlat(t *testing.T) {
	for _, noise := range []float64{0.02, 0.08, 0.2} {
		for _, n := range []int{30, 60, 124, 125, 126, 200, 400, 649, 800, 1049, 1050, 1300} {
			count := map[Class]int{}
			const all = 100
			for seed := range uint64(all) {
				rng := rand.New(rand.NewPCG(seed, uint64(n)))
				xs := make([]float64, n)
				for i := range xs {
					xs[i] = 100 * math.Exp(noise*rng.NormFloat64())
				}
				r, _ := replay(xs)
				count[r.Class]++
				if r.N != r.Stop && r.N != n {
					t.Fatalf("%d values: %+v", n, r)
				}
			}
			t.Logf("noise %.0f%%, %d values: %v", 100*noise, n, count)
			if count[NoSteady] > all/20 || noise < 0.1 && count[Flat] < all*9/10 {
				t.Errorf("noise %.0f%%, %d values: %v, want nearly all flat", 100*noise, n, count)
			}
		}
	}
}

// What drifts is never steady, also in few values; what changed its level is a warm-up.
func TestReplayChanges(t *testing.T) {
	for _, n := range []int{60, 200, 400, 800, 1100} {
		drift, step := 0, 0
		for seed := range uint64(20) {
			rng := rand.New(rand.NewPCG(seed, uint64(n)))
			a, b := make([]float64, n), make([]float64, n)
			for i := range n {
				noise := math.Exp(0.02 * rng.NormFloat64())
				a[i] = (1 + float64(i)/float64(n)) * noise
				b[i] = (1 + below(i, n/4)) * noise
			}
			if r, decided := replay(a); r.Class == NoSteady && !decided && r.Stop == n {
				drift++
			}
			if r, _ := replay(b); r.Class == Warmup && r.Start >= n/4-n/20-5 && r.Start <= n/4+n/20+10 {
				step++
			}
		}
		if drift < 20 || step < 19 {
			t.Errorf("%d values: %d of 20 drifts and %d of 20 steps", n, drift, step)
		}
	}
}

// A decided answer is that of the Detector and needs nothing behind its stop; an undecided one has its stop at the end.
func TestReplayStops(t *testing.T) {
	for _, l := range made(11, 2) {
		r, decided := replay(l.NS)
		if !decided {
			if r.Stop != len(l.NS) {
				t.Errorf("%s: undecided, and stops at %d", l.ID, r.Stop)
			}
			continue
		}
		if want := Online(l.NS, Config{Max: 0}); !reflect.DeepEqual(r, want) {
			t.Errorf("%s: %+v, the detector says %+v", l.ID, r, want)
		}
		if again, _ := replay(l.NS[:r.Stop]); !reflect.DeepEqual(again, r) {
			t.Errorf("%s: cut at its stop %+v, before %+v", l.ID, again, r)
		}
	}
	for n := range 3 {
		if r, decided := replay([]float64{5, 5}[:min(n, 2)]); decided || r.Class != Short || r.N != min(n, 2) {
			t.Errorf("%d values: %+v", n, r)
		}
	}
	if r := Replay(0, slices.Values([]float64(nil)), Config{Max: 7}); r.Decided || r.Class != Short || r.Stop != 0 {
		t.Errorf("%+v", r)
	}
}

func ExampleReplay() {
	xs := slices.Repeat([]float64{100}, 400)
	r := Replay(len(xs), slices.Values(xs), Config{})
	fmt.Println(r.Class, r.Start, r.Stop, r.Decided)
	// Output:
	// flat 0 400 false
}
