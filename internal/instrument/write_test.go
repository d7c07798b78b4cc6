package instrument

import (
	"bytes"
	"flag"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// checkWriting checks what holds for any file: what Undo leaves of what Write makes is the original, and what was formatted stays
// so.
func checkWriting(t *testing.T, f *File) {
	t.Helper()
	text, err := f.Write()
	if err != nil {
		t.Fatalf("writing: %v", err)
	}
	if text == nil {
		return
	}
	clean, err := format.Source(f.Text)
	formatted := err == nil && bytes.Equal(clean, f.Text)
	if again, err := format.Source(text); err != nil || formatted && !bytes.Equal(again, text) {
		t.Errorf("not as gofmt has it, error %v:\n%s", err, text)
	}
	back, kept, err := Undo(Source{f.Name, text})
	if err != nil || len(kept) > 0 {
		t.Fatalf("undoing: %v, kept %v\n%s", err, kept, text)
	}
	if formatted && !bytes.Equal(back, f.Text) {
		t.Errorf("undone (-original +left):\n%s", cmp.Diff(string(f.Text), string(back)))
	}
}

func TestWrite(t *testing.T) {
	for _, c := range loopCases {
		t.Run(c.why, func(t *testing.T) {
			src := c.source()
			for _, f := range filesOf([]Source{src}) {
				checkWriting(t, &f)
			}
			for _, f := range filesOf([]Source{src}) {
				text, _ := f.Write()
				for _, l := range f.Loops {
					if c.unwritten != "" && l.Why != c.unwritten {
						t.Errorf("%v, want %q", l, c.unwritten)
					}
				}
				if text == nil || c.foreign {
					continue
				}
				for _, err := range compileErrors(t, text) {
					t.Errorf("%v\n%s", err, text)
				}
			}
		})
	}
}

// The golden files show what people get to see.
func TestWriteGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.in")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			before, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			found := filesOf([]Source{{"x_test.go", before}})
			if len(found) != 1 {
				t.Fatal("no loop was found")
			}
			checkWriting(t, &found[0])
			text, err := filesOf([]Source{{"x_test.go", before}})[0].Write()
			if err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(name, ".in") + ".out"
			if *update {
				if err := os.WriteFile(golden, text, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), string(text)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// The name of the import is one that no file of the package declares, whichever way.
func TestSurveyAvoidsNamesOfThePackage(t *testing.T) {
	for _, c := range []struct{ why, other, want string }{
		{"nothing", "package m\n", "\t\"" + benchxPath},
		{"a variable", "package m\n\nvar a, benchx = 1, 2\n", "plateaubenchx \"" + benchxPath},
		{"a function behind a build tag", "//go:build never\n\npackage m\n\nfunc benchx() {}\n", "plateaubenchx \"" + benchxPath},
		{"a type", "package m\n\ntype benchx int\n", "plateaubenchx \"" + benchxPath},
		{"a method, which is in nobody's way", "package m\n\ntype x int\n\nfunc (x) benchx() {}\n", "\t\"" + benchxPath},
	} {
		bench := strings.Replace(someBench, "import \"testing\"", "import (\n\t\"testing\"\n)", 1)
		dir := moduleOf(t, map[string]string{"m_test.go": bench, "m.go": c.other})
		files, _, err := Survey(t.Context(), Query{Dir: dir, Env: environment(t)})
		if err != nil || len(files) != 1 {
			t.Fatalf("%s: %d files, %v", c.why, len(files), err)
		}
		if text, err := files[0].Write(); err != nil || !strings.Contains(string(text), c.want) {
			t.Errorf("%s: error %v, want %s in\n%s", c.why, err, c.want, text)
		}
		checkWriting(t, &files[0])
	}
}

// Imports of benchx without a name to select by: one says nothing, the other leaves open what uses it.
func TestWriteBesideNamelessImports(t *testing.T) {
	for name, why := range map[string]string{"_": "", ".": whyBenchx} {
		text := "package m\n\nimport (\n\t\"testing\"\n\n\t" + name + " \"" + benchxPath + "\"\n)\n" + strings.SplitAfterN(someBench, "\"testing\"\n", 2)[1]
		files := filesOf([]Source{{"x_test.go", []byte(text)}})
		if len(files) != 1 || files[0].Loops[0].Why != why {
			t.Fatalf("%s: found %+v", name, files)
		}
		if written, _ := files[0].Write(); (written != nil) != (why == "") {
			t.Errorf("%s: written\n%s", name, written)
		}
		if why == "" {
			checkWriting(t, &files[0])
		}
	}
}
