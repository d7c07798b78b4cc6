package reportx

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Of a level that moves for good the report says how far, and leaves out a slow beginning.
func TestMovement(t *testing.T) {
	var in strings.Builder
	for run := range 2 {
		fmt.Fprintf(&in, `{"id":"a@%d","ns":[`, run)
		for i := range 1000 {
			x := 1e5 * (1 + 0.2*float64(2-run)/2*math.Sin(float64(i)/50))
			if i < 60 {
				x *= 4
			}
			if i > 0 {
				in.WriteByte(',')
			}
			fmt.Fprintf(&in, "%.0f", x)
		}
		in.WriteString("]}\n")
	}
	b := reportOf(t, []byte(in.String()), Options{}).Benchmarks[0]
	const want = "never settled: runs 1 and 2; what was taken for warm-up is left out, every number is in doubt; the level of run 1 moves most, between "
	found := false
	for _, note := range b.Notes {
		found = found || strings.HasPrefix(note, want) && strings.Contains(note, "µs, by ")
	}
	if !found {
		t.Errorf("lacks %q: %q", want, b.Notes)
	}
	if len(b.Main.Warmup) != 2 || b.Main.Warmup[0] < 58 || b.Main.Warmup[0] > 64 {
		t.Errorf("a warm-up of %v, want 60", b.Main.Warmup)
	}
}

func TestMovementString(t *testing.T) {
	if got := (movement{share: 0.009, lowest: 1000, highest: 1009}).String(); got != "" {
		t.Errorf("%q of less than 1%%", got)
	}
	for want, m := range map[string]movement{
		"": {},
		"between 95µs and 131µs, by 38% of the lower": {share: 0.38, lowest: 95_000, highest: 131_000},
		"between 0.1ns and 131µs":                     {share: 1.3e6, lowest: 0.1, highest: 131_000},
		"between 0ns and 131µs":                       {lowest: 0, highest: 131_000},
	} {
		if got := m.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
