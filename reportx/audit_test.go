package reportx

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plateau-bench/plateau/internal/series"
)

// levelRun is a run of n operations around level ns, the first slow of them at twice that, of
// which warmup are left out.
func levelRun(seed int64, n, slow int, level float64, warmup int64) testRun {
	random := rand.New(rand.NewSource(seed))
	values := make([]int64, n)
	for i := range values {
		x := level * (1 + 0.002*random.NormFloat64())
		if i < slow {
			x *= 2
		}
		values[i] = int64(x)
	}
	r := nsRun("BenchmarkA-2", warmup, values...)
	if r.run.Class = "flat"; warmup > 0 {
		r.run.Class = "warmup"
	}
	return r
}

func TestAudit(t *testing.T) {
	const level = 200_000
	in := sampleFile(t, 1,
		levelRun(1, 2000, 0, level, 0),
		levelRun(2, 2000, 500, level, 500), // as it should be
		levelRun(3, 2000, 500, level, 20),  // too short
		levelRun(4, 2000, 0, level, 900),   // too long
		levelRun(5, 2000, 0, 1.2*level, 0), // elsewhere
	)
	rs := readWhole(t, "in", in)
	v, err := reviewRuns(rs.Benchmarks[0])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range v.audits {
		got = append(got, a.Verdict)
		if a.Verdict == "too short" && (a.Run != 3 || a.Discarded != 20 || a.From < 490 || a.From > 510) {
			t.Errorf("too short: %+v", a)
		}
		if a.Verdict == "too long" && (a.Run != 4 || a.Discarded != 900 || a.From != 0 || a.Bias > 0.001) {
			t.Errorf("too long: %+v", a)
		}
	}
	if d := cmp.Diff([]string{"too short", "too long"}, got); d != "" {
		t.Error(d)
	}
	if len(v.odd) != 1 || v.odd[0].Run != 5 || v.odd[0].Change < 0.19 || v.odd[0].Change > 0.21 {
		t.Errorf("other levels: %+v", v.odd)
	}
	rep, err := NewReport(rs, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"more was left out than needed: run 4; that costs samples and biases nothing",
		"inconsistent: runs settle at different levels, most at 200µs, run 5 at +20.0%",
	} {
		if !slices.Contains(rep.Benchmarks[0].Notes, want) {
			t.Errorf("notes lack %q: %q", want, rep.Benchmarks[0].Notes)
		}
	}
	var out bytes.Buffer
	if err := rep.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var data struct {
		Benchmarks []struct {
			Audit        []struct{ Run int }
			Inconsistent []struct{ Run int }
		}
	}
	if err := json.Unmarshal(out.Bytes(), &data); err != nil {
		t.Fatal(err)
	}
	if b := data.Benchmarks[0]; len(b.Audit) != 2 || b.Audit[0].Run != 3 || len(b.Inconsistent) != 1 || b.Inconsistent[0].Run != 5 {
		t.Errorf("JSON: %+v", b)
	}
}

// Agreement, too few values and series that nobody judged say nothing.
func TestAuditSilent(t *testing.T) {
	unjudged := levelRun(3, 2000, 500, 200_000, 0)
	unjudged.run.Class = ""
	for _, runs := range [][]testRun{
		{levelRun(1, 2000, 0, 200_000, 0), levelRun(2, 2000, 0, 200_500, 0)},
		{levelRun(1, 1, 0, 200_000, 0)},
		{levelRun(1, 0, 0, 200_000, 0)},
		{unjudged},
	} {
		v, err := reviewRuns(readWhole(t, "in", sampleFile(t, 1, runs...)).Benchmarks[0])
		if notes := v.notes(); err != nil || notes != nil || v.audits != nil {
			t.Errorf("%d runs: %q, %+v, %v", len(runs), notes, v.audits, err)
		}
	}
}

// A contradiction of many values is said, of few not.
func TestAuditContradiction(t *testing.T) {
	drift := func(n int) testRun {
		values := make([]int64, n)
		for i := range values {
			values[i] = 200_000 + int64(i)*200_000/int64(n)
		}
		return nsRun("BenchmarkA-2", 0, values...)
	}
	late := levelRun(1, 3000, 500, 200_000, 500)
	late.run.Class, late.run.Marks = "nosteady", []string{series.MarkUnsettled}
	for _, c := range []struct {
		run  testRun
		want string
	}{
		{drift(3000), "run 1 was judged steady while it ran, and so its numbers are not marked; its whole series says otherwise: called steady from the first value on, but"},
		{late, "run 1 did not settle while it ran, and so its numbers are marked; its whole series says otherwise: called never steady, but steady after the first "},
		{drift(500), ""},
	} {
		v, err := reviewRuns(readWhole(t, "in", sampleFile(t, 1, c.run)).Benchmarks[0])
		if err != nil || len(v.audits) != 1 {
			t.Fatal(v, err)
		}
		if notes := v.notes(); c.want == "" && notes != nil || c.want != "" && (len(notes) != 1 || !strings.HasPrefix(notes[0], c.want)) {
			t.Errorf("%q, want %q", notes, c.want)
		}
	}
}

// Forks of other tools that settle at different levels are named as runs of ours are.
func TestInconsistentSeries(t *testing.T) {
	var in bytes.Buffer
	for run, level := range []float64{200_000, 200_000, 260_000, 200_000} {
		fmt.Fprintf(&in, `{"id":"a@%d","ns":[`, run)
		for i, x := range levelRun(int64(run), 300, 0, level, 0).values[0] {
			if i > 0 {
				in.WriteByte(',')
			}
			fmt.Fprint(&in, x)
		}
		in.WriteString("]}\n")
	}
	s := reportOf(t, in.Bytes(), Options{}).Benchmarks[0]
	if len(s.Inconsistent) != 1 || s.Inconsistent[0].Run != 3 || s.Audit != nil {
		t.Errorf("%+v, audit %v", s.Inconsistent, s.Audit)
	}
}

// What a name holds does not reach a terminal as it is.
func TestProblemIsPrintable(t *testing.T) {
	p := &Problem{File: "a\x1b[2J", Line: 3, Err: errors.New("a run of x\x1b[31m\ny is left out")}
	if got, want := p.Error(), `a\x1b[2J:3: a run of x\x1b[31m\ny is left out`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	n := Note{File: "f", Text: "\a µs"}
	if got, want := n.String(), `f: \a µs`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
