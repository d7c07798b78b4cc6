package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// steadyOutput is what plateau steady -format json prints. Pointers tell null.
type steadyOutput struct {
	Plateau int
	Series  []struct {
		ID           *string
		N            *int
		Class        *string
		Start, Stop  *int
		Confidence   *float64
		Changepoints *[]int
	}
}

func steadyJSON(t *testing.T, args ...string) steadyOutput {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(append([]string{"steady", "-format", "json"}, args...), nil, &stdout, &stderr); status != exitFine || stderr.Len() > 0 {
		t.Fatalf("exit status %d\n%s", status, stderr.String())
	}
	var out steadyOutput
	if err := json.Unmarshal(stdout.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	if out.Plateau != 1 {
		t.Errorf(`"plateau": %d`, out.Plateau)
	}
	return out
}

// What is written is what is documented, whichever rule answers.
func TestSteadyJSON(t *testing.T) {
	classes := " flat warmup slowdown cycle nosteady short "
	for _, online := range []string{"-online=false", "-online"} {
		out := steadyJSON(t, online, "testdata/in/series.jsonl", "testdata/in/curve.txt", "testdata/in/shop.bench")
		want := []string{"cache@0", "cache@1", "leak", "curve@0", "BenchmarkGet-2@0"}
		for i, s := range out.Series {
			if s.ID == nil || s.N == nil || s.Class == nil || s.Start == nil || s.Stop == nil || s.Confidence == nil || s.Changepoints == nil {
				t.Fatalf("series %d lacks a field", i)
			}
			if i < len(want) && *s.ID != want[i] {
				t.Errorf("series %d is %s, want %s", i, *s.ID, want[i])
			}
			if !strings.Contains(classes, " "+*s.Class+" ") {
				t.Errorf("%s: class %s", *s.ID, *s.Class)
			}
			if *s.Start < -1 || *s.Start >= *s.Stop || *s.Stop > *s.N || (*s.Class == "nosteady") != (*s.Start == -1) {
				t.Errorf("%s: %s from %d to %d of %d", *s.ID, *s.Class, *s.Start, *s.Stop, *s.N)
			}
			if *s.Confidence < 0 || *s.Confidence > 1 {
				t.Errorf("%s: confidence %v", *s.ID, *s.Confidence)
			}
			last := 0
			for _, c := range *s.Changepoints {
				if c <= last || c >= *s.N {
					t.Errorf("%s: changepoints %v", *s.ID, *s.Changepoints)
				}
				last = c
			}
		}
		if len(out.Series) != 4+6+6+2 {
			t.Errorf("%d series", len(out.Series))
		}
	}
}

// A curve that falls to its level within a hundred values is a warm-up, and one that
// climbs from the first value to the last has no steady part.
func TestSteadyAnswers(t *testing.T) {
	for _, s := range steadyJSON(t, "testdata/in/series.jsonl").Series {
		switch *s.ID {
		case "leak":
			if *s.Class != "nosteady" {
				t.Errorf("leak: %s", *s.Class)
			}
		default:
			if *s.Class != "warmup" || *s.Start < 100 || *s.Start > 300 {
				t.Errorf("%s: %s from %d", *s.ID, *s.Class, *s.Start)
			}
		}
	}
}

func TestSteadyText(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run([]string{"steady", "testdata/in/curve.txt"}, nil, &stdout, &stderr); status != exitFine {
		t.Fatalf("exit status %d\n%s", status, stderr.String())
	}
	lines := strings.Split(stdout.String(), "\n")
	if f := strings.Fields(lines[1]); len(f) < 7 || strings.Join(f[:5], " ") != "curve@0 50 warmup 4 50" {
		t.Errorf("%q", lines[1])
	}
	if !strings.HasPrefix(lines[2], "  █▅▂") || strings.Count(lines[2], "[▁") != 1 || !strings.HasSuffix(lines[2], "▁]  10–100ms") {
		t.Errorf("%q", lines[2])
	}
}

// The live rule says where it would have stopped, and that it would have gone on.
func TestSteadyOnlineText(t *testing.T) {
	in := strings.Repeat("3000\n", 100) + strings.Repeat("1000\n", 5000)
	var stdout, stderr bytes.Buffer
	if status := run([]string{"steady", "-online", "-", "testdata/in/short.txt"}, strings.NewReader(in), &stdout, &stderr); status != exitFine {
		t.Fatalf("exit status %d\n%s", status, stderr.String())
	}
	for _, want := range []string{
		"stdin@0: the live rule would have stopped after ", " of 5,100 samples and discarded the first ", "]▁▁▁", "short@0: the live rule would have gone on: ",
	} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("lacks %q:\n%s", want, stdout.String())
		}
	}
}

