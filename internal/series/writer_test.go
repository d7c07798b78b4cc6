package series

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

var began = time.Date(2025, 3, 1, 12, 0, 0, 123456789, time.UTC)

var process = Process{
	Pkg: "example.com/cache", Go: "go1.24.0", GOOS: "linux", GOARCH: "amd64", CPU: "Intel(R) Xeon(R) Processor",
	PID: 4711, NumCPU: 2, Start: began, Clock: "tsc", StepNS: 0.8, ReadNS: 9.5, Benchtime: "1s", CPUList: "2", Count: 2,
}

// writeRun writes a whole run with the samples of its series.
func writeRun(w *Writer, line string, r Run, samples ...[]int64) error {
	if err := w.Run(line, r); err != nil {
		return err
	}
	e := new(Encoder)
	for i, xs := range samples {
		for len(xs) > 0 {
			c, n := e.Append(nil, xs)
			if err := w.Chunk(i, c, n); err != nil {
				return err
			}
			xs = xs[n:]
		}
	}
	return w.End()
}

// readAll returns the runs of a file, and the errors on the way.
func readAll(file []byte) (runs []*RunData, errs []error) {
	var p Parser
	lineno := 0
	for line := range bytes.Lines(file) {
		lineno++
		kind, err := p.Line(line, lineno)
		if err != nil {
			errs = append(errs, err)
		}
		if kind == RunComplete {
			runs = append(runs, p.Run())
		}
	}
	if err := p.Close(lineno + 1); err != nil {
		errs = append(errs, err)
	}
	return runs, errs
}

