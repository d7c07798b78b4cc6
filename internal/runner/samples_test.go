package runner

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plateau-bench/plateau/internal/series"
)

// joinText joins sample files with results of package m/a.
func joinText(t *testing.T, results []Result, files ...string) (*Joined, *Samples) {
	t.Helper()
	dir := t.TempDir()
	for i, text := range files {
		if err := os.WriteFile(filepath.Join(dir, string(rune('a'+i))+".bench"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := ReadSamples(dir, nil)
	return Join([]*Package{{Path: "m/a", Results: results}}, s), s
}

func resultOf(t *testing.T, rep int, line string) Result {
	t.Helper()
	r, ok := ParseResultLine(line)
	if !ok {
		t.Fatalf("%q is no result line", line)
	}
	return Result{r, rep, line}
}

func TestJoin(t *testing.T) {
	run := func(rep int, iters int64, result string, value int64) fakeRun {
		return fakeRun{name: "BenchmarkA-2", rep: rep, iters: iters, result: result, values: []int64{value}}
	}
	for _, tt := range []struct {
		why     string
		results []string // of m/a, in order: rep is the index
		files   []string
		want    []int64 // the one sample of each result, 0 for none
		notes   int
	}{
		{"by repetition", []string{"BenchmarkA-2 5 9 ns/op", "BenchmarkA-2 5 9 ns/op"},
			[]string{sampleText("m/a", 1, run(1, 5, "", 12), run(0, 5, "", 11))}, []int64{11, 12}, 0},
		{"another package, another name", []string{"BenchmarkA-4 5 9 ns/op"},
			[]string{sampleText("m/b", 1, run(0, 5, "", 11)), sampleText("m/a", 2, run(0, 5, "", 12))}, []int64{0}, 0},
		{"out of step, told by the iterations", []string{"BenchmarkA-2 6 9 ns/op", "BenchmarkA-2 7 9 ns/op"},
			[]string{sampleText("m/a", 1, run(0, 5, "", 11), run(1, 6, "", 12), run(2, 7, "", 13))}, []int64{12, 13}, 0},
		{"out of step, told by a metric", []string{"BenchmarkA-2 5 9 ns/op 70 p50-ns/op", "BenchmarkA-2 5 9 ns/op 80 p50-ns/op"},
			[]string{sampleText("m/a", 1, run(0, 5, "5\t60 p50-ns/op", 11), run(1, 5, "5\t70 p50-ns/op", 12), run(2, 5, "5\t80 p50-ns/op", 13))}, []int64{12, 13}, 0},
		{"rounding is no difference", []string{"BenchmarkA-2 5 9 ns/op 0.1235 p50-ns/op 1234 p99-ns/op"},
			[]string{sampleText("m/a", 1, run(0, 5, "5\t0.12346 p50-ns/op\t1234.4 p99-ns/op", 11))}, []int64{11}, 0},
		{"no result agrees", []string{"BenchmarkA-2 5 9 ns/op 70 p50-ns/op"},
			[]string{sampleText("m/a", 1, run(0, 5, "5\t60 p50-ns/op", 11))}, []int64{0}, 1},
		{"no samples are used twice", []string{"BenchmarkA-2 5 9 ns/op", "BenchmarkA-2 5 9 ns/op"},
			[]string{sampleText("m/a", 1, run(0, 5, "", 11))}, []int64{11, 0}, 0},
		{"a benchmark that ran itself again: the first process is meant", []string{"BenchmarkA-2 5 9 ns/op"},
			[]string{sampleText("m/a", 9, run(0, 5, "", 12)), sampleText("m/a", 1, run(0, 5, "", 11))}, []int64{11}, 0},
		{"repetitions that start again with each -cpu entry of one name", []string{"BenchmarkA-2 5 9 ns/op", "BenchmarkA-2 5 9 ns/op"},
			[]string{sampleText("m/a", 1, run(0, 5, "", 11), run(0, 5, "", 12))}, []int64{11, 12}, 0},
		{"a header in the middle: two files in one", []string{"BenchmarkA-2 5 9 ns/op", "BenchmarkA-2 5 9 ns/op"},
			[]string{sampleText("m/a", 1, run(0, 5, "", 11)) + sampleText("m/a", 2, run(1, 5, "", 12))}, []int64{11, 12}, 0},
		{"nothing there", []string{"BenchmarkA-2 5 9 ns/op"}, nil, []int64{0}, 0},
	} {
		var results []Result
		for i, line := range tt.results {
			results = append(results, resultOf(t, i, line))
		}
		j, s := joinText(t, results, tt.files...)
		var got []int64
		for _, r := range samplesOf(t, fileText(t, j)) {
			if len(r.Values) == 0 {
				r.Values = []int64{0}
			}
			got = append(got, r.Values...)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: samples (-want +got)\n%s", tt.why, d)
		}
		if n := len(j.Notes) + len(s.Notes); n != tt.notes {
			t.Errorf("%s: notes %q %q, want %d", tt.why, j.Notes, s.Notes, tt.notes)
		}
	}
}

func TestReadSamplesBadFiles(t *testing.T) {
	whole := sampleText("m/a", 1, fakeRun{name: "BenchmarkA-2", iters: 5, values: []int64{11}})
	for _, tt := range []struct {
		why, text string
		runs      int
		notes     int
	}{
		{"empty", "", 0, 1},
		{"no sample file", "hello\n", 0, 1},
		{"binary", "\x00\xff\n# plateau \x00\n", 0, 1},
		{"CRLF", strings.ReplaceAll(whole, "\n", "\r\n"), 1, 0},
		{"a newer version", strings.Replace(whole, "# plateau 1 ", "# plateau 99 ", 1), 0, 1},
		{"words of another version", strings.Replace(whole, "# plateau run ", "# plateau trial ", 1), 0, 1},
		{"a header alone", "# plateau 1 Go benchmark results\n", 0, 1},
		{"a line over 64 KiB", strings.Replace(whole, "goos: linux\n", "goos: linux\nnoise: "+strings.Repeat("x", 200_000)+"\n", 1), 1, 1},
		{"an endless last line", whole + strings.Repeat("x", 200_000), 1, 1},
	} {
		_, s := joinText(t, nil, tt.text)
		n := 0
		for _, runs := range s.runs {
			n += len(runs)
		}
		if n != tt.runs || len(s.Notes) != tt.notes {
			t.Errorf("%s: %d runs, notes %q, want %d runs and %d notes", tt.why, n, s.Notes, tt.runs, tt.notes)
		}
	}
	// Cut anywhere, a file gives what is whole, and never more.
	for i := range len(whole) {
		_, s := joinText(t, nil, whole[:i])
		if len(s.runs) > 0 && i < len(whole)-1 {
			t.Fatalf("a run is found in the first %d bytes of %d", i, len(whole))
		}
	}
}

// A transcript takes any stream: it does not panic, shows all text, and keeps
// only lines that are results.
func FuzzTranscript(f *testing.F) {
	f.Add(`{"Action":"start","Package":"m/a"}
{"Action":"output","Package":"m/a","Output":"BenchmarkA-2 \t"}
{"Action":"output","Package":"m/a","Output":"  5\t 9 ns/op\n"}
{"Action":"fail","Package":"m/a"}
go: no event
`)
	f.Add(`{"Action":"output","Package":"m/a","Output":"BenchmarkA-2 \t 0\t NaN ns/op\nBenchmarkA-2 \t1"}`)
	f.Add(`{"ImportPath":"m/a","Action":"build-output","Output":"# m/a\n"}{"Action":1}`)
	f.Fuzz(func(t *testing.T, stream string) {
		var tr Transcript
		tr.Show = func(text string) {
			if text == "" {
				t.Error("nothing is shown")
			}
		}
		s := lineSplitter{line: func(line []byte) {
			if e, ok := ParseEvent(line); ok {
				tr.Event(e)
			} else {
				tr.Text(string(line))
			}
		}}
		for i := 0; i < len(stream); i += 7 {
			s.Write([]byte(stream[i:min(i+7, len(stream))]))
		}
		tr.Close()
		for _, p := range tr.Packages {
			for _, r := range p.Results {
				if got, ok := ParseResultLine(r.Line); !ok || got.Judge(r.Line) != Keep {
					t.Errorf("%q is kept", r.Line)
				}
			}
		}
	})
}

// Whatever a sample file holds: each run that is indexed reads as that run
// when its lines stand behind the header, as in a joined file.
func FuzzSamples(f *testing.F) {
	whole := sampleText("m/a", 1, fakeRun{name: "BenchmarkA-2", iters: 5, values: []int64{11, 12}}, fakeRun{name: "BenchmarkB-2", iters: 6})
	f.Add(whole)
	f.Add(whole + whole)
	f.Add(strings.ReplaceAll(whole, "\n", "\r\n"))
	f.Add(whole[:len(whole)-9] + "\n" + whole)
	f.Fuzz(func(t *testing.T, text string) {
		s := &Samples{runs: make(map[runKey][]*sampleRun)}
		s.indexFile("x", strings.NewReader(text))
		for key, runs := range s.runs {
			for _, run := range runs {
				var p series.Parser
				complete := 0
				lines := string(run.file.header) + text[run.off:run.off+run.size]
				for i, line := range strings.Split(lines, "\n") {
					kind, err := p.Line([]byte(line), i+1)
					if err != nil {
						t.Errorf("%s: %v", key.name, err)
					}
					if kind == series.RunComplete {
						complete++
						if p.Run().Name != key.name || p.Run().Rep != run.rep || p.Run().Iters != run.iters {
							t.Errorf("run %+v is indexed as %v %+v", p.Run().Run, key, run)
						}
					}
				}
				if complete != 1 {
					t.Errorf("%s: %d runs in the lines of one:\n%q", key.name, complete, lines)
				}
			}
		}
	})
}
