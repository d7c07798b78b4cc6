package series

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the files of testdata")

// exampleFile is a whole file: a run with warm-up, a run with a stage whose samples alternate with the main ones, and a run
// without a sample.
func exampleFile(t testing.TB) []byte {
	var out bytes.Buffer
	w := NewWriter(&out, nil)
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	must(w.Header(process))
	r := rand.New(rand.NewPCG(15, 16))
	draw := func(n int, median int64) []int64 { // in integers, which are the same on every machine
		xs := make([]int64, n)
		for i := range xs {
			sum := int64(0)
			for range 8 {
				sum += r.Int64N(median)
			}
			xs[i] = (median + sum/8 + 9*median/int64(1+i*i)) &^ 1
		}
		return xs
	}
	lookup := draw(400, 260)
	must(writeRun(w, "BenchmarkLookup-2 \t     400\t       182.4 ns/op\t       151.7 mean-ns/op\t       150.0 p50-ns/op", Run{
		Name: "BenchmarkLookup-2", Procs: 2, Start: began.Add(1e9), Iters: 400, TickNS: 1 / 2.6, Batch: 1, OverheadNS: 9.5, WarmupIters: 5,
		Class: "warmup", Confidence: 0.9, Series: []Series{{Batch: 1, Samples: 400, Warmup: 5}},
	}, lookup))

	all, first := draw(200, 160e3), draw(150, 35e3)
	must(w.Run("BenchmarkServe/size=1k-2 \t     200\t     91234 ns/op\t     90210 p50-ns/op", Run{
		Name: "BenchmarkServe/size=1k-2", Procs: 2, Start: began.Add(2e9), Iters: 200, TickNS: 1 / 2.6, Batch: 1, Class: "flat",
		Marks:  []string{"excluded-time"},
		Series: []Series{{Batch: 1, Samples: 200, Lost: 3}, {Name: "ttft", Batch: 1, Samples: 150}},
	}))
	e := new(Encoder)
	for _, part := range []struct {
		series int
		xs     []int64
	}{{0, all[:100]}, {1, first[:75]}, {0, all[100:]}, {1, first[75:]}} {
		c, n := e.Append(nil, part.xs)
		must(w.Chunk(part.series, c, n))
	}
	must(w.End())

	must(writeRun(w, "BenchmarkSkipped-2 \t       1\t         5.0 ns/op", Run{
		Name: "BenchmarkSkipped-2", Procs: 2, Start: began.Add(3e9), Iters: 1, Series: []Series{},
	}))
	return out.Bytes()
}