// Odd series get a clear answer, and what is no series an error with its place; what
// is whole is answered all the same.
func TestSteadyBadInput(t *testing.T) {
	many := strings.Repeat("1000\n", 300)
	for _, c := range []struct {
		name, in string
		class    string // of the only series; "" without one
		start    int
		stderr   string // of it; "" nothing said
	}{
		{"empty", "", "", 0, "standard input: empty"},
		{"an empty series", `{"id":"a","ns":[]}`, "", 0, `standard input:1: series "a" is empty`},
		{"one value", "5\n", "short", 0, ""},
		{"constant", many, "flat", 0, ""},
		{"zeros", strings.Repeat("0\n", 300), "flat", 0, ""},
		{"one gigantic outlier", many + "4e15\n" + many, "flat", 0, ""},
		{"a value too long to keep", many + "1e300\n" + many, "flat", 0, "standard input:301: 1e+300 ns is longer than can be kept"},
		{"negative", many + "-5\n" + many, "flat", 0, "standard input:301: -5: a duration cannot be negative"},
		{"NaN", many + "NaN\n" + many, "flat", 0, "standard input:301: NaN is not a duration"},
		{"infinite", many + "+Inf\n" + many, "flat", 0, "standard input:301: +Inf ns is longer than can be kept"},
		{"text in between", many + "PASS\n" + many, "flat", 0, `standard input:301: "PASS" is not a number`},
		{"mixed units, lines of numbers", many + "1ms\n", "flat", 0, `standard input:301: "1ms" has a unit: numbers are in ns, without one`},
		{"mixed units, JSON lines", `{"id":"a@0","ns":[1,2,3]}` + "\n" + `{"id":"a@1","unit":"us","ns":[1,2,3]}`, "short", 0, `standard input:2: series "a@1" is in "us": only ns is read`},
		{"mixed units, another tool's", `{"benchmarks":[{"name":"a","real_time":1,"time_unit":"us"},` + "\n" + `{"name":"a","real_time":1,"time_unit":"ms"}]}`, "short", 0, "standard input:2: a is in ms here and in us at line 1: mixed units"},
		{"JSON cut off", `{"results":[{"command":"a","times":[1,2]},` + "\n" + `{"command":"b","times":[1,`, "short", 0, "standard input:2: cut off: the file ends before its JSON does"},
		{"JSON of another kind", "{\n\"a\": 1\n}", "", 0, "standard input: JSON of no known form"},
		{"text", "hello\n", "", 0, "standard input: no results"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, online := range []string{"-online=false", "-online"} {
				var stdout, stderr bytes.Buffer
				status := run([]string{"steady", "-format", "json", online, "-"}, strings.NewReader(c.in), &stdout, &stderr)
				if want := c.stderr == ""; (status == exitFine) != want || (stderr.Len() == 0) != want || !strings.Contains(stderr.String(), c.stderr) {
					t.Errorf("exit status %d\n%s", status, stderr.String())
				}
				var out steadyOutput
				if err := json.Unmarshal(stdout.Bytes(), &out); err != nil && (c.class != "" || status != exitCannot) {
					t.Fatal(err)
				}
				switch {
				case c.class == "" && len(out.Series) != 0, c.class != "" && len(out.Series) != 1:
					t.Errorf("%d series", len(out.Series))
				case c.class != "":
					if s := out.Series[0]; *s.Class != c.class || *s.Start != c.start {
						t.Errorf("%s: %s from %d", online, *s.Class, *s.Start)
					}
				}
			}
		})
	}
}

