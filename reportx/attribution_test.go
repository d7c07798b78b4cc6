package reportx

import (
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
		P: 99, Beyond: 1000, Slow: 100, Others: 9900, Unexplained: 9,
		Causes: []Cause{
			{Name: "gc", Slow: 90, Others: 90, SlowKnown: 100, OthersKnown: 9900, SlowShare: 0.9, OthersShare: 90.0 / 9900},
			{Name: "page-faults", Slow: 1, SlowKnown: 100, OthersKnown: 9900, SlowShare: 0.01},
		},
		Growth: []Growth{{"cycles", 30, 10}},
	}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Error(diff)
	}
	line := a.lines(nil)[0]
	if !strings.Contains(line, "of 100 samples beyond p99: 90% a garbage collection (others <1%)") || !strings.Contains(line, "unexplained 9%") {
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