// goldenFiles are the cases, made from the whole file.
func goldenFiles(t testing.TB) map[string][]byte {
	whole := exampleFile(t)
	lines := bytes.SplitAfter(whole, []byte("\n"))
	at := func(prefix string, k int) int { // the k-th line that begins so
		for i, l := range lines {
			if bytes.HasPrefix(l, []byte(prefix)) {
				if k--; k < 0 {
					return i
				}
			}
		}
		t.Fatalf("no line %q", prefix)
		return 0
	}
	edit := func(f func(lines [][]byte) [][]byte) []byte {
		c := make([][]byte, len(lines))
		for i := range lines {
			c[i] = bytes.Clone(lines[i])
		}
		return bytes.Join(f(c), nil)
	}
	replace := func(i int, old, new string) []byte {
		return edit(func(l [][]byte) [][]byte {
			if !bytes.Contains(l[i], []byte(old)) {
				t.Fatalf("line %q has no %q", l[i], old)
			}
			l[i] = bytes.Replace(l[i], []byte(old), []byte(new), 1)
			return l
		})
	}
	without := func(i int) []byte {
		return edit(func(l [][]byte) [][]byte { return append(l[:i], l[i+1:]...) })
	}
	flip := func(i, k int) []byte {
		return edit(func(l [][]byte) [][]byte { l[i][k] ^= 1; return l })
	}
	const run, data, end = "# plateau run ", "# plateau data ", "# plateau end "
	newer := bytes.Replace(whole, []byte("# plateau 1 "), []byte("# plateau 7 "), 1)
	return map[string][]byte{
		"whole":           whole,
		"crlf":            bytes.ReplaceAll(whole, []byte("\n"), []byte("\r\n")),
		"no-last-newline": bytes.TrimRight(whole, "\n"),
		"killed":          bytes.Join(lines[:at(data, 3)], nil),
		"cut-in-line":     bytes.Join(lines[:at(data, 3)], nil)[:len(bytes.Join(lines[:at(data, 3)], nil))-60],
		"damaged-process": flip(at("# plateau process ", 0), 60),
		"damaged-run":     flip(at(run, 0), 60),
		"damaged-data":    flip(at(data, 1), 100),
		"damaged-sum":     flip(at(data, 0), len(data)+2),
		"damaged-word":    replace(at(data, 2), " data ", " date "),
		"damaged-end":     flip(at(end, 1), len(end)+9),
		"missing-header":  without(0),
		"missing-run":     without(at(run, 1)),
		"missing-data":    without(at(data, 3)),
		"missing-end":     without(at(end, 0)),
		"doubled-data":    edit(func(l [][]byte) [][]byte { i := at(data, 1); return append(l[:i+1:i+1], l[i:]...) }),
		"newer":           newer,
		"newer-and-whole": append(bytes.Clone(newer), whole...),
		"two-processes":   append(bytes.Join(lines[:at(data, 1)], nil), whole...),
		"unknown-word": edit(func(l [][]byte) [][]byte {
			i := at(run, 1)
			return append(l[:i:i], append([][]byte{[]byte("# plateau colour 00000000 green\n"), []byte("# plateau\n")}, l[i:]...)...)
		}),
		"not-ours": []byte("BenchmarkX 1 1 ns/op\n# a remark\nPASS\n"),
		"empty":    nil,
	}
}

// describe says what a Parser makes of a file.
func describe(t testing.TB, file []byte) string {
	var out strings.Builder
	var p Parser
	lineno := 0
	for line := range bytes.Lines(file) {
		lineno++
		kind, err := p.Line(line, lineno)
		if err != nil {
			fmt.Fprintf(&out, "error: %s\n", strings.ReplaceAll(err.Error(), "\n", "\n       "))
		}
		switch kind {
		case Header:
			fmt.Fprintf(&out, "%d: header\n", lineno)
		case ProcessLine:
			fmt.Fprintf(&out, "%d: process %d of %s\n", lineno, p.Process().PID, p.Process().Pkg)
		case RunComplete:
			r := p.Run()
			fmt.Fprintf(&out, "%d: run %s from line %d, process known: %v\n", lineno, r.Name, r.Line, r.Process != nil)
			for i, s := range r.Series {
				xs := values(t, r, i)
				sum := int64(0)
				for _, x := range xs {
					sum += x
				}
				fmt.Fprintf(&out, "   series %q: %d samples from %d to %d, sum %d\n", s.Name, len(xs), xs[0], xs[len(xs)-1], sum)
			}
		}
	}
	if err := p.Close(lineno + 1); err != nil {
		fmt.Fprintf(&out, "error: %v\n", err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	for name, file := range goldenFiles(t) {
		t.Run(name, func(t *testing.T) {
			bench, txt := filepath.Join("testdata", name+".bench"), filepath.Join("testdata", name+".txt")
			if *update {
				for path, text := range map[string][]byte{bench: file, txt: []byte(describe(t, file))} {
					if err := os.WriteFile(path, text, 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			kept, err := os.ReadFile(bench)
			if err != nil {
				t.Fatal(err)
			}
			// Old files must stay readable, even if new ones are written differently.
			want, err := os.ReadFile(txt)
			if err != nil {
				t.Fatal(err)
			}
			if got := describe(t, kept); got != string(want) {
				t.Errorf("%s reads as\n%swant\n%s", bench, got, want)
			}
			if got := describe(t, file); got != string(want) {
				t.Errorf("the case as made now reads as\n%swant\n%s", got, want)
			}
			if !bytes.Equal(kept, file) {
				t.Errorf("%s is not what is written now: if that is meant, keep the old file under another name and run go test -update", bench)
			}
		})
	}
}
