package reportx

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/series"
)

// A series longer than is judged is taken in groups, whose values are means, and
// positions are those of samples.
func TestLongSeries(t *testing.T) {
	run := newRawRun("in", 1, "long@0")
	pack := newPacker(&run.Series[0].Samples)
	const n = 2*maxJudged + 3
	for i := range n {
		x := 1000.0 + float64(i%7)
		if i < maxJudged/2 {
			x *= 3
		}
		if err := pack.add(x); err != nil {
			t.Fatal(err)
		}
	}
	pack.flush()
	xs, position, err := run.Series[0].values()
	if err != nil {
		t.Fatal(err)
	}
	if position(3) != 12 || len(xs) != n/4 || xs[0] != 3*(1000+1.5) {
		t.Errorf("%d values of %d samples, the first %v", len(xs), position(1), xs[0])
	}
	if err := judge(run); err != nil {
		t.Fatal(err)
	}
	warmup := run.Series[0].Warmup
	if run.Class != "warmup" || warmup < maxJudged/2 || warmup > maxJudged/2+n/100 {
		t.Errorf("class %s, warm-up %d, want some %d", run.Class, warmup, maxJudged/2)
	}
}

func TestShortSeries(t *testing.T) {
	for n := range 3 {
		run := newRawRun("in", 1, "short@0")
		pack := newPacker(&run.Series[0].Samples)
		for range n {
			pack.add(5)
		}
		pack.flush()
		if err := judge(run); err != nil || run.Class != "short" || run.Series[0].Warmup != 0 {
			t.Errorf("%d values: class %s, warm-up %d, error %v", n, run.Class, run.Series[0].Warmup, err)
		}
	}
}

// Positions in a benchmark's run are samples, though values are blocks of them: of
// samples of 1 us at least 100 make one.
func TestClassifyBlocks(t *testing.T) {
	xs := slices.Concat(times(40_000, 5000), times(160_000, 1000))
	list, err := Classify(readWhole(t, "in", sampleFile(t, 1, nsRun("BenchmarkA-2", 7, xs...))), false)
	if err != nil {
		t.Fatal(err)
	}
	s := list[0]
	if s.ID != "BenchmarkA-2@0" || s.N != 200_000 || s.Stop != 200_000 || s.Class != "warmup" || s.Start < 40_000 || s.Start > 44_000 {
		t.Errorf("%+v, want a warm-up of some 40,000 samples", s)
	}
}

// The live rule stops, and gives the same answer for a series that ends where it
// stopped.
func TestClassifyOnline(t *testing.T) {
	var b strings.Builder
	for i := range 3000 {
		x := "1000\n"
		if i < 200 {
			x = "1900\n"
		}
		b.WriteString(x)
	}
	online := func(in string) Steadiness {
		t.Helper()
		list, err := Classify(readWhole(t, "in", []byte(in)), true)
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		return list[0]
	}
	s := online(b.String())
	if s.Class != "warmup" || s.Start < 150 || s.Start > 250 || s.Stop >= 3000 {
		t.Fatalf("%+v", s)
	}
	cut := online(strings.Join(strings.SplitAfter(b.String(), "\n")[:s.Stop], ""))
	if cut.Class != s.Class || cut.Start != s.Start || cut.Stop != s.Stop {
		t.Errorf("cut at its stop: %+v, before %+v", cut, s)
	}
}

// The live rule counts single values, also where the whole series would be judged by means of
// several.
func TestClassifyLongOnline(t *testing.T) {
	run := newRawRun("in", 1, "long@0")
	pack := newPacker(&run.Series[0].Samples)
	for i := range 2 * maxJudged {
		x := 1000.0
		if i < 101 {
			x = 3000
		}
		pack.add(x)
	}
	pack.flush()
	s, err := run.Series[0].classify(run, true, true)
	if err != nil || s.Class != "warmup" || s.Start < 51 || s.Start > 151 || s.Stop > 5000 || s.N != 2*maxJudged {
		t.Errorf("%+v, %v", s, err)
	}
	if line := s.sketch.String(); !strings.HasPrefix(line, "▁[▁]▁") {
		t.Errorf("%s", line)
	}
}

// The result lines of a benchmark without samples are a series of its runs; without ns/op
// they are none.
func TestClassifyLines(t *testing.T) {
	var in strings.Builder
	for i := range 40 {
		x := 100
		if i < 5 {
			x = 300
		}
		fmt.Fprintf(&in, "BenchmarkA-2 1 %d ns/op\nBenchmarkB 1 %d req/s\n", x, i)
	}
	list, err := Classify(readWhole(t, "in", []byte(in.String())), false)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if s := list[0]; s.ID != "BenchmarkA-2" || s.N != 40 || s.Start != 5 || s.Class != "warmup" || s.Value == "" {
		t.Errorf("%+v", s)
	}
}

// Levels and the sketch are per operation, whatever the batch.
func TestClassifyBatch(t *testing.T) {
	r := nsRun("BenchmarkA-2", 0, times(400, 640_000)...)
	r.run.Series[0].Batch = 64
	list, err := Classify(readWhole(t, "in", sampleFile(t, 1, r)), false)
	if err != nil || len(list) != 1 || !slices.Equal(list[0].Levels, []float64{10_000}) {
		t.Fatal(list, err)
	}
	if got := list[0].sketch.scale(); got != "10µs" {
		t.Errorf("scale %s", got)
	}
}

