package runner

import (
	"slices"
	"strings"
	"testing"
)

func TestMistyped(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string // flags that were meant
	}{
		{[]string{"-count=3", "-benchtime", "1x", "./..."}, nil},
		{[]string{"-cout=3", "."}, []string{"count"}},
		{[]string{"-atuo", "."}, []string{"auto"}},
		{[]string{"--bnech", "."}, []string{"bench"}},
		{[]string{"-test.benchtimes=1x"}, []string{"benchtime"}},
		{[]string{"-update", "-golden", "-dsn=x", "-x1", "-verbose"}, nil}, // flags that tests have
		{[]string{"-Count=3", "-N"}, []string{"count"}},
		{[]string{"-args", "-cuont", "word"}, nil},
		{[]string{"-", "--", "word", ""}, nil},
	} {
		cmd, err := ParseCommand(c.args)
		if err != nil {
			t.Fatal(err)
		}
		got := cmd.Mistyped()
		if !slices.EqualFunc(got, c.want, func(note, flag string) bool { return strings.HasSuffix(note, "; -"+flag+" was meant?") }) {
			t.Errorf("%q: %q, want %q", c.args, got, c.want)
		}
	}
}

func TestMistypedElsewhere(t *testing.T) {
	cmd, err := ParseCommand([]string{"-bsae=main"})
	if notes := cmd.Mistyped("base", "max"); err != nil || len(cmd.Mistyped()) != 0 || len(notes) != 1 || !strings.Contains(notes[0], "-base was meant?") {
		t.Errorf("%q, error %v", notes, err)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "ab", 2}, {"ab", "", 2}, {"count", "count", 0}, {"cout", "count", 1}, {"coutn", "count", 1}, {"caunts", "count", 2},
		{"ca", "abc", 3}, // what tells this distance from the unrestricted one, which is 2
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
