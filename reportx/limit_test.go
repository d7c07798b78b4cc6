package reportx

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseLimit(t *testing.T) {
	for _, c := range []struct {
		in, pattern, statistic string
		ratio, budget          float64
		falls                  bool
	}{
		{"p99=+10%", "", "p99", 1.1, 0, false},
		{"p99=10%", "", "p99", 1.1, 0, false}, // the sign is for people
		{"p99=+0%", "", "p99", 1, 0, false},   // no rise at all
		{"BenchmarkHTTP.*:p99.9=+20%", "BenchmarkHTTP.*", "p99.9", 1.2, 0, false},
		{"BenchmarkHash/size=16:p50=+1e2%", "BenchmarkHash/size=16", "p50", 2, 0, false}, // = in the name
		{"^(?:Get|Put)$:p99=5ms", "^(?:Get|Put)$", "p99", 0, 5e6, false},                 // : in the pattern
		{"p99.90=1m1s", "", "p99.9", 0, 61e9, false},
		{"ttft-p95=+10%", "", "ttft-p95", 1.1, 0, false},
		{"p99-ns/op=+10%", "", "p99", 1.1, 0, false}, // as printed
		{"P99=+10%", "", "p99", 1.1, 0, false},
		{"ns/op=+5%", "", "ns/op", 1.05, 0, false},
		{"ns/op=2us", "", "ns/op", 0, 2000, false},
		{"B/op=100", "", "B/op", 0, 100, false},
		{"allocs/op=0", "", "allocs/op", 0, 0, false}, // none is a budget
		{"MB/s=-20%", "", "MB/s", 1.25, 0, true},
		{" p99 = +10% ", "", "p99", 1.1, 0, false},
	} {
		l, err := ParseLimit(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if l.Pattern != c.pattern || l.Statistic != c.statistic || l.Budget != c.budget || l.Falls != c.falls || !closeTo(l.Ratio, c.ratio) || l.String() != c.in {
			t.Errorf("%s: %+v", c.in, l)
		}
	}
	for _, c := range []struct{ in, want string }{
		{"", "has no ="},
		{"p99", "has no ="},
		{"=+10%", "no percentile or unit"},
		{"p99=", "neither a percentage"},
		{"p99=%", "no percentage"},
		{"p99=NaN%", "no percentage"},
		{"p99=Inf%", "no percentage"},
		{"p99=1e7%", "no percentage"},
		{"MB/s=-100%", "nothing falls by 100%"},
		{"p99=5", "as 5ms"}, // of what unit?
		{"p99=0s", "nothing takes no time"},
		{"p99=-5ms", "nothing takes no time"},
		{"p100=+10%", "no percentile"},
		{"p0=+10%", "no percentile"},
		{"p99.99999=+10%", "multiple"},
		{"B/op=NaN", "nor a number"},
		{"B/op=-1", "nor a number"},
		{"two words=1", "neither a percentile nor a unit"},
		{"(:p99=+10%", "missing closing"},
	} {
		if _, err := ParseLimit(c.in); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.in, err, c.want)
		}
	}
}

func closeTo(x, y float64) bool { return x-y < 1e-12 && y-x < 1e-12 }

// Whatever is a limit is one with a bound, and reads back from a file as itself.
func FuzzParseLimit(f *testing.F) {
	for _, s := range []string{"p99=+10%", "a:b:p99.9=5ms", "MB/s=-5%", "x=y=1", "ttft-p99=1us", "p99=+1_0%", "B/op=0x1p4", "#:p99=1s"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := ParseLimit(s)
		if err != nil {
			return
		}
		if !finite(l.Ratio) || !finite(l.Budget) || l.Budget < 0 || l.Ratio != 0 && !(l.Ratio > 0) || l.match == nil || l.Statistic == "" {
			t.Fatalf("%q: %+v", s, l)
		}
		if trimmed := strings.TrimSpace(s); trimmed != s || strings.ContainsAny(s, "\r\n\ufeff") || strings.HasPrefix(s, "#") {
			return // no line of a file
		}
		read, err := ReadLimits("f", strings.NewReader(s+"\n"))
		if err != nil || len(read) != 1 || read[0].Ratio != l.Ratio || read[0].Budget != l.Budget || read[0].Statistic != l.Statistic {
			t.Fatalf("%q: from a file %+v, %v", s, read, err)
		}
	})
}

