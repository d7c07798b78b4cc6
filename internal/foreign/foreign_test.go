package foreign

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shape is what tests look at: each series with its runs' values in ns, the
// warm-up of its tool before a bar, and counts behind a times sign.
func shape(f *File) (list []string) {
	for _, s := range f.Series {
		line := fmt.Sprintf("%d: %s (%s)", s.Line, s.ID, s.Unit)
		for _, r := range s.Runs {
			line += fmt.Sprintf(" [%d:", r.Line)
			for i, x := range r.Values {
				if i == r.Warmup && i > 0 {
					line += " |"
				}
				line += fmt.Sprintf(" %.6g", x)
				if r.Counts != nil {
					line += fmt.Sprintf("x%d", r.Counts[i])
				}
			}
			if r.Iterations != nil {
				line += fmt.Sprintf(" to %d", r.Iterations)
			}
			line += "]"
		}
		list = append(list, line)
	}
	return list
}

func remarks(f *File) (list []string) {
	for _, e := range f.Errors {
		list = append(list, e.Error())
	}
	for _, n := range f.Notes {
		list = append(list, fmt.Sprintf("note at line %d: %s", n.Line, n.Text))
	}
	return list
}

func TestFixtures(t *testing.T) {
	for _, c := range []struct {
		file    string
		format  Format
		want    []string
		remarks []string
	}{
		{
			"jmh.json", JMH,
			[]string{
				"2: org.example.Sort.run/size=100/kind=random:avgt (us/op) [31: 4000 2000 2000] [36: 3000 2000 2000]",
				"55: org.example.Send.run (ops/ms) [63: 4000 2000]",
				"72: org.example.Start.run (s/op) [80: 5e+08]",
				"88: org.example.Sort.run/size=100/kind=random:sample (us/op) [100: 2500x3 8000x1 2000x2 to [2 3]]",
			},
			nil,
		},
		{
			"pyperf.json", Pyperf,
			[]string{
				"1: sum (second) [2: 2000 | 1000 1500] [3: 2500 | 1000 1000]",
				"5: join (second) [5: 500]",
			},
			[]string{
				"line 4: rss is left out: its unit is byte, no time",
				"note at line 1: sum: runs without values, which only calibrate, are left out: 1",
			},
		},
		{"pyperf-old.json", Pyperf, []string{"1: timeit (second) [1: 2000 | 1000]"}, nil},
		{
			"hyperfine.json", Hyperfine,
			[]string{
				"3: make all (s) [3: 2e+09 1e+09]", "16: sort/threads=1 (s) [16: 2.5e+08]", "25: sort/threads=2 (s) [25: 1.25e+08]",
			},
			nil,
		},
		{"hyperfine2.json", Hyperfine, []string{"6: one second (second) [6: 1e+09 1.25e+09]"}, nil},
		{
			"google.json", GoogleBenchmark,
			[]string{"13: BM_Copy/8/repeats:3 (ns) [13: 12.5 11.5 11]", "37: BM_Sync (ms) [37: 2.5e+06]"},
			[]string{"note at line 33: BM_Open failed: no such file"},
		},
		{"criterion/parse/small/new/sample.json", Criterion, []string{"1:  (ns) [1: 250 200 200]"}, nil},
	} {
		t.Run(c.file, func(t *testing.T) {
			data, err := os.ReadFile("testdata/" + c.file)
			if err != nil {
				t.Fatal(err)
			}
			for name, in := range map[string][]byte{
				"as written": data, "CRLF": bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")), "byte order mark": append([]byte("\xef\xbb\xbf"), data...),
			} {
				if got := Detect(in); got != c.format {
					t.Errorf("%s: detected %v, want %v", name, got, c.format)
				}
				f, err := Read(c.format, bytes.NewReader(in))
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(c.want, shape(f)); d != "" {
					t.Errorf("%s (-want +got):\n%s", name, d)
				}
				if d := cmp.Diff(c.remarks, remarks(f)); d != "" {
					t.Errorf("%s: remarks (-want +got):\n%s", name, d)
				}
			}
		})
	}
}

// What is whole before a cut is kept, and wherever it is, it is said.
func TestCutOff(t *testing.T) {
	for file, format := range map[string]Format{"jmh.json": JMH, "google.json": GoogleBenchmark, "pyperf.json": Pyperf, "hyperfine.json": Hyperfine} {
		data, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		data = bytes.TrimSpace(data)
		whole, _ := Read(format, bytes.NewReader(data))
		for cut := range data {
			f, err := Read(format, bytes.NewReader(data[:cut]))
			if err != nil {
				t.Fatal(err)
			}
			last := len(f.Errors) - 1
			if last < 0 {
				t.Fatalf("%s cut at %d: nothing said", file, cut)
			}
			if want := 1 + bytes.Count(data[:cut], []byte("\n")); f.Errors[last].Line != want {
				t.Fatalf("%s cut at %d: error at line %d, want %d: %v", file, cut, f.Errors[last].Line, want, f.Errors[last])
			}
			if len(f.Series) > len(whole.Series) {
				t.Fatalf("%s cut at %d: %d series of %d", file, cut, len(f.Series), len(whole.Series))
			}
		}
		f, _ := Read(format, bytes.NewReader(data[:len(data)-1]))
		if d := cmp.Diff(shape(whole), shape(f)); d != "" {
			t.Errorf("%s without its last byte (-want +got):\n%s", file, d)
		}
	}
}

