package ab

import (
	"strings"
	"testing"
)

func TestClipping(t *testing.T) {
	for _, c := range []struct {
		why   string
		parts []string
		want  string
	}{
		{"nothing", nil, ""},
		{"two pieces", []string{"a", "b"}, "ab"},
		{"as long as it may be", []string{strings.Repeat("a", clippingHalf), strings.Repeat("b", clippingHalf)},
			strings.Repeat("a", clippingHalf) + strings.Repeat("b", clippingHalf)},
		{"a byte longer", []string{strings.Repeat("a", clippingHalf), "x", strings.Repeat("b", clippingHalf)},
			strings.Repeat("a", clippingHalf) + "\n... 1 bytes left out ...\n" + strings.Repeat("b", clippingHalf)},
		{"in one piece", []string{strings.Repeat("a", clippingHalf) + strings.Repeat("x", 7*clippingHalf) + strings.Repeat("b", clippingHalf)},
			strings.Repeat("a", clippingHalf) + "\n... 3670016 bytes left out ...\n" + strings.Repeat("b", clippingHalf)},
	} {
		var got clipping
		for _, p := range c.parts {
			got.add(p)
		}
		if s := got.String(); s != c.want || got.String() != c.want {
			t.Errorf("%s: %d bytes, want %d", c.why, len(s), len(c.want))
		}
	}
	var long clipping
	for range 10_000 {
		long.add(strings.Repeat(".", 999) + "\n")
	}
	long.add("the end")
	if s := long.String(); len(s) > 2*clippingHalf+50 || !strings.HasSuffix(s, "the end") || len(long.tail) > clippingHalf {
		t.Errorf("%d bytes are kept, with %q at the end", len(s), s[len(s)-10:])
	}
}
