package instrument

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestDescribe(t *testing.T) {
	s := Summary{Packages: 1, Found: 2, Measured: 1, Left: []Loop{{File: "/x/sub/a_test.go", Line: 3, Why: "why"}, {File: "/y/b_test.go", Line: 4, Why: "why"}},
		Skipped: []SkippedPackage{{"strings", "standard"}}}
	lines, left := s.Describe("/x")
	if !slices.Equal(lines, []string{"strings is left as it is: standard", "1 of 2 benchmark loops in 1 package are measured; these run as before:"}) {
		t.Errorf("%q", lines)
	}
	if !slices.Equal(left, []string{"sub/a_test.go:3: why", "/y/b_test.go:4: why"}) {
		t.Errorf("%q", left)
	}
}

func TestBelow(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "m")
	for _, c := range []struct{ path, want string }{
		{filepath.Join(dir, "a_test.go"), "a_test.go"},
		{filepath.Join(dir, "..data", "a_test.go"), filepath.Join("..data", "a_test.go")}, // a name, and no way up
		{filepath.Join(dir+"2", "a_test.go"), filepath.Join(dir+"2", "a_test.go")},
		{filepath.Dir(dir), filepath.Dir(dir)},
	} {
		if got := below(dir, c.path); got != c.want {
			t.Errorf("%s below %s: %s, want %s", c.path, dir, got, c.want)
		}
	}
}
