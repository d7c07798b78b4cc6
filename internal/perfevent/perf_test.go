package perfevent

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestAsPerf compares with what perf itself made of names; testdata/witness asked it.
func TestAsPerf(t *testing.T) {
	f, err := os.Open("testdata/perf.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		n++
		name, want, _ := strings.Cut(lines.Text(), " ")
		if isPortable(name) {
			continue // l1d-misses: perf's l1d is another spelling of L1-dcache
		}
		if got := perfLine(virtual.Parse(name)); got != want {
			t.Errorf("%s: %s, and perf says %s", name, got, want)
		}
	}
	if n < 150 {
		t.Errorf("only %d names", n)
	}
}

func perfLine(e Event, err error) string {
	if err != nil {
		return "refused"
	}
	config := "0"
	if e.Config != 0 {
		config = fmt.Sprintf("%#x", e.Config)
	}
	excluded := ""
	for _, x := range []struct {
		set    bool
		letter string
	}{{e.ExcludeUser, "u"}, {e.ExcludeKernel, "k"}, {e.ExcludeHV, "h"}} {
		if x.set {
			excluded += x.letter
		}
	}
	if excluded == "" {
		excluded = "-"
	}
	return fmt.Sprintf("%d %s %s", e.Type, config, excluded)
}
