package reportx

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shape is what tests look at: each benchmark with its runs' samples.
func shape(rs *Results) (list []string) {
	for _, b := range rs.Benchmarks {
		line := b.Name
		if b.Pkg != "" {
			line = b.Pkg + "." + line
		}
		for _, r := range b.Runs {
			line += " |"
			for _, s := range r.Series {
				if s.Name != "" {
					line += " " + s.Name + ":"
				}
				s.Samples.Each(func(ns float64) bool {
					line += fmt.Sprintf(" %v", ns)
					return true
				})
			}
			for _, m := range r.Metrics {
				line += fmt.Sprintf(" %v %s", m.Value, m.Unit)
			}
		}
		list = append(list, line)
	}
	return list
}

func TestReadForms(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	for _, c := range []struct {
		name     string
		in       string
		want     []string
		problems []string
		notes    []string
	}{
		{name: "numbers, runs divided by blank lines", in: "1\n2\n\n\n3.5\n", want: []string{"in | 1 2 | 3.5"}},
		{name: "numbers in any notation, comments, spaces", in: "# ns\n 1e3 \n.5e1\n+0\n", want: []string{"in | 1000 5 0"}},
		{name: "numbers with CRLF and a byte order mark", in: "\xef\xbb\xbf1\r\n2\r\n\r\n3\r\n", want: []string{"in | 1 2 | 3"}},
		{name: "a number without a newline", in: "1\n2", want: []string{"in | 1 2"}},
		{
			name: "what is no number is skipped", in: "1\nfoo\n2\n-3\nNaN\n1e18\n4\n1e999\n3ms\n1234567890123456\n", want: []string{"in | 1 2 4 1.234567890123456e+15"},
			problems: []string{
				`in:2: "foo" is not a number`, "in:4: -3: a duration cannot be negative", "in:5: NaN is not a duration",
				"in:6: 1e+18 ns is longer than can be kept (53 days)", "in:8: 1e999 ns is longer than can be kept (53 days)",
				`in:9: "3ms" has a unit: numbers are in ns, without one`,
			},
		},
		{
			name: "series, grouped up to the last @k", in: `{"id":"a@0","ns":[1,2]}` + "\n\n" + `{"ns":[3],"id":"a@1","class":"flat"}` + "\n" + `{"id":"b@x","ns":[4.25]}` + "\n",
			want: []string{"a | 1 2 | 3", "b@x | 4.25"},
		},
		{name: "a series without an id", in: `{"ns": [1]}`, want: []string{"in | 1"}},
		{
			name: "damaged series", in: `{"id":"a","ns":[1,2]}` + "\n" + `{"id":"b","ns":[1,` + "\n" + `{"id":"c","ns":[-1]}` + "\n" + `{"id":"d","unit":"ms","ns":[1]}` + "\n" + `{"id":"e"}` + "\n" + `{"id":"f","ns":[1,null]}`,
			want: []string{"a | 1 2"},
			problems: []string{
				"in:2: series cut off: the line ends before its JSON does",
				`in:3: series "c": value 0: -1: a duration cannot be negative`,
				`in:4: series "d" is in "ms": only ns is read`,
				`in:5: series "e" has no list "ns"`,
				`in:6: series "f": value 1, null, is not a number`,
			},
		},
		{name: "an empty series", in: `{"id":"a","ns":[]}`, notes: []string{`in:1: series "a" is empty`}},
		{
			name: "go test output", in: "goos: linux\npkg: p\nBenchmarkA-2 \t 10\t 5 ns/op\t 7 B/op\nBenchmarkA-2 \t 10\t 6 ns/op\nPASS\nok  \tp\t1s\npkg: q\nBenchmarkA-2 \t 10\t 7 ns/op\n",
			want: []string{"p.BenchmarkA-2 | 5 ns/op 7 B/op | 6 ns/op", "q.BenchmarkA-2 | 7 ns/op"},
		},
		{
			name: "a line that would lose all output", in: "BenchmarkA 1 5 ns/op\n" + long + "y\nBenchmarkB 1 6 ns/op\n",
			want:     []string{"BenchmarkA | 5 ns/op", "BenchmarkB | 6 ns/op"},
			problems: []string{"in:2: " + errLongLine.Error()},
		},
		{name: "the longest line allowed", in: "BenchmarkA 1 5 ns/op\n" + long + "\r\nBenchmarkB 1 6 ns/op\r\n", want: []string{"BenchmarkA | 5 ns/op", "BenchmarkB | 6 ns/op"}},
		{
			name: "results that testing spoils", in: "BenchmarkA-2 \t 0\t NaN ns/op\nBenchmarkB-2 \t 1\t 5 ns/op\t +Inf MB/s\n",
			want:  []string{"BenchmarkB-2 | 5 ns/op"},
			notes: []string{"in:1: BenchmarkA-2: result of 0 iterations (NaN ns/op) dropped", "in:2: BenchmarkB-2: +Inf MB/s left out"},
		},
		{
			name: "a result divided by output", in: "BenchmarkA-2 \tdebug\n     100\t 5 ns/op\nBenchmarkB-2 \t 1\t 5 ns/op\n",
			want:     []string{"BenchmarkB-2 | 5 ns/op"},
			problems: []string{"in:1: result of BenchmarkA-2 is lost: something was printed in the middle of its line (print with b.Log)"},
		},
		{
			name: "text that begins like a result", in: "Benchmarking took 3 s\nBenchmarkB-2 \t 1\t 5 ns/op\n",
			want: []string{"BenchmarkB-2 | 5 ns/op"}, notes: []string{"in:1: begins with Benchmark but is no result: skipped"},
		},
		{
			name: "cut in the middle of a value", in: "BenchmarkA-2 \t 1\t 5 ns/op\nBenchmarkA-2 \t 1\t 5",
			want: []string{"BenchmarkA-2 | 5 ns/op"}, problems: []string{"in:2: result line of BenchmarkA-2 is cut off or damaged: missing units"},
		},
		{
			name: "cut in the middle of a unit", in: "BenchmarkA-2 \t 1\t 5 ns/op\nBenchmarkA-2 \t 1\t 5 ns/op\t 7 B/o",
			want: []string{"BenchmarkA-2 | 5 ns/op | 5 ns/op"}, problems: []string{"in:2: the input ends in the middle of this line: 7 B/o left out"},
		},
		{
			name: "a last line without a newline", in: "BenchmarkA-2 \t 1\t 5 ns/op",
			want: []string{"BenchmarkA-2 | 5 ns/op"}, notes: []string{"in:1: the last line has no newline: more may have followed"},
		},
		{
			name: "a failed benchmark", in: "BenchmarkA-2 \t 1\t 5 ns/op\n--- FAIL: BenchmarkB-2\n    x_test.go:3: no\n--- FAIL: BenchmarkB-2\nFAIL\n",
			want: []string{"BenchmarkA-2 | 5 ns/op"}, notes: []string{"in:2: BenchmarkB-2 failed: the run has no result"},
		},
		{
			name: "binary data between lines", in: "BenchmarkA-2 \t 1\t 5 ns/op\na\x00b\n",
			want: []string{"BenchmarkA-2 | 5 ns/op"}, problems: []string{"in:2: binary data in the line, which is skipped"},
		},
		{name: "a line of a pool is no run", in: "Unit pooled-p99-ns/op assume=exact\nBenchmarkA-2 \t 1\t 5 ns/op\nBenchmarkA-2 \t 9\t 8 pooled-p99-ns/op\n", want: []string{"BenchmarkA-2 | 5 ns/op"}},
		{
			name: "go test -json, two packages mixed, pieces of lines",
			in: `{"Action":"start","Package":"p"}
{"Action":"output","Package":"p","Output":"pkg: p\n"}
{"Action":"output","Package":"p","Test":"BenchmarkA","Output":"BenchmarkA\n"}
{"Action":"output","Package":"p","Test":"BenchmarkA","Output":"BenchmarkA-2   \t"}
{"Action":"output","Package":"q","Output":"BenchmarkA-2   \t"}
go: a line that is no event
{"Action":"output","Package":"p","Output":"     100\t 5 ns/op\nBenchmarkA-2   \t"}
{"Action":"output","Package":"q","Output":"     100\t 7 ns/op\n"}
{"Action":"output","Package":"p","Output":"     100\t 6 ns/op\n"}
{"Action":"output","Package":"p","Output":"BenchmarkCut-2 \t 1\t 5\n"}
{"Action":"outp`,
			want:     []string{"p.BenchmarkA-2 | 5 ns/op | 6 ns/op", "q.BenchmarkA-2 | 7 ns/op"},
			problems: []string{"in:10: result line of BenchmarkCut-2 is cut off or damaged: missing units", "in:11: event of go test -json is cut off or damaged"},
		},
		{name: "go test -json after other lines", in: "go: downloading x v1.0.0\n" + `{"Action":"output","Package":"p","Output":"BenchmarkA 1 5 ns/op\n"}`, want: []string{"p.BenchmarkA | 5 ns/op"}},
		{name: "nothing", in: "", problems: []string{"in: empty"}},
		{name: "blank lines", in: "\n \n\n", problems: []string{"in: empty"}},
		{name: "no results", in: "PASS\nok p 1s\n", problems: []string{`in: no results: nothing in it is a benchmark result or a sample; it begins with "PASS"`}},
		{name: "binary", in: "\x7fELF\x02\x01\x01\x00\x00\x00", problems: []string{"in: " + errBinary.Error()}},
		{name: "gzip", in: "\x1f\x8b\x08\x00", problems: []string{"in: " + errGzip.Error()}},
		{name: "UTF-16", in: "\xff\xfeg\x00o\x00", problems: []string{"in: " + errUTF16.Error()}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rs := read(t, "in", []byte(c.in))
			if d := cmp.Diff(c.want, shape(rs)); d != "" {
				t.Errorf("results (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.problems, problems(rs)); d != "" {
				t.Errorf("problems (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.notes, notes(rs)); d != "" {
				t.Errorf("notes (-want +got):\n%s", d)
			}
		})
	}
}

// A file that is damaged throughout does not drown the rest in messages.
func TestManyProblems(t *testing.T) {
	rs := read(t, "in", []byte("1\n"+strings.Repeat("x\n", 1000)))
	if n := len(rs.Problems); n != maxProblems+1 || rs.Problems[n-1].Err.Error() != "990 more lines that cannot be read" {
		t.Errorf("%d problems, the last %v", n, rs.Problems[n-1])
	}
}

func TestReadSampleFile(t *testing.T) {
	a, b := nsRun("BenchmarkA-2", 1, 9, 5, 5), nsRun("BenchmarkB/x=1-2", 0, 7)
	b.line = "" // samples without a result line
	b.run.Series = append(b.run.Series, b.run.Series[0])
	b.run.Series[1].Name = "ttft"
	b.values = append(b.values, []int64{3})
	file := sampleFile(t, 1, a, b)
	want := []string{"example.com/p.BenchmarkA-2 | 9 5 5 100 ns/op", "example.com/p.BenchmarkB/x=1-2 | 7 ttft: 3"}
	for name, in := range map[string][]byte{
		"as written": file, "CRLF": bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n")),
	} {
		rs := readWhole(t, "in", in)
		if d := cmp.Diff(want, shape(rs)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if r := rs.Benchmarks[0].Runs[0]; r.Series[0].Warmup != 1 || r.Process == "" || !r.Start.Equal(testStart) || r.Iters != 4 {
			t.Errorf("%s: %+v", name, r)
		}
		if b := rs.Benchmarks[0]; b.Procs != 2 || b.config("goos") != "linux" {
			t.Errorf("%s: %+v", name, b)
		}
	}
}

// Cut anywhere, a sample file gives the runs that are whole, and says where it
// was cut.
func TestTruncatedSampleFile(t *testing.T) {
	file := sampleFile(t, 1, nsRun("BenchmarkA-2", 0, 1, 2, 3), nsRun("BenchmarkA-2", 0, 4, 5, 6))
	firstEnd := bytes.Index(file, []byte("# plateau end")) + len("# plateau end 00000000 1\n")
	for cut := firstEnd; cut < len(file); cut++ {
		rs := read(t, "in", file[:cut])
		runs := rs.Benchmarks[0].Runs
		if len(runs[0].Series) != 1 {
			t.Fatalf("cut at %d: the first run is lost", cut)
		}
		last := bytes.LastIndex(file[:cut], newline)
		if len(runs) == 2 && len(runs[1].Series) == 0 && cut > last+1 && len(rs.Problems) == 0 && len(rs.Notes) == 0 &&
			bytes.HasPrefix(file[last+1:cut], []byte("# plateau ")) {
			t.Errorf("cut at %d, in %q: nothing said", cut, file[last+1:cut])
		}
	}
}

func TestDamagedSampleFile(t *testing.T) {
	file := sampleFile(t, 1, nsRun("BenchmarkA-2", 0, 1, 2, 3), nsRun("BenchmarkA-2", 0, 4, 5, 6))
	data := bytes.LastIndex(file, []byte("# plateau data"))
	file[data+30] ^= 1
	rs := read(t, "in", file)
	line := 1 + bytes.Count(file[:data], newline)
	if len(rs.Problems) != 1 || rs.Problems[0].Line != line {
		t.Errorf("problems %v, want one at line %d", problems(rs), line)
	}
	if d := cmp.Diff([]string{"example.com/p.BenchmarkA-2 | 1 2 3 100 ns/op | 100 ns/op"}, shape(rs)); d != "" {
		t.Error(d)
	}
}

func TestNewerSampleFile(t *testing.T) {
	file := sampleFile(t, 1, nsRun("BenchmarkA-2", 0, 1, 2, 3))
	rs := read(t, "in", bytes.Replace(file, []byte("# plateau 1 "), []byte("# plateau 9 "), 1))
	if len(rs.Problems) != 1 || rs.Problems[0].Line != 1 || !strings.Contains(rs.Problems[0].Error(), "version 9") {
		t.Errorf("problems %v", problems(rs))
	}
	if d := cmp.Diff([]string{"example.com/p.BenchmarkA-2 | 100 ns/op"}, shape(rs)); d != "" {
		t.Error("result lines of a newer file are still read:", d)
	}
}

// Files are joined: runs of one benchmark are together, whatever file they are in.
func TestReadFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a := write("a.bench", sampleFile(t, 1, nsRun("BenchmarkA-2", 0, 1)))
	b := write("b.bench", sampleFile(t, 2, nsRun("BenchmarkA-2", 0, 2)))
	missing := filepath.Join(dir, "missing")
	rs := ReadFiles([]string{a, missing, b, dir, "-"}, strings.NewReader("5\n"), ReadOptions{})
	if d := cmp.Diff([]string{"example.com/p.BenchmarkA-2 | 1 100 ns/op | 2 100 ns/op", "stdin | 5"}, shape(rs)); d != "" {
		t.Error(d)
	}
	if len(rs.Problems) != 2 || !errors.Is(rs.Problems[0], os.ErrNotExist) || !strings.Contains(rs.Problems[1].Error(), "is a directory") {
		t.Errorf("problems %v", problems(rs))
	}
	if got := processes(rs.Benchmarks[0].Runs); got != "fresh" {
		t.Errorf("two processes: %q", got)
	}
}

// errReader fails after some input.
type errReader struct{ in *strings.Reader }

func (r errReader) Read(p []byte) (int, error) {
	if r.in.Len() == 0 {
		return 0, errors.New("device gone")
	}
	return r.in.Read(p)
}

// An input that fails in the middle: what came before is kept.
func TestReadError(t *testing.T) {
	filler := strings.Repeat("BenchmarkA 1 5 ns/op\n", 5000) // more than is looked at to tell the form
	for _, in := range []string{filler, strings.Repeat("5\n", 50000)} {
		rs := NewResults(ReadOptions{})
		rs.Read("in", errReader{strings.NewReader(in)})
		if len(rs.Benchmarks) != 1 || len(rs.Problems) != 1 || !strings.Contains(rs.Problems[0].Error(), "device gone") {
			t.Errorf("%d benchmarks, problems %v", len(rs.Benchmarks), problems(rs))
		}
	}
}

func TestPrintedProcs(t *testing.T) {
	for name, want := range map[string]int{
		"BenchmarkA-8": 8, "BenchmarkA": 1, "BenchmarkA-x": 1, "BenchmarkA-": 1, "BenchmarkA-08": 1, "BenchmarkA/b-1-16": 16, "": 1, "BenchmarkA-+2": 1,
	} {
		if got := printedProcs(name); got != want {
			t.Errorf("printedProcs(%q) = %d, want %d", name, got, want)
		}
	}
}

func TestSeriesGroup(t *testing.T) {
	for id, want := range map[string]string{"a@0": "a", "a@b@12": "a@b", "a": "a", "a@": "a@", "a@x": "a@x", "@1": "@1", "": ""} {
		if got := seriesGroup(id); got != want {
			t.Errorf("seriesGroup(%q) = %q, want %q", id, got, want)
		}
	}
}
