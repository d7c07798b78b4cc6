package instrument

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const written = `package p

import (
	"testing"

	"github.com/plateau-bench/plateau/benchx"
)

func BenchmarkX(b *testing.B) {
	//plateau:instrumented
	s := benchx.Start(b)
	for b.Loop() {
		s.Lap()
	}
	s.Stop()
}
`

// Comments that were written beside what goes are not lost.
func TestUndoKeepsComments(t *testing.T) {
	text := strings.NewReplacer(
		"benchx\"", "benchx\" // of the import",
		"instrumented", "instrumented of the mark\n\t// between",
		"Start(b)", "Start(b) // of Start",
		"\t\ts.Lap()", "\t\t// above\n\t\ts.Lap() // of Lap",
		"\ts.Stop()", "\t/* before */ s.Stop() /* behind */",
	).Replace(written)
	out, kept, err := Undo(Source{"x_test.go", []byte(text)})
	want := `package p

import (
	"testing"
	// of the import
)

func BenchmarkX(b *testing.B) {
	// of the mark
	// between
	// of Start
	for b.Loop() {
		// above
		// of Lap
	}
	/* before */ /* behind */
}
`
	if d := cmp.Diff(want, string(out)); d != "" || err != nil || len(kept) > 0 {
		t.Errorf("kept %v, error %v (-want +got):\n%s", kept, err, d)
	}
}

// What cannot be taken out safely is named.
func TestUndoNamesWhatItKeeps(t *testing.T) {
	for _, c := range []struct {
		old, new string
		why      string
		line     int
	}{
		{"\t\ts.Lap()\n", "\t\ts.Lap()\n\t\ts.Mark(\"half\")\n", whyUsed, 14},
		{"Start(b)", "Start(b, /* all */ benchx.Percentiles(50))", whyComment, 11},
		{"s := benchx.Start(b)", "b.ReportAllocs()\n\ts := benchx.Start(b)", whyNoStart, 10},
		{"\ts := benchx.Start(b)\n", "", whyNoStart, 10},
		{"s := benchx.Start(b)", "s, err := benchx.Start(b)", whyNoStart, 10},
		{"s := benchx.Start(b)", "s := benchx.New(b)", whyNoStart, 10},
	} {
		out, kept, err := Undo(Source{"x_test.go", []byte(strings.Replace(written, c.old, c.new, 1))})
		if out != nil || err != nil || len(kept) != 1 || kept[0].Why != c.why || kept[0].Line != c.line {
			t.Errorf("%s: kept %v, error %v\n%s", c.new, kept, err, out)
		}
	}
}

// Options go with their Start, and what is no Go or has no marker is left alone.
func TestUndoEdges(t *testing.T) {
	with := strings.Replace(written, "benchx.Start(b)", "benchx.Start(b, benchx.Batch(8))", 1)
	out, kept, err := Undo(Source{"x_test.go", []byte(with)})
	want := "package p\n\nimport (\n\t\"testing\"\n)\n\nfunc BenchmarkX(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n"
	if string(out) != want || err != nil || len(kept) > 0 {
		t.Errorf("with options: kept %v, error %v\n%s", kept, err, out)
	}
	if out, _, err := Undo(Source{"x_test.go", []byte("package p\n")}); out != nil || err != nil {
		t.Errorf("of nothing added: %q, %v", out, err)
	}
	if _, _, err := Undo(Source{"x_test.go", []byte(marker + "\nno Go")}); err == nil {
		t.Error("no error for what is no Go")
	}
}
