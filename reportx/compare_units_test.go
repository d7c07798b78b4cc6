package reportx

import (
	"errors"
	"strings"
	"testing"
)

// Units that differ are named, and where there is nothing else the comparison is none.
func TestCompareUnits(t *testing.T) {
	line := func(text string) string { return strings.Repeat("BenchmarkX 100 "+text+"\n", 10) }
	for _, c := range []struct {
		name, old, new, note, err string
	}{
		{"ns and us", line("5 ns/op"), line("5 us/op"), "nothing to compare: old has ns/op, new has us/op", "BenchmarkX: nothing to compare: old has ns/op, new has us/op"},
		{"beside another unit", line("5 ns/op 3 B/op"), line("5 us/op 3 B/op"), "only old has ns/op: not compared\nonly new has us/op: not compared", ""},
		{"a unit more", line("5 ns/op"), line("5 ns/op 3 B/op"), "only new has B/op: not compared", ""},
		{"no interval of p99.9 on one side", line("5 p50-ns/op 9 p99.9-ns/op"), line("5 p50-ns/op"), "", ""},
		{"samples and lines", line("5 ns/op"), "", "", "no benchmark in common"},
	} {
		got, err := NewComparison([]Side{resultSide("old", c.old), resultSide("new", c.new)}, CompareOptions{})
		if (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) || got.Empty() != (c.err != "") {
			t.Errorf("%s: %v, want %q", c.name, err, c.err)
		}
		if err != nil && !errors.Is(err, errUnlike) && !errors.Is(err, errNothing) {
			t.Errorf("%s: %v", c.name, err)
		}
		if len(got.Differences) == 0 {
			continue
		}
		if notes := strings.Join(got.Differences[0].Notes, "\n"); !strings.Contains(notes, c.note) || c.note == "" && strings.Contains(notes, "not compared") {
			t.Errorf("%s: %q, want %q", c.name, notes, c.note)
		}
	}
}
