package instrument

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPlace(t *testing.T) {
	for _, c := range []struct {
		why   string
		there []string // files; directories end with a slash
		want  string
	}{
		{"nothing", nil, places[0]},
		{"the usual directories", []string{"internal/a.go", "internal/testdata/x"}, places[0]},
		{"a file called internal", []string{"internal"}, places[1]},
		{"a module of its own", []string{"internal/go.mod"}, places[1]},
		{"a module of test data", []string{"internal/testdata/go.mod"}, places[1]},
		{"modules of both", []string{"internal/testdata/go.mod", "testdata/go.mod"}, places[2]},
		{"somebody's own", []string{"internal/testdata/plateau/", "testdata/plateau"}, places[2]},
		{"all", []string{"internal", "testdata", "_plateau/"}, ""},
	} {
		dir := t.TempDir()
		for _, name := range c.there {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			err := os.Mkdir(path, 0o777)
			if !strings.HasSuffix(name, "/") {
				os.Remove(path)
				err = os.WriteFile(path, nil, 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		got, err := placeIn(dir)
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s: %q, error %v, want %q", c.why, got, err, c.want)
		}
	}
}

// A link to a directory leads there, and one to nowhere is in the way.
func TestPlaceBehindLinks(t *testing.T) {
	for target, want := range map[string]string{"real": places[0], "nowhere": places[1]} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "real"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(dir, "internal")); err != nil {
			t.Skip(err)
		}
		if got, err := placeIn(dir); got != want || err != nil {
			t.Errorf("to %s: %q, error %v", target, got, err)
		}
	}
}
