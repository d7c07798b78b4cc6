package reportx

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// placeboSides are pairs of runs of BenchmarkA, whose p99 scatters by sd, and of BenchmarkB, which never differs.
func placeboSides(seed uint64, k int, sd float64) (old, new Side) {
	rng := rand.New(rand.NewPCG(seed, 9))
	side := func(name string) Side {
		var b strings.Builder
		for range k {
			fmt.Fprintf(&b, "BenchmarkA 100 %.6f p99-ns/op\nBenchmarkB 100 500 p99-ns/op\n", 1000*math.Exp(sd*rng.NormFloat64()))
		}
		s := resultSide(name, b.String())
		for _, bench := range s.Results.Benchmarks {
			for i, r := range bench.Runs {
				r.Pair = i + 1
			}
		}
		return s
	}
	return side("base"), side("head")
}

func TestPlacebo(t *testing.T) {
	const k = 8
	old, new := placeboSides(1, k, 0.3)
	p, err := NewPlacebo(old, new, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	if p.Assignments != 1<<k || !p.All || p.Pairs != k || len(p.Effects) != 2 {
		t.Fatalf("%+v", p)
	}
	a, b := p.Effects[0], p.Effects[1]
	// Each assignment has its mirror image, and an exact test is significant at its level in no more of them than that.
	if float64(p.Failed) > 0.025*float64(p.Assignments) || float64(a.Flagged) > 0.05*float64(p.Assignments) {
		t.Errorf("%d fail and %d are flagged of %d", p.Failed, a.Flagged, p.Assignments)
	}
	if a.Flagged == 0 {
		t.Error("a run sd of 30% never seems to be a change of 10%")
	}
	if !a.HasChance || a.Chance < 1.1 || a.Chance > math.Exp(4*0.3*math.Sqrt(2)/math.Sqrt(k)) {
		t.Errorf("by chance %v", a.Chance)
	}
	if b.Flagged != 0 || b.Failed != 0 || b.Chance != 1 {
		t.Errorf("what never differs: %+v", b)
	}

	first, second := placeboSides(2, k, 0.005)
	quiet, err := NewPlacebo(first, second, nil, 1)
	if err != nil || quiet.Flagged != 0 || quiet.Effects[0].Chance > 1.02 {
		t.Errorf("a run sd of 0.5%%: %+v, %v", quiet, err)
	}
	first, second = placeboSides(3, 14, 0.1)
	many, err := NewPlacebo(first, second, nil, 1)
	if err != nil || many.All || many.Assignments != mostAssignments {
		t.Errorf("14 pairs: %+v, %v", many, err)
	}
}

func TestPlaceboFew(t *testing.T) {
	for k := range 3 {
		old, new := placeboSides(1, k, 0.1)
		p, err := NewPlacebo(old, new, nil, 1)
		if k == 0 {
			if err == nil {
				t.Errorf("no runs: %+v", p)
			}
			continue
		}
		if err != nil || p.Failed != 0 || p.Flagged != 0 || p.Assignments != 1<<k {
			t.Errorf("%d pairs: %+v, %v", k, p, err)
		}
		for _, format := range PlaceboFormats() {
			var text strings.Builder
			if err := p.Write(&text, format); err != nil || strings.Contains(text.String(), "NaN") || strings.Contains(text.String(), "Inf") {
				t.Errorf("%d pairs as %s: %v\n%s", k, format, err, text.String())
			}
		}
	}
}

func TestPlaceboWrite(t *testing.T) {
	old, new := placeboSides(1, 8, 0.3)
	limit, err := ParseLimit("BenchmarkA:p99=+20%")
	if err != nil {
		t.Fatal(err)
	}
	budget, err := ParseLimit("p99=5ms")
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlacebo(old, new, []Limit{limit, budget}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var text, markdown, data strings.Builder
	for format, w := range map[string]*strings.Builder{"text": &text, "markdown": &markdown, "json": &data} {
		if err := p.Write(w, format); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"no change at all: a gate by these pairs alone fails in", "BenchmarkA  p99", "+20%", "all 256 ways"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "BenchmarkB") {
		t.Errorf("a budget counts:\n%s", text.String())
	}
	if !strings.Contains(markdown.String(), "| BenchmarkA | p99 |") {
		t.Error(markdown.String())
	}
	var back struct {
		Plateau, Assignments int
		Placebo              []struct {
			Name       string
			Limit      float64
			Chance     *float64
			Detectable *float64
		}
	}
	if err := json.Unmarshal([]byte(data.String()), &back); err != nil || back.Plateau != 1 || back.Assignments != 256 ||
		len(back.Placebo) != 1 || back.Placebo[0].Limit != 1.2 || back.Placebo[0].Chance == nil {
		t.Errorf("%+v, %v\n%s", back, err, data.String())
	}
	if err := p.Write(&data, "bench"); err == nil {
		t.Error("a format that there is not")
	}
}

// Of what has too few samples nothing is ever decided: no change shows and no share fails, and what is needed is said.
func TestPlaceboUndecided(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	side := func(name string, n int) Side {
		var b strings.Builder
		for i := range 6 {
			ns := make([]int, n)
			for k := range ns {
				ns[k] = 1000 + rng.IntN(500)
			}
			list, err := json.Marshal(ns)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "{\"id\": \"BenchmarkA@%d\", \"ns\": %s}\n", i+1, list)
		}
		s := resultSide(name, b.String())
		for i, r := range s.Results.Benchmarks[0].Runs {
			r.Pair = i + 1
		}
		return s
	}
	for n, decided := range map[int]bool{999: false, 2000: true} {
		p, err := NewPlacebo(side("base", n), side("head", n), nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		var text, data strings.Builder
		if err := errors.Join(p.Write(&text, "text"), p.Write(&data, "json")); err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(text.String(), "a run of 999 samples, 1000 needed to decide"); said == decided {
			t.Errorf("%d samples:\n%s", n, text.String())
		}
		if blank := strings.Contains(text.String(), "-      -      -\n"); blank == decided {
			t.Errorf("%d samples:\n%s", n, text.String())
		}
		if none := strings.Contains(text.String(), "none could be told: too few samples\n"); none == decided {
			t.Errorf("%d samples:\n%s", n, text.String())
		}
		if null := strings.Contains(data.String(), `"detectable": null`); null == decided {
			t.Errorf("%d samples:\n%s", n, data.String())
		}
	}
}
