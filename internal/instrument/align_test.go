package instrument

import (
	"fmt"
	"strings"
	"testing"
)

// draftOf is a draft of a package of one file with these functions.
func draftOf(path, functions string, plain bool) *Draft {
	text := "package m\n\nimport \"testing\"\n\n" + functions + "\n"
	d := &Draft{plain: plain, found: []foundPackage{{pkg: pkg{ImportPath: path}, files: filesOf([]Source{{"m_test.go", []byte(text)}})}}}
	d.recount()
	return d
}

const (
	loopFine = "for i := 0; i < b.N; i++ {\n}\n"
	loopPart = "for i := 0; i < b.N/2; i++ {\n}\n"
)

func benchmark(name string, loops ...string) string {
	return fmt.Sprintf("func Benchmark%s(b *testing.B) {\n%s}\n", name, strings.Join(loops, ""))
}

// Loops of a function that is in both versions are measured in both or in none, whichever of them cannot be.
func TestAlign(t *testing.T) {
	const fine, part, other = loopFine, loopPart, "for b.Loop() {\n}\n"
	for _, c := range []struct {
		name      string
		old, new  string
		want      [2]string // per loop, m measured, - left
		oldReason string    // of the first loop
	}{
		{"the same", benchmark("A", fine), benchmark("A", fine), [2]string{"m", "m"}, ""},
		{"another kind of loop", benchmark("A", fine), benchmark("A", other), [2]string{"m", "m"}, ""},
		{"more loops, all measured", benchmark("A", fine), benchmark("A", "b.Run(\"\", func(b *testing.B) {\n"+fine+"})\n", other), [2]string{"m", "mm"}, ""},
		{"left in the new one", benchmark("A", fine), benchmark("A", part), [2]string{"-", "-"}, "in head " + whyPart},
		{"left in the old one", benchmark("A", part), benchmark("A", fine), [2]string{"-", "-"}, whyPart},
		{"left in both", benchmark("A", part), benchmark("A", part), [2]string{"-", "-"}, whyPart},
		{"no loop in the new one", benchmark("A", fine), benchmark("A", "_ = make([]int, b.N)\n"), [2]string{"-", "-"}, "in head BenchmarkA: " + whyMissing},
		{"one of two, alike", benchmark("A", fine, part), benchmark("A", fine, part), [2]string{"m-", "m-"}, ""},
		{"one of two, not alike", benchmark("A", fine, part), benchmark("A", part, fine), [2]string{"--", "--"}, "in head " + whyPart},
		{"one of two, and two", benchmark("A", fine, part), benchmark("A", fine, fine), [2]string{"--", "--"}, "in base " + whyPart},
		{"another function is left", benchmark("A", fine) + benchmark("B", fine), benchmark("A", fine) + benchmark("B", part), [2]string{"m-", "m-"}, ""},
		{"of one version alone", benchmark("A", fine), benchmark("B", part), [2]string{"m", "-"}, ""},
		{"nothing", "", benchmark("B", fine), [2]string{"", "m"}, ""},
	} {
		old, new := draftOf("m", c.old, false), draftOf("m", c.new, false)
		Align(old, new, [2]string{"base", "head"})
		for side, d := range []*Draft{old, new} {
			got := ""
			for _, f := range d.found[0].files {
				for i, l := range f.Loops {
					if side == 0 && i == 0 && l.Why != c.oldReason {
						t.Errorf("%s: %q, want %q", c.name, l.Why, c.oldReason)
					}
					if l.Why == "" {
						got += "m"
					} else {
						got += "-"
					}
				}
			}
			if got != c.want[side] {
				t.Errorf("%s: %s is measured on side %d, want %s", c.name, got, side, c.want[side])
			}
			if n := strings.Count(got, "m"); d.summary.Measured != n || len(d.summary.Left) != len(got)-n {
				t.Errorf("%s: the summary of side %d says %+v", c.name, side, d.summary)
			}
		}
	}
}

// Functions of one name in different packages are not the same; and both versions read the same clock.
func TestAlignPackages(t *testing.T) {
	old, new := draftOf("m/a", benchmark("A", loopFine), false), draftOf("m/b", benchmark("A", loopPart), true)
	Align(old, new, [2]string{"base", "head"})
	if old.summary.Measured != 1 {
		t.Errorf("%+v", old.summary)
	}
	if !old.plain || !new.plain {
		t.Error("one version has the clock of its own")
	}
	if old, new = draftOf("m", "", false), draftOf("m", "", false); old.plain || new.plain {
		t.Error("no clock of its own for nothing")
	}
}
