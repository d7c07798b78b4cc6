package runner

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show renders lines so that a table can say what it expects.
func show(lines []Line) []string {
	var out []string
	for _, l := range lines {
		switch l.Kind {
		case Started:
			out = append(out, fmt.Sprintf("start %s #%d", l.Name, l.Rep))
		case Finished:
			out = append(out, fmt.Sprintf("done %s #%d n=%d %q", l.Name, l.Rep, l.Result.N, l.Text))
		case ConfigLine:
			out = append(out, "config "+l.Text)
		case UnitLine:
			out = append(out, "unit "+l.Text)
		default:
			out = append(out, "text "+l.Text)
		}
	}
	return out
}

func TestOutput(t *testing.T) {
	for _, tt := range []struct {
		why    string
		pieces []string
		want   []string
		rest   string
	}{
		{
			why:    "the name comes before the run, the result after it",
			pieces: []string{"BenchmarkA-2 \t", "  100\t  5 ns/op\n", "BenchmarkA-2 \t", "  200\t  6 ns/op\n"},
			want: []string{
				"start BenchmarkA-2 #0", `done BenchmarkA-2 #0 n=100 "BenchmarkA-2 \t  100\t  5 ns/op"`,
				"start BenchmarkA-2 #1", `done BenchmarkA-2 #1 n=200 "BenchmarkA-2 \t  200\t  6 ns/op"`,
			},
		},
		{
			why:    "a line cut anywhere, even inside the name",
			pieces: []string{"Bench", "markA-2", " ", "\t  1", "00\t  5 n", "s/op", "\n"},
			want:   []string{"start BenchmarkA-2 #0", `done BenchmarkA-2 #0 n=100 "BenchmarkA-2 \t  100\t  5 ns/op"`},
		},
		{
			why:    "prints during the run split the line",
			pieces: []string{"BenchmarkA-2 \t", "noise\n", "goos: mars\n", "     100\t  5 ns/op\n"},
			want:   []string{"start BenchmarkA-2 #0", "text noise", "config goos: mars", `done BenchmarkA-2 #0 n=100 "BenchmarkA-2 \t     100\t  5 ns/op"`},
		},
		{
			why:    "a print without a newline sticks to the result",
			pieces: []string{"BenchmarkA-2 \t", "hits: 7", "     100\t  5 ns/op\t 3 B/op\n"},
			want:   []string{"start BenchmarkA-2 #0", "text hits: 7", `done BenchmarkA-2 #0 n=100 "BenchmarkA-2 \t     100\t  5 ns/op\t 3 B/op"`},
		},
		{
			why:    "a print without a newline sticks to the name",
			pieces: []string{"dots...", "BenchmarkA-2 \t", "     100\t  5 ns/op\n"},
			want:   []string{"text dots...", "start BenchmarkA-2 #0", `done BenchmarkA-2 #0 n=100 "BenchmarkA-2 \t     100\t  5 ns/op"`},
		},
		{
			why:    "prints without newlines on both sides of the name",
			pieces: []string{"dots...", "BenchmarkA-2 \ta print\n", "dots...     100\t  5 ns/op\n", "dots...BenchmarkB \ta print\n"},
			want:   []string{"text dots...", "start BenchmarkA-2 #0", "text a print", "text dots...", `done BenchmarkA-2 #0 n=100 "BenchmarkA-2 \t     100\t  5 ns/op"`, "text dots...BenchmarkB \ta print"},
		},
		{
			why:    "a run that fails is counted, so that the next keeps its number",
			pieces: []string{"BenchmarkA-2 \t", "--- FAIL: BenchmarkA-2\n    a_test.go:9: bad\n", "BenchmarkA-2 \t", "     100\t  5 ns/op\n"},
			want:   []string{"start BenchmarkA-2 #0", "text --- FAIL: BenchmarkA-2", "text     a_test.go:9: bad", "start BenchmarkA-2 #1", `done BenchmarkA-2 #1 n=100 "BenchmarkA-2 \t     100\t  5 ns/op"`},
		},
		{
			why:    "under -v a run that fails prints no name before",
			pieces: []string{"BenchmarkA\n", "--- FAIL: BenchmarkA-2\n", "BenchmarkA-2 \t     100\t  5 ns/op\n"},
			want:   []string{"text BenchmarkA", "text --- FAIL: BenchmarkA-2", "start BenchmarkA-2 #1", `done BenchmarkA-2 #1 n=100 "BenchmarkA-2 \t     100\t  5 ns/op"`},
		},
		{
			why:    "the half line of a killed run is no result",
			pieces: []string{"BenchmarkA-2 \t     1\t 5 ns/op\nBenchmarkA-2 \t", "signal: interrupt\n", "FAIL\tm/a\t1s\n"},
			want:   []string{"start BenchmarkA-2 #0", `done BenchmarkA-2 #0 n=1 "BenchmarkA-2 \t     1\t 5 ns/op"`, "start BenchmarkA-2 #1", "text signal: interrupt", "text FAIL\tm/a\t1s"},
		},
		{
			why:    "a result line without its end is not whole: its last number may be cut",
			pieces: []string{"BenchmarkA-2 \t", "     100\t  57"},
			want:   []string{"start BenchmarkA-2 #0"},
			rest:   "     100\t  57",
		},
		{
			why:    "odd names",
			pieces: []string{"BenchmarkÄ/x=1,y=\"ü\"/#00-16 \t     100\t  5 ns/op\n", "Benchmark-2 \t 1\t 5 ns/op\n"},
			want: []string{
				`start BenchmarkÄ/x=1,y="ü"/#00-16 #0`, `done BenchmarkÄ/x=1,y="ü"/#00-16 #0 n=100 "BenchmarkÄ/x=1,y=\"ü\"/#00-16 \t     100\t  5 ns/op"`,
				"start Benchmark-2 #0", `done Benchmark-2 #0 n=1 "Benchmark-2 \t 1\t 5 ns/op"`,
			},
		},
		{
			why:    "a program's own words are not names",
			pieces: []string{"Benchmarks\tare slow\n", "Benchmark\tTime\n", "Benchmarking \t", "now\n"},
			want:   []string{"text Benchmarks\tare slow", "text Benchmark\tTime", "text Benchmarking \tnow"},
		},
		{
			why:    "Windows line ends",
			pieces: []string{"pkg: m/a\r\nBenchmarkA-2 \t     100\t  5 ns/op\r\nUnit p99-ns/op better=lower\r\n"},
			want:   []string{"config pkg: m/a", "start BenchmarkA-2 #0", `done BenchmarkA-2 #0 n=100 "BenchmarkA-2 \t     100\t  5 ns/op"`, "unit Unit p99-ns/op better=lower"},
		},
		{
			why:    "empty lines stay",
			pieces: []string{"a\n\nb\n"},
			want:   []string{"text a", "text ", "text b"},
		},
	} {
		var o Output
		var got []Line
		for _, p := range tt.pieces {
			got = append(got, o.Feed(p)...)
		}
		if d := cmp.Diff(tt.want, show(got)); d != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.why, d)
		}
		if rest := o.Rest(); rest != tt.rest {
			t.Errorf("%s: rest %q, want %q", tt.why, rest, tt.rest)
		}
	}
}

