package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/ab"
	"github.com/plateau-bench/plateau/reportx"
)

// An unsure limit of a change is worth more pairs. An unsure budget is not: it would be looked at until it is exceeded.
func TestOpinionOfBudget(t *testing.T) {
	side := func(name string, shift int) reportx.Side {
		var b strings.Builder
		for i := range 10 {
			fmt.Fprintf(&b, "BenchmarkA-2 100 %d p99-ns/op\n", 1000+(i*7+shift)%10*100)
		}
		rs := reportx.NewResults(reportx.ReadOptions{})
		rs.Read(name, strings.NewReader(b.String()))
		return reportx.Side{Name: name, Results: rs}
	}
	for _, c := range []struct {
		limits string
		want   int
	}{{"p99=+10%", 1}, {"p99=+900%\np99=1400ns", 0}} {
		limits, err := reportx.ReadLimits("limits", strings.NewReader(c.limits))
		if err != nil {
			t.Fatal(err)
		}
		gate, err := reportx.Screen(side("base", 0), side("head", 3), reportx.GateOptions{Limits: limits, Pairing: reportx.PairByOrder})
		if err != nil || gate.Gate.Unsure != 1 {
			t.Fatalf("%q: %+v, %v", c.limits, gate.Gate, err)
		}
		if o := ab.NewOpinion(abFindings(gate), false); len(o.Doubts) != c.want {
			t.Errorf("%q: %+v, want %d doubts", c.limits, o, c.want)
		}
	}
}
