package reportx

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSketch(t *testing.T) {
	for _, c := range []struct {
		name        string
		xs          []float64
		start, stop int // start -1: not marked
		want, scale string
	}{
		{"nothing", nil, -1, 0, "", ""},
		{"one value", []float64{5}, 0, 1, "[▁]", "5ns"},
		{"one value, not marked", []float64{5}, -1, 1, "▁", "5ns"},
		{"a start that is no later than its value", []float64{8, 1, 1, 1}, 1, 4, "█[▁▁▁]", "1–8ns"},
		{"logarithmic", []float64{1, 2, 4, 8, 16, 32, 64, 128}, -1, 8, "▁▂▃▄▅▆▇█", "1–128ns"},
		{"linear with a zero", []float64{0, 4, 8}, -1, 3, "▁▅█", "0–8ns"},
		{"zeros", []float64{0, 0}, 0, 2, "[▁▁]", "0ns"},
		{"small differences stay small", []float64{100, 101, 100}, 0, 3, "[▁▁▁]", "100–101ns"},
		{"stopped before the end", []float64{9, 1, 1, 1, 1}, 1, 3, "█[▁▁]▁▁", "1–9ns"},
	} {
		k := newSketch(c.xs)
		if c.start >= 0 {
			k.mark(c.start, c.stop, len(c.xs))
		}
		if got := k.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if got := k.scale(); got != c.scale {
			t.Errorf("%s: scale %s, want %s", c.name, got, c.scale)
		}
	}
}

// Of a long series stretches are drawn; medians hide an outlier, brackets never
// fall together, and the values stay as they are.
func TestSketchOfMany(t *testing.T) {
	xs := make([]float64, 10_000)
	for i := range xs {
		xs[i] = 100
	}
	xs[0], xs[7000] = 900, 1e15
	before := slices.Clone(xs)
	k := newSketch(xs)
	for _, start := range []int{0, 1, 5000, 9999} {
		k.mark(start, len(xs), len(xs))
		line := k.String()
		if n := utf8.RuneCountInString(line); n != sketchWidth+2 || strings.Trim(line, "▁[]") != "" || !strings.HasSuffix(line, "▁]") {
			t.Errorf("start %d: %s", start, line)
		}
		if strings.HasPrefix(line, "[") != (start == 0) {
			t.Errorf("start %d: %s", start, line)
		}
	}
	if !slices.Equal(xs, before) {
		t.Error("values changed")
	}
}

func TestLevels(t *testing.T) {
	for want, ns := range map[string][]float64{
		"-": nil, "1µs": {1000}, "4µs 3µs 2µs 1µs": {4000, 3000, 2000, 1000}, "5µs 4µs 3µs (1 more) 1µs": {5000, 4000, 3000, 2000, 1000},
	} {
		if got := levels(ns); got != want {
			t.Errorf("%v: %s, want %s", ns, got, want)
		}
	}
}
