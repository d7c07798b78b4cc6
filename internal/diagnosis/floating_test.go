package diagnosis

import (
	"slices"
	"testing"

	"github.com/plateau-bench/plateau/internal/roofline"
)

// floating has so many scalar instructions and so many of 128 bits, all on doubles.
func floating(scalar, vector float64) roofline.Retired {
	all := roofline.Retired{0: &scalar, 2: &vector}
	for i := range all {
		if all[i] == nil {
			all[i] = new(float64)
		}
	}
	return all
}

// TestSetFloating: the events of Intel are of use together, but for those of AVX-512 where all others are there.
func TestSetFloating(t *testing.T) {
	var totals Totals
	for i, name := range retired {
		if _, vector := totals.instructions(); vector.ok() != (i >= narrow) || totals.Flops().ok() != (i >= narrow) {
			t.Errorf("known before %s: %v", name, vector)
		}
		if !totals.Set(name, float64(i+1)) || !totals.Set(name, 100) {
			t.Errorf("%s was not taken", name)
		}
	}
	if scalar, vector := totals.instructions(); scalar != Of(1+2) || vector != Of(3+4+5+6+7+8) {
		t.Errorf("%v scalar, %v vector, want 3 and 33", scalar, vector)
	}
	if got, want := totals.Flops(), Of(1+2+2*3+4*4+4*5+8*6+8*7+16*8); got != want {
		t.Errorf("%v FLOPs, want %v", got, want)
	}
}

// TestAssumedNarrow: what is taken for 0 is said, and the totals themselves do not change.
func TestAssumedNarrow(t *testing.T) {
	var totals Totals
	for _, name := range retired[:narrow] {
		if slices.Contains(Diagnose(totals).Notes, assumedNarrow) {
			t.Errorf("assumed before %s is known", name)
		}
		totals.Set(name, 1)
	}
	if d := Diagnose(totals); !slices.Contains(d.Notes, assumedNarrow) || totals.FP[narrow] != nil {
		t.Errorf("%q", d.Notes)
	}
	totals.Set("fp-512-double", 1)
	totals.Set("fp-512-single", 1)
	if d := Diagnose(totals); len(d.Notes) > 0 {
		t.Errorf("all were counted: %q", d.Notes)
	}
}
