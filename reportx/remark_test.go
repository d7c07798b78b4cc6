package reportx

import (
	"slices"
	"testing"
)

// What holds for several is said once, and of many a few are named.
func TestRemarkList(t *testing.T) {
	var none remarkList
	if none.list != nil {
		t.Error("an empty list has remarks")
	}
	var found remarkList
	found.add("a", "odd")
	found.add("b", "late")
	for _, name := range []string{"b", "c", "d", "e"} {
		found.add(name, "odd")
		if name == "c" {
			if got := found.list[0].among(3); got != "a, b, c: odd" {
				t.Errorf("three of three: %q", got)
			}
		}
		if name == "d" {
			if got := found.list[0].among(4); got != "all: odd" {
				t.Errorf("four of four: %q", got)
			}
			if got := found.list[0].among(5); got != "a, b, c and 1 more: odd" {
				t.Errorf("four of five: %q", got)
			}
		}
	}
	var lines []string
	for _, m := range found.list {
		lines = append(lines, m.String())
	}
	if want := []string{"a, b, c and 2 more: odd", "b: late"}; !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
}