func TestReadLimits(t *testing.T) {
	limits, err := ReadLimits("f", strings.NewReader("\ufeff# what holds\r\n\r\n p99=+10% \r\nB/op=5"))
	if err != nil || len(limits) != 2 || limits[0].Statistic != "p99" || limits[1].Budget != 5 {
		t.Errorf("%+v, %v", limits, err)
	}
	limits, err = ReadLimits("f", strings.NewReader("p99=+10% # was p99=+5%\nB/op=5\t# bytes\nBenchmarkA #1:p99=5ms"))
	if err != nil || len(limits) != 3 || limits[0].String() != "p99=+10%" || limits[1].Budget != 5 || limits[2].Pattern != "BenchmarkA #1" {
		t.Errorf("%+v, %v", limits, err)
	}
	_, err = ReadLimits("f", strings.NewReader("p99=+10%\n"+strings.Repeat("x", 70_000)+"=5"))
	if err == nil || !strings.HasPrefix(err.Error(), "f:2: a line of more than 64 KiB") {
		t.Errorf("%v", err)
	}
	_, err = ReadLimits("f", strings.NewReader("p99=+10%\n\np99=soon\n"))
	var at *Problem
	if !errors.As(err, &at) || at.Line != 3 || at.File != "f" {
		t.Errorf("%v", err)
	}
}

// A file of limits keeps what people wrote, and its budgets follow what was measured.
func TestUpdateBudgets(t *testing.T) {
	rs := NewResults(ReadOptions{KeepWarmup: true})
	rs.Read("get.txt", strings.NewReader(strings.Repeat("1000\n", 990)+strings.Repeat("123456\n", 20)))
	rep, err := NewReport(rs, Options{Percentiles: []float64{99}})
	if err != nil {
		t.Fatal(err)
	}
	rep.Benchmarks[0].Name = "BenchmarkGet/a+b-8"
	update := func(old string) string {
		var b bytes.Buffer
		if err := UpdateBudgets(&b, old, rep); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	const line = `^BenchmarkGet/a\+b(-\d+)?$:p99=136µs` + "\n" // 123.456 µs and 10%, rounded up
	if d := cmp.Diff(limitsHead+line, update("")); d != "" {
		t.Error(d)
	}
	if again := update(update("")); again != limitsHead+line {
		t.Errorf("a second time:\n%s", again)
	}
	old := "# ours\np50=+5%\n" + `^BenchmarkGet/a\+b(-\d+)?$:p99=1ms` + "\n^BenchmarkPut(-\\d+)?$:p99=3ms\n"
	if d := cmp.Diff("# ours\np50=+5%\n"+line+"^BenchmarkPut(-\\d+)?$:p99=3ms\n", update(old)); d != "" {
		t.Error(d)
	}
	limits, err := ReadLimits("f", strings.NewReader(update("")))
	if err != nil || len(limits) != 1 {
		t.Fatalf("%+v, %v", limits, err)
	}
	p99 := &Change{P: 99, Unit: "ns/op"}
	for name, want := range map[string]bool{"BenchmarkGet/a+b-8": true, "BenchmarkGet/a+b": true, "BenchmarkGet/a+b/c-8": false, "BenchmarkGet/aab-8": false} {
		if limits[0].applies(name, p99) != want {
			t.Errorf("%s: applies is not %v", name, want)
		}
	}
}

// A budget is never below what it was made of.
func TestBudget(t *testing.T) {
	for ns, want := range map[float64]string{1: "1ns", 0.25: "1ns", 999.4: "1µs", 123456: "124µs", 5e6: "5ms", 5.0001e6: "5.01ms", 1.5e9: "1.5s"} {
		if got := budget(ns); got != want {
			t.Errorf("%v ns: %s, want %s", ns, got, want)
		}
		l, err := ParseLimit("p99=" + budget(ns))
		if err != nil || l.Budget < ns {
			t.Errorf("%v ns: %v, %v", ns, l.Budget, err)
		}
	}
}
