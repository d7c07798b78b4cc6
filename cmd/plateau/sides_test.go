package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plateau-bench/plateau/reportx"
)

func TestSideFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, f := range []string{"d/b.bench", "d/a.bench", "d/notes.txt", "e/notes.txt", "x,y.bench", "d/sub.bench/c.bench"} {
		if err := os.MkdirAll(filepath.Dir(f), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	a, b := filepath.Join("d", "a.bench"), filepath.Join("d", "b.bench")
	for arg, want := range map[string][]string{
		"d":           {a, b},
		"d,e":         {a, b, "e"},
		"x,y.bench":   {"x,y.bench"},
		"d/a.bench,z": {"d/a.bench", "z"},
		"-":           {"-"},
	} {
		if d := cmp.Diff(want, sideFiles(arg)); d != "" {
			t.Errorf("%s: %s", arg, d)
		}
	}
	for arg, want := range map[string]string{"d": "d", "p,q": "p,q", "p,q,r": "p and 2 more", "x,y.bench": "x,y.bench"} {
		if got := sideName(arg, nil); got != want {
			t.Errorf("%s is called %q, want %q", arg, got, want)
		}
	}
	if got := sideName("p,q,r", []reportx.Side{{Name: "p and 2 more"}}); got != "p,q,r" {
		t.Errorf("a name is taken twice: %q", got)
	}
}

// Two directories whose files a shell has named one by one.
func TestGlobHint(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string // part of it
	}{
		{[]string{"d/a.bench", "d/b.bench", "e/a.bench", "e/b.bench"}, "plateau compare d e"},
		{[]string{"d/a.bench", "e/b.bench"}, ""},
		{[]string{"d/a.bench", "e/a.bench", "e/b.bench"}, ""}, // one against two
		{[]string{"d/a.bench", "d/b.bench", "d/c.bench"}, ""},
		{[]string{"d", "e"}, ""},
	} {
		if got := globHint("compare", c.args); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, want %q", c.args, got, c.want)
		}
	}
}