// values returns the samples of a series.
func values(t testing.TB, r *RunData, series int) (xs []int64) {
	t.Helper()
	err := r.Blocks(series, nil, func(block []int64) bool {
		xs = append(xs, block...)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return xs
}

// pieces notes what reaches the underlying writer, and fails after a number of bytes.
type pieces struct {
	bytes.Buffer
	sizes []int
	limit int
}

var errFull = errors.New("no space left on device")

func (p *pieces) Write(b []byte) (int, error) {
	p.sizes = append(p.sizes, len(b))
	if p.limit > 0 && p.Len()+len(b) > p.limit {
		return 0, errFull
	}
	return p.Buffer.Write(b)
}

// All lines are short enough for every reader of the format, even the fullest chunk's, and pieces are large.
func TestWriterLines(t *testing.T) {
	var out pieces
	w := NewWriter(&out, nil)
	if err := w.Header(process); err != nil {
		t.Fatal(err)
	}
	xs := workloadNamed(t, "uniform-int64").series(50_000)
	r := Run{Name: "BenchmarkX", TickNS: 1, Series: []Series{{Batch: 1, Samples: 50_000}}}
	if err := writeRun(w, "BenchmarkX 1 1 ns/op", r, xs); err != nil {
		t.Fatal(err)
	}
	longest := 0
	for line := range bytes.Lines(out.Bytes()) {
		longest = max(longest, len(line))
	}
	if longest >= maxLine || longest < maxLine-200 {
		t.Errorf("the longest line has %d bytes", longest)
	}
	if max := out.Len()/55_000 + 3; len(out.sizes) > max {
		t.Errorf("%d writes for %d bytes, %d would do", len(out.sizes), out.Len(), max)
	}
	if len(linePrefix)+len(wordData)+sumSpace+len("4095 9223372036854775807 65536 ")+MaxChunk/z85Bytes*z85Chars+1 >= maxLine {
		t.Error("a data line can become too long")
	}
}

// Only comments, configuration that is equal for all runs of a process, and result lines are written.
func TestWriterConfiguration(t *testing.T) {
	for _, c := range []struct {
		name string
		p    Process
		want string
	}{
		{"nothing known", Process{}, ""},
		{"all", process, "goos: linux\ngoarch: amd64\npkg: example.com/cache\ncpu: Intel(R) Xeon(R) Processor\n"},
		{"a line end in a value", Process{Pkg: "a\nBenchmarkFake 1 1 ns/op\r\nb"}, "pkg: a BenchmarkFake 1 1 ns/op b\n"},
		{"blank", Process{Pkg: " \n"}, ""},
		{"absurdly long", Process{CPU: strings.Repeat("x", 70_000)}, ""},
	} {
		var out bytes.Buffer
		w := NewWriter(&out, nil)
		err := w.Header(c.p)
		if w.Err() != nil {
			t.Fatal(w.Err())
		}
		if c.name == "absurdly long" {
			if err == nil || out.Len() != 0 || len(w.buf) != 0 {
				t.Errorf("%s: %v, and %d bytes were written", c.name, err, out.Len())
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for line := range strings.Lines(out.String()) {
			if !strings.HasPrefix(line, "#") {
				got += line
			}
		}
		if got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// What a caller may get wrong is refused, nothing of it is written, and the next run is right again.
func TestWriterRefusals(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out, nil)
	chunk, n := new(Encoder).Append(nil, []int64{1, 2, 3})
	one := Run{Name: "BenchmarkX", TickNS: 1, Series: []Series{{Samples: 3}}}
	with := func(f func(*Run)) Run {
		r := one
		r.Series = []Series{{Samples: 3}}
		f(&r)
		return r
	}
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"a chunk without a run", func() error { return w.Chunk(0, chunk, n) }},
		{"an end without a run", func() error { return w.End() }},
		{"two lines as a result", func() error { return w.Run("BenchmarkX 1\nBenchmarkY 2", one) }},
		{"a long result", func() error { return w.Run("BenchmarkX "+strings.Repeat("1", maxLine), one) }},
		{"a long run line", func() error { return w.Run("", with(func(r *Run) { r.Name = strings.Repeat("x", maxLine) })) }},
		{"a year JSON cannot hold", func() error {
			return w.Run("", with(func(r *Run) { r.Start = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) }))
		}},
		{"no unit", func() error { return w.Run("", with(func(r *Run) { r.TickNS = 0 })) }},
		{"a unit that is no number", func() error { return w.Run("", with(func(r *Run) { r.TickNS = math.NaN() })) }},
		{"an infinite unit", func() error { return w.Run("", with(func(r *Run) { r.TickNS = math.Inf(1) })) }},
		{"more warm-up than samples", func() error { return w.Run("", with(func(r *Run) { r.Series[0].Warmup = 4 })) }},
		{"negative warm-up", func() error { return w.Run("", with(func(r *Run) { r.Series[0].Warmup = -1 })) }},
		{"negative samples", func() error { return w.Run("", with(func(r *Run) { r.Series[0].Samples = -1 })) }},
		{"too many series", func() error { return w.Run("", with(func(r *Run) { r.Series = make([]Series, maxSeries+1) })) }},
		{"after a refused run", func() error { return w.Chunk(0, chunk, n) }},
	} {
		if err := c.do(); err == nil {
			t.Errorf("%s: no error", c.name)
		}
		if len(w.buf) != 0 || out.Len() != 0 || w.Err() != nil {
			t.Fatalf("%s: %q was written", c.name, w.buf)
		}
	}
	if err := w.Header(process); err != nil {
		t.Fatal(err)
	}
	if err := w.Run("", one); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"series 1 of 1":   w.Chunk(1, chunk, n),
		"series -1":       w.Chunk(-1, chunk, n),
		"a wrong count":   w.Chunk(0, chunk, n+1),
		"half a chunk":    w.Chunk(0, chunk[:2], n),
		"no chunk":        w.Chunk(0, nil, 0),
		"a huge chunk":    w.Chunk(0, make([]byte, MaxChunk+4), n),
		"samples missing": w.End(),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := writeRun(w, "", one, []int64{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	runs, errs := readAll(out.Bytes())
	if len(runs) != 1 || len(errs) != 1 || !strings.Contains(errs[0].Error(), "no end line") {
		t.Errorf("%d runs, errors %v", len(runs), errs)
	}
}

// A full disk: the first error stays, whatever is called next.
func TestWriterErrorStays(t *testing.T) {
	xs := workloadNamed(t, "uniform-int64").series(30_000)
	r := Run{Name: "BenchmarkX", TickNS: 1, Series: []Series{{Samples: 30_000}}}
	for limit := 1; limit < 400_000; limit += 20_001 {
		out := pieces{limit: limit}
		w := NewWriter(&out, nil)
		err := w.Header(process)
		if err == nil {
			err = writeRun(w, "BenchmarkX 1 1 ns/op", r, xs)
		}
		if limit > 320_000 {
			if err != nil {
				t.Fatalf("%d bytes suffice, but: %v", limit, err)
			}
			continue
		}
		if !errors.Is(err, errFull) || w.Err() != err {
			t.Fatalf("limit %d: %v, and then %v", limit, err, w.Err())
		}
		calls := len(out.sizes)
		for _, again := range []error{w.Header(process), w.Run("", r), w.Chunk(0, nil, 0), w.End()} {
			if again != err {
				t.Fatalf("later: %v", again)
			}
		}
		if len(out.sizes) != calls {
			t.Fatal("there were more writes after the error")
		}
	}
}

// The memory of a Writer does not grow with the samples, and may be given.
func TestWriterAllocations(t *testing.T) {
	buf := make([]byte, 0, BufferSize)
	var sink pieces
	w := NewWriter(&sink, buf)
	if &w.buf[:1][0] != &buf[:1][0] {
		t.Error("the buffer that was given is not used")
	}
	chunk, n := new(Encoder).Append(nil, workloadNamed(t, "uniform-int64").series(100_000))
	if err := w.Run("", Run{TickNS: 1, Series: []Series{{Samples: 1 << 40}}}); err != nil {
		t.Fatal(err)
	}
	w.w = discard{}
	if a := testing.AllocsPerRun(100, func() {
		if err := w.Chunk(0, chunk, n); err != nil {
			t.Fatal(err)
		}
	}); a != 0 {
		t.Errorf("%v allocations a chunk", a)
	}
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }

// Everything that a run says comes back, odd names included.
func TestRunRoundTrip(t *testing.T) {
	for _, name := range []string{"BenchmarkX-2", "BenchmarkX/size=1_000/ü-µs\"quoted\"\\-2", "Benchmark\x01\u2028\n\r<&>", ""} {
		var out bytes.Buffer
		w := NewWriter(&out, nil)
		if err := w.Header(process); err != nil {
			t.Fatal(err)
		}
		want := Run{
			Name: name, Procs: 2, Rep: 1, Start: began, Iters: 1 << 40, TickNS: 1 / 2.6, Batch: 64, OverheadNS: 9.25, WarmupIters: 128,
			Class: "warmup", Confidence: 0.95, Backward: 3, Marks: []string{"excluded-time", "lanes=4"},
			Series: []Series{{Batch: 64, Samples: 5, Warmup: 2, Lost: 7}, {Name: "ttft", Batch: 1, Samples: 3}, {Name: "empty"}},
		}
		if err := writeRun(w, "BenchmarkX-2 \t 10 \t 5 ns/op\r\n", want, []int64{5, 4, 3, 2, 1}, []int64{-1, 0, 1}); err != nil {
			t.Fatal(err)
		}
		runs, errs := readAll(out.Bytes())
		if len(runs) != 1 || errs != nil {
			t.Fatalf("%d runs, %v", len(runs), errs)
		}
		if got := fmt.Sprintf("%+v", runs[0].Run); got != fmt.Sprintf("%+v", want) {
			t.Errorf("%s\n%+v", got, want)
		}
		if got := fmt.Sprintf("%+v", *runs[0].Process); got != fmt.Sprintf("%+v", process) {
			t.Errorf("%s", got)
		}
		for i, want := range []string{"[5 4 3 2 1]", "[-1 0 1]", "[]"} {
			if got := fmt.Sprint(values(t, runs[0], i)); got != want {
				t.Errorf("series %d: %s", i, got)
			}
		}
		if !bytes.Contains(out.Bytes(), []byte("\nBenchmarkX-2 \t 10 \t 5 ns/op\n# plateau run ")) {
			t.Error("the result line does not stand before the run line")
		}
	}
}

func TestUnknownNumbers(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out, nil)
	if err := w.Header(Process{StepNS: math.NaN(), ReadNS: math.Inf(1)}); err != nil {
		t.Fatal(err)
	}
	r := Run{TickNS: 1, OverheadNS: math.NaN(), Confidence: math.Inf(-1), Series: []Series{{Samples: 1}}}
	if err := writeRun(w, "", r, []int64{1}); err != nil {
		t.Fatal(err)
	}
	runs, errs := readAll(out.Bytes())
	if len(runs) != 1 || errs != nil || runs[0].OverheadNS != 0 || runs[0].Confidence != 0 || runs[0].Process.StepNS != 0 {
		t.Errorf("%+v, %v", runs, errs)
	}
}