// foreignFiles are those of other tools, in the order of steadyForeign's ids.
func foreignFiles() []string {
	const dir = "../../internal/foreign/testdata/"
	return []string{dir + "jmh.json", dir + "pyperf-old.json", dir + "hyperfine.json", dir + "hyperfine2.json", dir + "google.json", dir + "criterion/parse/small/new/sample.json"}
}

func TestSteadyForeign(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run(append([]string{"steady", "-format", "json"}, foreignFiles()...), nil, &stdout, &stderr); status != exitFine {
		t.Fatalf("exit status %d\n%s", status, stderr.String())
	}
	var out steadyOutput
	if err := json.Unmarshal(stdout.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, s := range out.Series {
		ids = append(ids, *s.ID)
	}
	want := []string{
		"org.example.Sort.run/size=100/kind=random:avgt@0", "org.example.Sort.run/size=100/kind=random:avgt@1", "org.example.Send.run@0",
		"org.example.Start.run@0", "org.example.Sort.run/size=100/kind=random:sample@0", "timeit@0", "make all@0", "sort/threads=1@0", "sort/threads=2@0",
		"one second@0", "BM_Copy/8/repeats:3@0", "BM_Sync@0", "parse/small@0",
	}
	if d := cmp.Diff(want, ids); d != "" {
		t.Errorf("ids (-want +got):\n%s", d)
	}
	if s := stderr.String(); strings.Count(s, "\n") != 1 || !strings.Contains(s, "BM_Open failed: no such file") {
		t.Errorf("%s", s)
	}
}

// A long warm-up in the files of other tools is found, in the positions of their values.
func TestSteadyForeignWarmup(t *testing.T) {
	values := strings.Repeat("3.0,", 60) + strings.Repeat("1.0,", 239) + "1.0"
	pairs := "[[3.0,2]]" + strings.Repeat(",[[3.0,2]]", 59) + strings.Repeat(",[[1.0,3],[1.0,1]]", 240)
	ones := "1" + strings.Repeat(",1", 299)
	for name, c := range map[string]struct {
		in       string
		start, n int
	}{
		"JMH":              {`[{"benchmark":"a","mode":"avgt","primaryMetric":{"scoreUnit":"us/op","rawData":[[` + values + `]]}}]`, 60, 300},
		"JMH sample":       {`[{"benchmark":"a","mode":"sample","primaryMetric":{"scoreUnit":"us/op","rawDataHistogram":[[` + pairs + `]]}}]`, 120, 60*2 + 240*4},
		"pyperf":           {`{"benchmarks":[{"metadata":{"name":"a"},"runs":[{"values":[` + values + `]}]}],"version":"1.0"}`, 60, 300},
		"hyperfine":        {`{"results":[{"command":"a","times":[` + values + `]}]}`, 60, 300},
		"google/benchmark": {`{"benchmarks":[` + googleRepetitions(60, 240) + `]}`, 60, 300},
		"Criterion.rs":     {`{"sampling_mode":"Flat","iters":[` + ones + `],"times":[` + values + `]}`, 60, 300},
	} {
		var stdout, stderr bytes.Buffer
		if status := run([]string{"steady", "-format", "json", "-"}, strings.NewReader(c.in), &stdout, &stderr); status != exitFine {
			t.Errorf("%s: exit status %d\n%s", name, status, stderr.String())
			continue
		}
		var out steadyOutput
		if err := json.Unmarshal(stdout.Bytes(), &out); err != nil || len(out.Series) != 1 {
			t.Fatal(name, err)
		}
		if s := out.Series[0]; *s.N != c.n || *s.Class != "warmup" || *s.Start != c.start {
			t.Errorf("%s: %s from %d of %d, want a warm-up of %d of %d", name, *s.Class, *s.Start, *s.N, c.start, c.n)
		}
	}
}

// googleRepetitions are entries of google/benchmark, the first slow ones three times slower.
func googleRepetitions(slow, fast int) string {
	var list []string
	for i := range slow + fast {
		x := 1
		if i < slow {
			x = 3
		}
		list = append(list, fmt.Sprintf(`{"name":"a","run_type":"iteration","repetition_index":%d,"real_time":%d,"time_unit":"us"}`, i, x))
	}
	return strings.Join(list, ",")
}
