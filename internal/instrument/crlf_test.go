package instrument

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A file whose lines end in CR LF gets the same lines, with the same ends, and is what it was when they are taken out.
func TestWriteKeepsCRLF(t *testing.T) {
	for _, c := range loopCases {
		src := c.source()
		windows := Source{src.Name, toCRLF(src.Text)}
		for _, f := range filesOf([]Source{windows}) {
			unix := filesOf([]Source{src})[0]
			want, err := unix.Write()
			if err != nil {
				t.Fatal(err)
			}
			got, err := f.Write()
			if err != nil {
				t.Fatalf("%s: %v", c.why, err)
			}
			if d := cmp.Diff(string(toCRLF(want)), string(got)); d != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, d)
			}
			if got == nil {
				continue
			}
			checkInjection(t, &f)
			back, kept, err := Undo(Source{src.Name, got})
			if err != nil || len(kept) > 0 || !bytes.Equal(back, windows.Text) {
				t.Errorf("%s: undone, error %v, kept %v (-want +got):\n%s", c.why, err, kept, cmp.Diff(string(windows.Text), string(back)))
			}
		}
	}
}

// Where some lines end in one way and some in the other, none of those that were there changes.
func TestWriteMixedLineEnds(t *testing.T) {
	text := []byte(caseHead + "func BenchmarkX(b *testing.B) {\r\n\tfor b.Loop() {\r\n\t\top()\n\t}\n}\n")
	f := filesOf([]Source{{"x_test.go", text}})[0]
	out, err := f.Write()
	if err != nil || bytes.Count(out, []byte("\r\n")) != 2 {
		t.Fatalf("error %v\n%q", err, out)
	}
	back, _, err := Undo(Source{"x_test.go", out})
	if err != nil || !bytes.Equal(back, text) {
		t.Errorf("undone: error %v\n%q", err, back)
	}
}
