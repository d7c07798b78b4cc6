package main

import (
	"os"
	"path/filepath"
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
