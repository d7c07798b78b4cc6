package runner

import (
	"testing"
	"time"
)

func TestStarts(t *testing.T) {
	for _, tt := range []struct {
		why, first string
		began      bool
	}{
		{"it prints", "goos: linux\n", true},
		{"a benchmark prints FAIL", "FAIL\n", true},
		{"it did not build", "FAIL\tm/a [build failed]\n", false},
		{"it did not load", "FAIL\tm/a [setup failed]\n", false},
		{"it has no tests", "?   \tm/a\t[no test files]\n", false},
		{"it has nothing to run", "ok  \tm/a\t(cached) [no tests to run]\n", false},
	} {
		var s Starts
		s.Announced("m/b", at(1))
		s.Announced("m/a", at(2))
		since, began := s.Output("m/a", tt.first)
		if began != tt.began || began && !since.Equal(at(2)) {
			t.Errorf("%s: began %v, since %v", tt.why, began, since)
		}
		if _, again := s.Output("m/a", "goos: linux\n"); again {
			t.Errorf("%s: it begins twice", tt.why)
		}
		var silent []string
		for range 2 {
			s.Waited(at(1).Add(startGrace), func(pkg string, since time.Time) {
				if !since.Equal(at(1)) {
					t.Errorf("%s since %v", pkg, since)
				}
				silent = append(silent, pkg)
			})
		}
		if len(silent) != 1 || silent[0] != "m/b" {
			t.Errorf("%s: silent and at work: %v, want m/b alone", tt.why, silent)
		}
	}
	var s Starts
	if _, began := s.Output("m/a", "x\n"); began {
		t.Error("a package begins that go test has not announced")
	}
	s.Announced("m/a", at(0))
	s.Waited(at(0).Add(startGrace-1), func(pkg string, _ time.Time) { t.Errorf("%s counts as at work too soon", pkg) })
}
