package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// What is compared here must not depend on whose terminal the tests run in.
func TestMain(m *testing.M) {
	os.Unsetenv("COLUMNS")
	os.Exit(m.Run())
}

func TestVersion(t *testing.T) {
	for _, arg := range []string{"version", "-version", "--version"} {
		var stdout, stderr bytes.Buffer
		status := run([]string{arg}, strings.NewReader(""), &stdout, &stderr)
		if out := stdout.String(); status != exitFine || stderr.Len() > 0 || !strings.HasPrefix(out, "plateau ") || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: status %d, %q, %q", arg, status, out, stderr.String())
		}
	}
}

func TestLateFlag(t *testing.T) {
	for _, c := range []struct {
		args []string
		late bool
	}{
		{[]string{"testdata/in/serve.txt", "-format", "json"}, true},
		{[]string{"testdata/in/serve.txt", "--warmup=off"}, true},
		{[]string{"testdata/in/serve.txt", "-"}, false},
		{[]string{"testdata/in/serve.txt", "-unknown.bench"}, false},
		{[]string{"--", "testdata/in/serve.txt", "-format"}, false},
	} {
		var stdout, stderr bytes.Buffer
		run(append([]string{"report"}, c.args...), strings.NewReader("BenchmarkA 1 5 ns/op\n"), &stdout, &stderr)
		if got := strings.Contains(stderr.String(), "flags come before files"); got != c.late {
			t.Errorf("%q: %q", c.args, stderr.String())
		}
	}
}
