package reportx

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plateau-bench/plateau/internal/series"
)

// A column is values as a sample file holds them.
type column []int64

func (n column) blocks(yield func([]int64, float64) bool) error {
	yield(append([]int64(nil), n...), 1)
	return nil
}

// slowRun has n samples of 1 µs, of which every hundredth takes 1 ms, but for the first warm ones, which all do.
func slowRun(t *testing.T, n, warm int, also ...beside) *Run {
	t.Helper()
	s := &Series{Batch: 1, Warmup: int64(warm)}
	p := newPacker(&s.Samples)
	for i := range n {
		ns := 1000.0
		if i < warm || i%100 == 99 {
			ns = 1e6
		}
		if err := p.add(ns); err != nil {
			t.Fatal(err)
		}
	}
	p.flush()
	return &Run{Series: []*Series{s}, beside: also}
}

func attributionOf(t *testing.T, runs ...*Run) *Attribution {
	t.Helper()
	p, err := newPool(runs, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.distribution(p.streams(), nil); err != nil {
		t.Fatal(err)
	}
	a, err := attribute(p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func spans(lengths ...int64) beside {
	return newBeside(series.Series{Name: "gc", Kind: series.KindSpans}, column(lengths))
}

// Ten thousand samples, one in a hundred slow: of those all but the last ten coincide with spans, which cover one in fifty.
func TestAttribution(t *testing.T) {
	var lengths []int64
	for range 90 {
		lengths = append(lengths, 98, 2)
	}
	lengths = append(lengths, 1000)
	faults := make(column, 10_000)
	cycles := make(column, 10_000)
	for i := range faults {
		cycles[i] = 10
		if i%100 == 99 {
			cycles[i] = 30
		}
		if i == 9999 {
			faults[i] = 3
		}
	}
	a := attributionOf(t, slowRun(t, 10_000, 0, spans(lengths...),
		newBeside(series.Series{Name: "page-faults", Kind: series.KindColumn}, faults),
		newBeside(series.Series{Name: "cycles", Kind: series.KindColumn}, cycles)))
	want := &Attribution{
		P: 99, Beyond: 1000, Slow: 100, Others: 9900, Unexplained: 10,
		Causes: []Cause{
			// It never begins during the slow ones, so that their length leads to no more of it.
			{Name: "gc", Slow: 90, Others: 90, SlowKnown: 100, OthersKnown: 9900, SlowShare: 0.9, OthersShare: 90.0 / 9900, Expected: 90.0 / 9900, Explains: true},
			{Name: "page-faults", Slow: 1, SlowKnown: 100, OthersKnown: 9900, SlowShare: 0.01},
		},
		Growth: []Growth{{"cycles", 30, 10}},
	}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Error(diff)
	}
	line := a.lines(nil)[0]
	if !strings.Contains(line, "of 100 samples beyond p99: 90% a garbage collection (others <1%)") || !strings.Contains(line, "unexplained 10%") {
		t.Error(line)
	}
}

// What is known of the warm-up, and what is not known of the rest, does not count.
func TestAttributionCountsWhatIsKnownOfSteadySamples(t *testing.T) {
	b := spans(100, 900, 100, 100) // from 500 on: off to 600, on to 1500, off to 1600, on to 1700
	b.from = 500
	a := attributionOf(t, slowRun(t, 2000, 1000, b))
	if a.Slow != 7 || a.Others != 693 {
		t.Errorf("%d and %d samples, want 7 and 693: from 1000 to 1699", a.Slow, a.Others)
	}
	if c := a.Causes[0]; c.Slow != 6 || c.Others != 5*99+99 {
		t.Errorf("%+v, want 6 slow ones, and 594 others", c)
	}
}

// Without anything beside samples there is nothing to say, and none of what does not make sense is said.
func TestNoAttribution(t *testing.T) {
	for why, r := range map[string]*Run{
		"nothing beside":       slowRun(t, 2000, 0),
		"a negative length":    slowRun(t, 2000, 0, spans(5, -1, 2000)),
		"an enormous length":   slowRun(t, 2000, 0, spans(1<<62, 1<<62)),
		"none of the samples":  slowRun(t, 2000, 0, spans()),
		"too few for the tail": slowRun(t, 50, 0, spans(50)),
	} {
		if a := attributionOf(t, r); a != nil {
			t.Errorf("%s: %+v", why, a)
		}
	}
}

func TestShare(t *testing.T) {
	for x, want := range map[float64]string{0: "0%", 0.001: "<1%", 0.01: "1%", 0.5: "50%", 0.99: "99%", 0.999: ">99%", 1: "100%"} {
		if got := share(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

func columnOf(name string, values column) beside {
	return newBeside(series.Series{Name: name, Kind: series.KindColumn}, values)
}

// every sets a column of n samples: an ordinary value, and another one for each so-manieth sample.
func every(n, period int, ordinary, other int64) column {
	c := make(column, n)
	for i := range c {
		if c[i] = ordinary; i%period == period-1 {
			c[i] = other
		}
	}
	return c
}

func (a *Attribution) cause(name string) Cause {
	for _, c := range a.Causes {
		if c.Name == name {
			return c
		}
	}
	return Cause{}
}

// A benchmark that does a thousand times the work in one of a hundred iterations, on a machine that takes the CPU from one in seven:
// every slow sample is interrupted, because it is long, and that explains none.
func TestTailOfOwnWork(t *testing.T) {
	const n = 7000
	cpu := every(n, 100, 1000, 1e6)
	switches := every(n, 7, 0, 1)
	for i := 99; i < n; i += 100 {
		switches[i] = 140
	}
	a := attributionOf(t, slowRun(t, n, 0, columnOf("involuntary-switches", switches), columnOf("task-clock", cpu)))
	if c := a.cause("involuntary-switches"); c.SlowShare != 1 || c.Expected < 0.999 || c.Explains || a.Unexplained != a.Slow {
		t.Errorf("%+v, %d unexplained", c, a.Unexplained)
	}
	if o := a.OnCPU; o == nil || o.Share != 1 || o.SlowWall != 1e6 || o.OthersWall != 1000 || o.SlowCPU != 1e6 || o.OthersCPU != 1000 {
		t.Errorf("%+v", a.OnCPU)
	}
	text := strings.Join(a.lines(nil), "\n")
	for _, want := range []string{"100% an involuntary context switch (others 14%; for their length 100% is to be expected); unexplained 100%",
		"took 1ms on average, the others 1µs: 100% of the difference was on the CPU, in the thread's own work"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q lacks %q", text, want)
		}
	}
	if strings.Contains(text, "task-clock during") {
		t.Errorf("twice: %q", text)
	}
}

// The same walls, but of a thread that was kept off the CPU: it could not lose it more often than the others while it had none.
func TestTailOfLostCPU(t *testing.T) {
	const n = 7000
	switches := every(n, 7, 0, 1)
	for i := 99; i < n; i += 100 {
		switches[i] = 1
	}
	a := attributionOf(t, slowRun(t, n, 0, columnOf("involuntary-switches", switches), columnOf("task-clock:u", every(n, 100, 1000, 1000))))
	if c := a.cause("involuntary-switches"); !c.Explains || c.Expected != c.OthersShare || a.Unexplained != 0 {
		t.Errorf("%+v, %d unexplained", c, a.Unexplained)
	}
	if text := strings.Join(a.lines(nil), "\n"); !strings.Contains(text, ": 0% of the difference was on the CPU, for the rest the thread waited") {
		t.Error(text)
	}
}

// The thresholds of an explanation, and what is left out of the sentence.
func TestExplains(t *testing.T) {
	for why, c := range map[string]struct {
		slow, others int64 // of 1000 each, all of the same length
		want         bool
		words        string
	}{
		"ten points and twice":   {200, 100, true, "20% page faults (others 10%)"},
		"not quite twice":        {399, 200, false, "40% page faults (others 20%)"},
		"not quite ten points":   {99, 0, false, "10% page faults (others 0%)"},
		"ten points":             {100, 0, true, "10% page faults (others 0%)"},
		"all of both":            {1000, 1000, false, "nothing that was watched"},
		"less than among others": {10, 20, false, "nothing that was watched"},
		"next to none":           {9, 1, false, "nothing that was watched"},
		"never":                  {0, 0, false, "nothing that was watched"},
	} {
		o := occurrences{slow: c.slow, others: c.others, slowKnown: 1000, othersKnown: 1000, othersTime: 1e6}
		for range 1000 {
			o.slowTime.add(1000)
		}
		got, ok := o.cause("page-faults")
		if !ok || got.Explains != c.want {
			t.Errorf("%s: %+v", why, got)
		}
		a := &Attribution{P: 99, Slow: 1000, Others: 1000, Causes: []Cause{got}}
		if line := a.lines(nil)[0]; !strings.Contains(line, c.words) {
			t.Errorf("%s: %q lacks %q", why, line, c.words)
		}
	}
}

// What occurs in a tenth of samples of 1 ms occurs in 1-0.9^k of those of k ms.
func TestExpectedOfLength(t *testing.T) {
	for _, k := range []float64{0, 0.5, 1, 2, 10, 1000} {
		o := occurrences{slow: 1, others: 100, slowKnown: 1, othersKnown: 1000, othersTime: 1e9}
		o.slowTime.add(k * 1e6)
		if got, want := o.expected(0.1), 1-math.Pow(0.9, max(1, k)); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v ms: %v, want %v", k, got, want)
		}
	}
	for _, p := range []float64{0, 1} {
		o := occurrences{slowKnown: 1, othersKnown: 1, othersTime: 1}
		o.slowTime.add(1e9)
		if got := o.expected(p); got != p {
			t.Errorf("%v among the others: %v", p, got)
		}
	}
}

// A collection that begins during slow samples no more often than their length lets expect explains nothing; one that was on when they began does.
func TestSpansOfLongSamples(t *testing.T) {
	o := occurrences{slow: 90, others: 10, slowKnown: 100, othersKnown: 1000, slowBegun: 90, othersBegun: 10, othersTime: 1e6}
	for range 100 {
		o.slowTime.add(1e6)
	}
	if c, _ := o.cause("gc"); c.Explains || math.Abs(c.Expected-(0.01+0.99*0.9)) > 1e-12 {
		t.Errorf("%+v", c)
	}
	o.slowBegun = 0
	if c, _ := o.cause("gc"); !c.Explains || c.Expected != 0.01 {
		t.Errorf("%+v", c)
	}
}

// Time on the CPU that samples do not have is that of a timer that stood still; it says nothing of them.
func TestOnCPUOfStoppedTimer(t *testing.T) {
	for cpu, known := range map[float64]bool{1100: true, 1101: false} {
		var p processing
		p.add(2000, 1000, true)
		p.add(1000, cpu, false)
		if (p.summary() != nil) != known {
			t.Errorf("%v ns on the CPU in 1000: %+v", cpu, p.summary())
		}
	}
	if new(processing).summary() != nil {
		t.Error("of nothing")
	}
}

func TestAttributionJSON(t *testing.T) {
	a := &Attribution{Slow: 4, Unexplained: 1, Causes: []Cause{{Name: "gc", SlowShare: 0.75, Expected: 0.25, Explains: true}}, OnCPU: &OnCPU{SlowWall: 5, OthersWall: 1, SlowCPU: 3, OthersCPU: 1, Share: 0.5}}
	data, err := json.Marshal(a.json())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"unexplained":0.25`, `"share":0.75,"others":0,"expected":0.25,"explains":true`,
		`"on_cpu":{"mean":5,"others":1,"cpu":3,"others_cpu":1,"share":0.5}`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s lacks %s", data, want)
		}
	}
}

// From five slow samples on there is a line.
func TestFewSlowSamples(t *testing.T) {
	for n, want := range map[int]bool{499: false, 500: true} {
		run := slowRun(t, n, 0, spans(int64(n), 0))
		rep, err := NewReport(&Results{Benchmarks: []*Benchmark{{Name: "X", Runs: []*Run{run}}}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := rep.Benchmarks[0]
		if said := strings.Contains(strings.Join(s.Notes, "\n"), "beyond p99: nothing that was watched"); said != want || s.Attribution == nil {
			t.Errorf("%d samples: %q", n, s.Notes)
		}
	}
}

// The sentence begins with the largest difference, and leaves out what occurred in one slow sample alone.
func TestOrderOfCauses(t *testing.T) {
	const n = 2000
	one, few, most := make(column, n), make(column, n), every(n, 100, 0, 1)
	one[99], few[99], few[199] = 1, 1, 1
	a := attributionOf(t, slowRun(t, n, 0, columnOf("page-faults", one), columnOf("voluntary-switches", few), columnOf("cpu-migrations", most)))
	var names []string
	for _, c := range a.Causes {
		names = append(names, c.Name)
	}
	if diff := cmp.Diff([]string{"cpu-migrations", "voluntary-switches", "page-faults"}, names); diff != "" {
		t.Error(diff)
	}
	want := "of 20 samples beyond p99: 100% a migration to another CPU (others 0%), 10% a voluntary context switch (others 0%); unexplained 0%"
	if got := a.lines(nil)[0]; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