func TestBadValues(t *testing.T) {
	for _, c := range []struct {
		name    string
		format  Format
		in      string
		want    []string
		remarks []string
	}{
		{
			"a negative time", Hyperfine, "{\"results\":[{\"command\":\"a\",\"times\":[1,\n-2]},{\"command\":\"b\",\"times\":[1]}]}",
			[]string{"2: b (s) [2: 1e+09]"}, []string{"line 2: a is left out: -2: a duration cannot be negative"},
		},
		{
			"NaN as Python writes it", Pyperf, "{\"benchmarks\":[{\"metadata\":{\"name\":\"a\"},\"runs\":[{\"values\":[1,\nNaN]}]}]}",
			nil, []string{"line 2: a is left out: NaN is not a number"},
		},
		{
			"infinities", Pyperf, `{"benchmarks":[{"metadata":{"name":"a"},"runs":[{"values":[-Infinity]}]},{"metadata":{"name":"b"},"runs":[{"values":[1e999]}]}]}`,
			nil, []string{"line 1: a is left out: -Inf is no duration", "line 1: b is left out: +Inf is no duration"},
		},
		{
			"NaN as JMH writes it", JMH, `[{"benchmark":"a","mode":"avgt","primaryMetric":{"scoreUnit":"ns/op","rawData":[[1],["NaN"]]}}]`,
			nil, []string{"line 1: a is left out: NaN is not a number"},
		},
		{
			"text, null, lists for numbers", Criterion, `{"iters":[1,1,1],"times":[1,"fast",null]}`,
			nil, []string{"line 1: the sample is left out: fast is not a number"},
		},
		{
			"too long for a float64 in ns", Hyperfine, `{"results":[{"command":"a","times":[1e308]}]}`,
			nil, []string{"line 1: a is left out: value 0: +Inf is no duration"},
		},
		{
			"mixed units, JMH", JMH, "[{\"benchmark\":\"a\",\"mode\":\"avgt\",\"primaryMetric\":{\"scoreUnit\":\"ns/op\",\"rawData\":[[1]]}},\n{\"benchmark\":\"a\",\"mode\":\"avgt\",\"primaryMetric\":{\"scoreUnit\":\"ms/op\",\"rawData\":[[1]]}}]",
			[]string{"1: a (ns/op) [1: 1]"}, []string{"line 2: a is in ms/op here and in ns/op at line 1: mixed units, the later values are left out"},
		},
		{
			"mixed units, google/benchmark", GoogleBenchmark, "{\"benchmarks\":[{\"name\":\"a\",\"real_time\":1,\"time_unit\":\"us\"},\n{\"name\":\"a\",\"real_time\":1,\"time_unit\":\"ms\"}]}",
			[]string{"1: a (us) [1: 1000]"}, []string{"line 2: a is in ms here and in us at line 1: mixed units, this value is left out"},
		},
		{
			"mixed units, hyperfine", Hyperfine, "{\"results\":[{\"command\":\"a\",\"measurements\":[{\"time_wall_clock\":{\"value\":1,\"unit\":\"second\"}},\n{\"time_wall_clock\":{\"value\":1,\"unit\":\"millisecond\"}}]}]}",
			nil, []string{"line 2: a is left out: mixed units: millisecond after second"},
		},
		{
			"a throughput of zero", JMH, `[{"benchmark":"a","mode":"thrpt","primaryMetric":{"scoreUnit":"ops/s","rawData":[[0]]}}]`,
			nil, []string{"line 1: a is left out: value 0: a throughput of 0 has no time per operation"},
		},
		{
			"a unit that is no time", JMH, `[{"benchmark":"a","mode":"avgt","primaryMetric":{"scoreUnit":"B/op","rawData":[[1]]}}]`,
			nil, []string{`line 1: a is left out: its unit "B/op" is none of time per operation or operations per time`},
		},
		{
			"no raw data, as with -Djmh.json.rawData=false", JMH, `[{"benchmark":"a","mode":"avgt","primaryMetric":{"scoreUnit":"ns/op","rawData":[]}}]`,
			nil, []string{"line 1: a has no raw data"},
		},
		{
			"a histogram that claims more than can be", JMH, `[{"benchmark":"a","mode":"sample","primaryMetric":{"scoreUnit":"ns/op","rawDataHistogram":[[[[1,1e18]]]]}}]`,
			nil, []string{"line 1: a is left out: a histogram of more than 268435456 samples"},
		},
		{
			"half a pair", JMH, `[{"benchmark":"a","mode":"sample","primaryMetric":{"scoreUnit":"ns/op","rawDataHistogram":[[[[1]]]]}}]`,
			nil, []string{"line 1: a is left out: not a pair of two numbers"},
		},
		{"iters and times of different length", Criterion, `{"iters":[1],"times":[1,2]}`, nil, []string{"line 1: 1 iters for 2 times"}},
		{"no iterations", Criterion, `{"iters":[0],"times":[1]}`, nil, []string{"line 1: iters 0 is 0: no time per iteration"}},
		{"no samples", Criterion, `{"iters":[],"times":[]}`, nil, nil},
		{"zeros are times", Criterion, `{"iters":[1,1],"times":[0,0]}`, []string{"1:  (ns) [1: 0 0]"}, nil},
		{
			"two files joined: an index that starts again is another run", GoogleBenchmark,
			`{"benchmarks":[{"name":"a","real_time":1,"repetition_index":0},{"name":"a","real_time":2,"repetition_index":1},{"name":"a","real_time":3,"repetition_index":0}]}`,
			[]string{"1: a (ns) [1: 1 2] [1: 3]"}, nil,
		},
		{
			"aggregates of old files", GoogleBenchmark, `{"benchmarks":[{"name":"a","real_time":1},{"name":"a_mean","real_time":2},{"name":"a_stddev","real_time":3}]}`,
			[]string{"1: a (ns) [1: 1]"}, nil,
		},
		{"another shape", JMH, "[\n{\"benchmark\": \"a\", \"primaryMetric\": 7}]", nil, []string{"line 2: not JSON: '7' where '{' should be"}},
		{"more than one value", Criterion, "{\"iters\":[1],\"times\":[5]}\n{}", []string{"1:  (ns) [1: 5]"}, []string{"line 2: '{' after the end of the JSON value"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := Read(c.format, strings.NewReader(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, shape(f)); d != "" {
				t.Errorf("series (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.remarks, remarks(f)); d != "" {
				t.Errorf("remarks (-want +got):\n%s", d)
			}
		})
	}
}

func TestDetect(t *testing.T) {
	for in, want := range map[string]Format{
		"": None, "5\n": None, "[]": None, "{}": None, "[1,2]": None, "null": None,
		`{"id":"a","ns":[1]}`:                                    None,
		`{"Action":"output","iters":[1]}`:                        None,
		`{"benchmarks":[]}`:                                      None,
		`{"metadata":{"runs":1},"benchmarks":[{"runs":[`:         Pyperf, // cut off behind what decides
		`{"benchmarks":[{"cpu_time":1}]}`:                        GoogleBenchmark,
		`{"times":[1],"iters":[1]}`:                              Criterion,
		`{"results":[{"times":[`:                                 Hyperfine,
		`[{"mode":"avgt","primaryMetric":{`:                      JMH,
		`{"a":` + strings.Repeat("[", 300) + `,"iters":[1]}`:     None,
		`{"context":{"benchmarks":[{"runs":1}]},"benchmarks":[{`: None,
	} {
		if got := Detect([]byte(in)); got != want {
			t.Errorf("Detect(%.60s) = %v, want %v", in, got, want)
		}
	}
}

func TestCriterionNames(t *testing.T) {
	f, err := os.Open("testdata/criterion/parse/small/new/benchmark.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if id, err := CriterionID(f); id != "parse/small" || err != nil {
		t.Errorf("%q, %v", id, err)
	}
	for in, want := range map[string]string{
		`{"group_id":"g","function_id":"f","value_str":"10"}`: "g/f/10", `{"group_id":"g","function_id":null}`: "g",
		`{}`: "", `{`: "", `7`: "",
	} {
		if id, err := CriterionID(strings.NewReader(in)); id != want || (err != nil) != (want == "") {
			t.Errorf("CriterionID(%s) = %q, %v", in, id, err)
		}
	}
	for in, want := range map[string]string{
		"target/criterion/g/f/new/sample.json": "g/f", "/x/criterion/g/base/sample.json": "g", "f/new/sample.json": "f",
		"new/sample.json": "", "sample.json": "", "other/sample.json": "other",
	} {
		if got := CriterionPath(in); got != want {
			t.Errorf("CriterionPath(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFormatString(t *testing.T) {
	if JMH.String() != "JMH" || None.String() != "unknown" || Format(99).String() != "unknown" {
		t.Error("names")
	}
	if _, err := Read(None, strings.NewReader("{}")); err == nil {
		t.Error("no format, no error")
	}
}
