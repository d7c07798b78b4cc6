package ab

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// selects does what testing does with an alternative of a pattern: each part between slashes matches a part of the name.
func selects(pattern, name string) bool {
	parts := strings.Split(name, "/")
	for i, p := range strings.Split(pattern, "/") {
		if i < len(parts) && !regexp.MustCompile(p).MatchString(parts[i]) {
			return false
		}
	}
	return true
}

func TestPattern(t *testing.T) {
	names := []string{"BenchmarkA", "BenchmarkA/x=1.5/y", "BenchmarkA#01", "BenchmarkAB/a+b[c]", `BenchmarkQ/(\d|w)`}
	for _, name := range names {
		pattern := Pattern([]string{name})
		for _, other := range append(names, "BenchmarkA/x=1x5/y", "BenchmarkA/x=1.5/yy", "BenchmarkAB/aab[c]") {
			want := other == name || strings.HasPrefix(other, name+"/") || strings.HasPrefix(name, other+"/")
			if got := selects(pattern, other); got != want {
				t.Errorf("%s selects %s: %v", pattern, other, got)
			}
		}
	}
	if got, want := Pattern([]string{"BenchmarkA", "BenchmarkB/c"}), "^BenchmarkA$|^BenchmarkB$/^c$"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := Pattern(slices.Repeat([]string{"BenchmarkLong"}, 5000)); got != "" {
		t.Errorf("5000 names: a pattern of %d bytes", len(got))
	}
	if got := Pattern(nil); got != "" {
		t.Errorf("no names: %q", got)
	}
}

func TestWithoutProcs(t *testing.T) {
	for _, c := range []struct {
		name  string
		procs int
		want  string
	}{
		{"BenchmarkA-8", 8, "BenchmarkA"},
		{"BenchmarkA/n-4-8", 8, "BenchmarkA/n-4"},
		{"BenchmarkA/n-4", 8, "BenchmarkA/n-4"}, // of another number
		{"BenchmarkA/n-4", 1, "BenchmarkA/n-4"}, // testing adds none
		{"BenchmarkA/n-4", 0, "BenchmarkA/n"},   // not known
		{"BenchmarkA", 0, "BenchmarkA"},
		{"BenchmarkA-", 0, "BenchmarkA-"},
		{"BenchmarkA-x", 0, "BenchmarkA-x"},
	} {
		if got := WithoutProcs(c.name, c.procs); got != c.want {
			t.Errorf("%s at %d: %s, want %s", c.name, c.procs, got, c.want)
		}
	}
}
