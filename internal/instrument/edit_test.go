package instrument

import (
	"slices"
	"testing"
)

func TestApply(t *testing.T) {
	for _, c := range []struct {
		why   string
		edits []edit
		want  string
	}{
		{"nothing to do", nil, "abcdef"},
		{"both ends", []edit{insertion(6, ">"), insertion(0, "<")}, "<abcdef>"},
		{"several at one offset keep their order", []edit{insertion(3, "1"), insertion(0, "0"), insertion(3, "2")}, "0abc12def"},
		{"an insertion beside what is replaced", []edit{{2, 4, "-"}, insertion(4, "+")}, "ab-+ef"},
		{"neighbours that are taken out", []edit{{from: 3, to: 6}, {from: 0, to: 3}}, ""},
	} {
		before := slices.Clone(c.edits)
		if got := string(apply([]byte("abcdef"), c.edits)); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
		if !slices.Equal(before, c.edits) {
			t.Errorf("%s: the edits were changed", c.why)
		}
	}
}
