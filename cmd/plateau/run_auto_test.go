package main

import (
	"strings"
	"testing"
)

func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		args           string
		covers, others bool
	}{
		{"", false, false},
		{"test -json -bench=. ./cover", false, false},
		{"test -cover", true, false},
		{"test --cover=true", true, false},
		{"test -cover=false", false, false},
		{"test -coverprofile=x", true, false},
		{"test -covermode atomic", true, false},
		{"test -coverpkg=./...", true, true},
		{"test -bench=. -args -coverpkg=x", false, false},
	} {
		if covers, others := coverage(strings.Fields(c.args)); covers != c.covers || others != c.others {
			t.Errorf("%q: %t, %t", c.args, covers, others)
		}
	}
}

// What the cover tool would look for on disk is refused before anything is built.
func TestAutoRefusesCoverpkg(t *testing.T) {
	dir := benchModule(t, map[string]string{"m_test.go": loopBench})
	var out, errs strings.Builder
	status := run([]string{"run", "-auto", "-C", dir, "-coverpkg=./...", "."}, strings.NewReader(""), &out, &errs)
	if status != exitCannot || !strings.Contains(errs.String(), "-auto: -coverpkg") || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("status %d\n%s", status, errs.String())
	}
}