func TestKeepWarmup(t *testing.T) {
	curve := string(numbers(append([]int64{100 * ms, 34 * ms, 16 * ms, 11 * ms}, times(46, 10*ms)...)))
	for keep, want := range map[bool]int64{false: 4, true: 0} {
		rs := NewResults(ReadOptions{KeepWarmup: keep})
		rs.Read("in", strings.NewReader(curve))
		if got := rs.Benchmarks[0].Runs[0].Series[0].Warmup; got != want {
			t.Errorf("KeepWarmup %v: warm-up %d, want %d", keep, got, want)
		}
	}
}

func TestKeep(t *testing.T) {
	rs := readWhole(t, "in", []byte("BenchmarkA 1 5 ns/op\nBenchmarkB 1 5 ns/op\n"))
	if rs.HasSamples() {
		t.Error("result lines have no samples")
	}
	rs.Keep(func(name string) bool { return name == "BenchmarkB" })
	if d := shape(rs); len(d) != 1 || rs.Benchmarks[0].Name != "BenchmarkB" {
		t.Errorf("%v", d)
	}
	rs.Read("again", strings.NewReader("BenchmarkA 1 6 ns/op\n"))
	if d := shape(rs); !slices.Equal(d, []string{"BenchmarkB | 5 ns/op", "BenchmarkA | 6 ns/op"}) {
		t.Errorf("a benchmark that comes again: %v", d)
	}
}

// A flat series that ends before the live rule can decide is not called never steady: it would have gone on.
func TestClassifyUndecided(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	values := make([]int64, 400)
	for i := range values {
		values[i] = int64(1e6 * (1 + 0.05*random.NormFloat64()))
	}
	s := classifyOne(t, numbers(values), true)
	if s.Class != "flat" || s.Decided || s.Stop != 400 {
		t.Errorf("%+v", s)
	}
	want := "the live rule would have gone on; with time for no more than 400 samples it would have stopped after 336 and discarded none: steady from the first value on: 336 samples keep"
	if got := s.answer(); !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Of a run that was judged while it ran the online answer is what was done, whatever a replay without its bounds would say.
func TestClassifyLive(t *testing.T) {
	live := func(class string, warmup int64, marks ...string) Steadiness {
		r := nsRun("BenchmarkA-2", warmup, times(300, 200_000)...)
		r.run.Class, r.run.Marks = class, append(marks, series.MarkLive)
		return classifyOne(t, sampleFile(t, 1, r), true)
	}
	for _, c := range []struct {
		got   Steadiness
		class string
		start int64
		text  string
	}{
		{live("flat", 90), "flat", 90, "the live rule ran, settled, and discarded the first 90 samples"},
		{live("nosteady", 90, series.MarkUnsettled), "nosteady", -1, "the live rule ran, did not settle within its bounds, and discarded the first 90 samples"},
		{live("short", 0), "short", 0, "the live rule ran, was stopped before it could judge, and discarded nothing"},
	} {
		if s := c.got; s.Class != c.class || s.Start != c.start || s.Stop != 300 || !s.Live || s.answer() != c.text || len(s.Levels) != 1 {
			t.Errorf("%+v: %q, want %q", s, s.answer(), c.text)
		}
	}
	r := nsRun("BenchmarkA-2", 90, times(300, 200_000)...)
	r.run.Marks = []string{series.MarkLive}
	if s := classifyOne(t, sampleFile(t, 1, r), false); s.Live || s.Start != 0 {
		t.Errorf("the whole series: %+v", s)
	}
}

// Reasons count in samples, also where values are blocks of them.
func TestClassifyCounts(t *testing.T) {
	xs := slices.Concat(times(40_000, 5000), times(160_000, 1000))
	s := classifyOne(t, sampleFile(t, 1, nsRun("BenchmarkA-2", 7, xs...)), false)
	if want := "the last " + formatCount(s.N-s.Start) + " samples keep"; !strings.Contains(s.Reason, want) {
		t.Errorf("%q, want %q", s.Reason, want)
	}
}

// What was no duration is counted, in both formats.
func TestClassifyDropped(t *testing.T) {
	rs := read(t, "in", []byte("1000\nNaN\n"+strings.Repeat("1000\n", 50)+"x\n"))
	list, err := Classify(rs, false)
	if err != nil || len(list) != 1 || list[0].Dropped != 2 || list[0].N != 51 {
		t.Fatal(list, err)
	}
	var text, data bytes.Buffer
	if err := errors.Join(WriteSteadyText(&text, list), WriteSteadyJSON(&data, list)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "2 values left out as no duration") || !strings.Contains(data.String(), `"dropped": 2`) {
		t.Errorf("%s\n%s", &text, &data)
	}
}

// A transient before a part without one level has a field of its own.
func TestClassifyTransient(t *testing.T) {
	values := make([]int64, 1000)
	for i := range values {
		values[i] = 1e6 + int64(200_000*math.Sin(float64(i)/50))
		if i < 60 {
			values[i] *= 4
		}
	}
	s := classifyOne(t, numbers(values), false)
	if s.Class != "nosteady" || s.Transient < 58 || s.Transient > 64 || !strings.Contains(s.Reason, "; its level moves between ") {
		t.Errorf("%+v", s)
	}
}

func classifyOne(t *testing.T, in []byte, online bool) Steadiness {
	t.Helper()
	list, err := Classify(readWhole(t, "in", in), online)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	return list[0]
}

// A level that rounds to a thousand is one of the next unit.
func TestLevelUnits(t *testing.T) {
	for ns, want := range map[float64]string{999_600: "1ms", 999_400: "999µs", 1e6: "1ms", 0.25: "0.25ns"} {
		if got := levels([]float64{ns}); got != want {
			t.Errorf("%v: %s, want %s", ns, got, want)
		}
	}
}
