package ab

import (
	"slices"
	"strings"
	"testing"
)

func TestEnvironment(t *testing.T) {
	for _, c := range []struct {
		why    string
		e      Environment
		line   string
		doubts []string
	}{
		{"nothing is known", Environment{CPUs: 2}, "2 CPUs, governor not known", nil},
		{"a good machine", Environment{Go: [2]string{"go1.24.0", "go1.24.0"}, CPUs: 8, Governors: []string{"performance"}, Load: "0.10"},
			"go1.24.0 on both sides", nil},
		{"two toolchains", Environment{Go: [2]string{"go1.24.0", "go1.26.1"}, CPUs: 8}, "go1.24.0 for base, go1.26.1 for head",
			[]string{"what the toolchain changes is part of the change"}},
		{"half a CPU busy each", Environment{CPUs: 8, Load: "4.00"}, "load 4.00", nil},
		{"more than that", Environment{CPUs: 8, Load: "4.01", MaxProcs: "2"}, "GOMAXPROCS=2", []string{"the machine is busy"}},
		{"governors", Environment{CPUs: 8, Governors: []string{"performance", "powersave"}}, "governor performance and powersave", []string{"clock varies"}},
	} {
		if got := c.e.String(); !strings.Contains(got, c.line) {
			t.Errorf("%s: %q, want %q", c.why, got, c.line)
		}
		got := c.e.Doubts()
		if len(got) != len(c.doubts) {
			t.Errorf("%s: %q", c.why, got)
			continue
		}
		for i := range got {
			if !strings.Contains(got[i], c.doubts[i]) {
				t.Errorf("%s: %q, want %q", c.why, got[i], c.doubts[i])
			}
		}
	}
	if e := Look(); e.CPUs < 1 || e.String() == "" {
		t.Errorf("here: %+v", e)
	}
}

func TestRuntimeSettings(t *testing.T) {
	env := []string{"GOMAXPROCS=2", "GOGC=100", "HOME=/", "GOGC=50", "XGODEBUG=1", "GOGCX=1", "GODEBUG="}
	if got, want := RuntimeSettings(env), []string{"GOGC=50", "GOMAXPROCS=2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := RuntimeSettings(nil); got != nil {
		t.Errorf("of nothing: %q", got)
	}
}
