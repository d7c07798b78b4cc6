package tally

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func ExampleWhys() {
	n := 1.0
	for _, line := range Whys([]Count{
		{Name: "cycles", Total: &n, Why: "scaled: counted for 50.6% of the time"},
		{Name: "instructions", Total: &n, Why: "scaled: counted for 49.4% of the time"},
		{Name: "r1", Why: "no such event"},
	}) {
		fmt.Println(line)
	}
	// Output:
	// cycles, instructions: scaled: counted for 49.4% to 50.6% of the time
	// r1: not counted: no such event
}

func TestWhys(t *testing.T) {
	one := total(1)
	for why, c := range map[string]struct {
		counts []Count
		want   []string
	}{
		"nothing to say": {[]Count{{Name: "a", Total: one}}, nil},
		"one reason for an event in two scopes": {
			[]Count{{Name: "a", Scope: Thread, Why: "no"}, {Name: "a", Scope: Process, Why: "no"}}, []string{"a: not counted: no"}},
		"counted, and not counted": {
			[]Count{{Name: "a", Total: one, Why: "5% of it"}, {Name: "b", Why: "6% of it"}}, []string{"a: 5% of it", "b: not counted: 6% of it"}},
		"what else they say differs": {
			[]Count{{Name: "a", Total: one, Why: "5% of it"}, {Name: "b", Total: one, Why: "6% of that"}}, []string{"a: 5% of it", "b: 6% of that"}},
		"the same share": {
			[]Count{{Name: "a", Total: one, Why: "5% of it"}, {Name: "b", Total: one, Why: "5% of it"}}, []string{"a, b: 5% of it"}},
		"as numbers, not as text": {
			[]Count{{Name: "a", Total: one, Why: "9.5%"}, {Name: "b", Total: one, Why: "10%"}, {Name: "c", Total: one, Why: "9.7%"}},
			[]string{"a, b, c: 9.5% to 10%"}},
		"a sign and no number": {[]Count{{Name: "a", Total: one, Why: "x%"}, {Name: "b", Total: one, Why: "..%"}, {Name: "c", Total: one, Why: "%"}},
			[]string{"a: x%", "b: ..%", "c: %"}},
		"a number and none": {[]Count{{Name: "a", Total: one, Why: "x%"}, {Name: "b", Total: one, Why: "x5%"}}, []string{"a: x%", "b: x5%"}},
	} {
		if diff := cmp.Diff(c.want, Whys(c.counts)); diff != "" {
			t.Errorf("%s: %s", why, diff)
		}
	}
}
