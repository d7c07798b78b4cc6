package roofline

import (
	"math"
	"reflect"
	"testing"
)

func counts(n ...float64) Retired {
	var r Retired
	for i := range n {
		r[i] = &n[i]
	}
	return r
}

// TestRetiredFlops: a count of one in each event adds up the lanes 1 1 2 4 4 8 8 16.
func TestRetiredFlops(t *testing.T) {
	for _, c := range []struct {
		name           string
		counts         Retired
		double, single float64
		missing        int
	}{
		{"one of each", counts(1, 1, 1, 1, 1, 1, 1, 1), 1 + 2 + 4 + 8, 1 + 4 + 8 + 16, 0},
		{"nothing counted", Retired{}, 0, 0, 8},
		{"counted, and nothing there", counts(0, 0, 0, 0, 0, 0, 0, 0), 0, 0, 0},
		{"scalar double alone", counts(7), 7, 0, 7},
		{"512-bit single", counts(0, 0, 0, 0, 0, 0, 0, 10), 0, 160, 0},
		{"not a number", counts(1, 1, 1, 1, math.NaN(), math.Inf(1), -1, 1), 1 + 2, 1 + 4 + 16, 3},
		{"overflow", counts(1, 0, 0, 0, 0, 0, math.MaxFloat64, 0), 1, 0, 0},
	} {
		double, single, missing := c.counts.Flops()
		if double != c.double || single != c.single || len(missing) != c.missing {
			t.Errorf("%s: %v, %v, %q, want %v, %v and %d missing", c.name, double, single, missing, c.double, c.single, c.missing)
		}
	}
	_, _, missing := counts(1, 1, 1, 1, 1, 1, 1).Flops()
	if want := []string{"fp_arith_inst_retired.512b_packed_single"}; !reflect.DeepEqual(missing, want) {
		t.Errorf("missing %q, want %q", missing, want)
	}
}

func TestRetiredInstructions(t *testing.T) {
	scalar, vector, missing := counts(1, 2, 3, 4, 5, 6, 7, 8).Instructions()
	if scalar != 3 || vector != 33 || missing != nil {
		t.Errorf("%v, %v, %q, want 3, 33", scalar, vector, missing)
	}
	if _, _, missing = counts(1).Instructions(); len(missing) != 7 {
		t.Errorf("missing %q, want 7", missing)
	}
}