// However the pieces are cut, the lines are the same and nothing printed is lost.
func FuzzOutput(f *testing.F) {
	f.Add("BenchmarkA-2 \t     100\t  5 ns/op\nBenchmarkA-2 \tnoise\n   100\t 6 ns/op\n", uint8(3))
	f.Add("dots BenchmarkA-2 \thits: 7     100\t  5 ns/op\n--- FAIL: BenchmarkA-2\n", uint8(1))
	f.Add("pkg: a\r\nBenchmark \t\nBenchmarkB \t 1\t NaN ns/op\nPASS", uint8(7))
	f.Fuzz(func(t *testing.T, s string, step uint8) {
		feed := func(n int) ([]string, string) {
			var o Output
			var lines []Line
			for i := 0; i < len(s); i += n {
				lines = append(lines, o.Feed(s[i:min(i+n, len(s))])...)
			}
			for _, l := range lines {
				if l.Kind == Finished {
					if r, ok := ParseResultLine(l.Text); !ok || r.Name != l.Name {
						t.Fatalf("finished line %q does not read as a result of %q", l.Text, l.Name)
					}
					if l.Rep < 0 || strings.ContainsRune(l.Text, '\n') {
						t.Fatalf("bad line %+v", l)
					}
				}
			}
			return show(lines), o.Rest()
		}
		feed(int(step)%16 + 1)
		lines, _ := feed(len(s) + 1)
		bySingle, _ := feed(1)
		// Cut at every byte a name is announced as soon as it is there; in
		// one piece only when its line proves to be a result or is at the
		// start. Results are the same either way when nothing sticks to names.
		if !strings.Contains(s, "Benchmark") {
			if d := cmp.Diff(lines, bySingle); d != "" {
				t.Fatalf("one piece against single bytes:\n%s", d)
			}
		}
	})
}
