package main

import (
	"strings"
	"testing"
)

// What the cover tool would look for on disk is refused before anything is built.
func TestAutoRefusesCoverpkg(t *testing.T) {
	dir := benchModule(t, map[string]string{"m_test.go": loopBench})
	var out, errs strings.Builder
	status := run([]string{"run", "-auto", "-C", dir, "-coverpkg=./...", "."}, strings.NewReader(""), &out, &errs)
	if status != exitCannot || !strings.Contains(errs.String(), "-auto: -coverpkg") || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("status %d\n%s", status, errs.String())
	}
}
