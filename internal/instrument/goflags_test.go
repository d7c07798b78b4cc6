package instrument

import (
	"slices"
	"testing"
)

func TestGoFlags(t *testing.T) {
	for _, c := range []struct {
		why, text string
		want      []string
	}{
		{"none", " \t", nil},
		{"several", "-mod=vendor  -v\n-tags=a,b", []string{"-mod=vendor", "-v", "-tags=a,b"}},
		{"quoted", `"-ldflags=-X a=b" '-overlay=with space' -x`, []string{"-ldflags=-X a=b", "-overlay=with space", "-x"}},
		{"a quote within", `-tags='a'`, []string{"-tags='a'"}},
		{"a quote that does not end", `'-v`, []string{"-v"}},
	} {
		if got := (goEnv{GOFLAGS: c.text}).flags(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

func TestValueOf(t *testing.T) {
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{nil, ""},
		{[]string{"-mod=vendor", "-overlayed=x", "overlay=y"}, ""},
		{[]string{"-overlay=a", "--overlay=b=c", "-v"}, "b=c"},
		{[]string{"-overlay=a", "-overlay="}, ""},
	} {
		if got := valueOf("overlay", c.flags); got != c.want {
			t.Errorf("%q: %q, want %q", c.flags, got, c.want)
		}
	}
}
