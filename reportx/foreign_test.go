package reportx

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// foreignInputs are small files of other tools.
var foreignInputs = map[string]string{
	"JMH":              `[{"benchmark":"a.B.run","mode":"avgt","primaryMetric":{"scoreUnit":"us/op","rawData":[[1,2],[3]]}}]`,
	"JMH sample":       `[{"benchmark":"a.B.run","mode":"sample","primaryMetric":{"scoreUnit":"us/op","rawDataHistogram":[[[[1,2],[5,1]],[[2,1]]]]}}]`,
	"pyperf":           `{"benchmarks":[{"runs":[{"warmups":[[1,3e-6]],"values":[1e-6,2e-6]},{"values":[1e-6]}]}],"metadata":{"name":"sum"},"version":"1.0"}`,
	"hyperfine":        `{"results":[{"command":"sleep 1","times":[1.5,1]}]}`,
	"google/benchmark": `{"context":{},"benchmarks":[{"name":"BM_A","real_time":1.5,"time_unit":"ns","repetition_index":0},{"name":"BM_A","real_time":1,"time_unit":"ns","repetition_index":1}]}`,
	"Criterion.rs":     `{"sampling_mode":"Linear","iters":[10,20],"times":[30,50]}`,
}

func TestReadForeign(t *testing.T) {
	for name, c := range map[string]struct {
		want, process, value string
		warmup               int64 // of the first run
	}{
		"JMH":              {"a.B.run | 1000 2000 | 3000", "fresh", "the mean over one JMH iteration", 0},
		"JMH sample":       {"a.B.run | 1000 1000 5000 2000", "fresh", "", 0},
		"pyperf":           {"sum | 3000 1000 2000 | 1000", "fresh", "the mean over the loops of one pyperf value", 1},
		"hyperfine":        {"sleep 1 | 1.5e+09 1e+09", "", "one execution of the command", 0},
		"google/benchmark": {"BM_A | 1.5 1", "fresh", "the mean over the iterations of one repetition", 0},
		"Criterion.rs":     {"in | 3 2.5", "", "the mean over the iterations of one Criterion.rs sample", 0},
	} {
		rs := readWhole(t, "in", []byte(foreignInputs[name]))
		if d := cmp.Diff([]string{c.want}, shape(rs)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
			continue
		}
		b := rs.Benchmarks[0]
		if b.Value != c.value || !b.Raw || b.Runs[0].ID != b.Name+"@0" || b.Runs[0].Series[0].Warmup != c.warmup {
			t.Errorf("%s: %+v", name, b)
		}
		if got := processes(b.Runs); got != c.process {
			t.Errorf("%s: process %q, want %q", name, got, c.process)
		}
	}
}

// The percentiles of a histogram are those of single operations, and it is judged
// by the means of its iterations.
func TestForeignHistogram(t *testing.T) {
	rs := readWhole(t, "in", []byte(foreignInputs["JMH sample"]))
	xs, position, err := rs.Benchmarks[0].Runs[0].Series[0].values()
	if err != nil || !slices.Equal(xs, []float64{7000. / 3, 2000}) || position(1) != 3 {
		t.Errorf("values %v, the second from %d (%v)", xs, position(1), err)
	}
	rep, err := NewReport(rs, Options{Percentiles: []float64{50}})
	if err != nil {
		t.Fatal(err)
	}
	if d := rep.Benchmarks[0].Main; d.Samples != 4 || d.Percentiles[0].Value != 1000 || d.Max != 5000 {
		t.Errorf("%+v", d)
	}
}

// What a value is, the report says.
func TestForeignNote(t *testing.T) {
	s := reportOf(t, []byte(foreignInputs["JMH"]), Options{}).Benchmarks[0]
	want := "each value is the mean over one JMH iteration, and the percentiles are of these"
	if !slices.Contains(s.Notes, want) {
		t.Errorf("notes %q", s.Notes)
	}
}

// Criterion's files have the name of their benchmark beside them, or in their path.
func TestCriterionFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "criterion", "group", "function", "new")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	sample := write("sample.json", foreignInputs["Criterion.rs"])
	name := func() string {
		t.Helper()
		rs := ReadFiles([]string{sample, sample}, nil, ReadOptions{})
		if len(rs.Problems) > 0 || len(rs.Benchmarks) != 1 || len(rs.Benchmarks[0].Runs) != 2 || !strings.HasSuffix(rs.Benchmarks[0].Runs[1].ID, "@1") {
			t.Fatalf("problems %v, results %v", problems(rs), shape(rs))
		}
		return rs.Benchmarks[0].Name
	}
	if got := name(); got != "group/function" {
		t.Errorf("by its path: %s", got)
	}
	write("benchmark.json", `{"full_id":"group/function/10"}`)
	if got := name(); got != "group/function/10" {
		t.Errorf("by benchmark.json: %s", got)
	}
}

// A run that never settled is kept whole but for what was already left out: by a
// managed loop at its cap, or by another tool.
func TestNeverSettledNotes(t *testing.T) {
	lap, loop := nsRun("BenchmarkA-2", 0, 1, 2, 3), nsRun("BenchmarkA-2", 2, 1, 2, 3)
	for _, r := range []*testRun{&lap, &loop} {
		r.run.Class, r.run.Marks = "nosteady", []string{"never-settled"}
	}
	loop.run.WarmupIters = 2
	s := reportOf(t, sampleFile(t, 1, lap, loop, lap), Options{}).Benchmarks[0]
	for _, want := range []string{
		"never settled: runs 1 and 3; of these runs nothing was left out, every number is in doubt",
		"never settled: run 2; what was taken for warm-up is left out, every number is in doubt",
	} {
		if !slices.Contains(s.Notes, want) {
			t.Errorf("lacks %q: %q", want, s.Notes)
		}
	}
	s = reportOf(t, []byte(foreignInputs["pyperf"]), Options{}).Benchmarks[0]
	if want := "too short to judge the warm-up: run 1; what its tool took for warm-up is left out"; !slices.Contains(s.Notes, want) {
		t.Errorf("lacks %q: %q", want, s.Notes)
	}
}

// The batch has a note and no row of its own, unless there are no samples.
func TestBatchMetric(t *testing.T) {
	r := nsRun("BenchmarkA-2", 0, 1, 2, 3)
	r.line = "BenchmarkA-2 \t 100 \t 5 ns/op \t 64 batch"
	s := reportOf(t, sampleFile(t, 1, r), Options{}).Benchmarks[0]
	if shown := s.runMetrics(); len(shown) != 0 {
		t.Errorf("shown %+v", shown[0])
	}
	s = reportOf(t, []byte(r.line+"\n"), Options{}).Benchmarks[0]
	if shown := s.runMetrics(); len(shown) != 2 || shown[1].Unit != "batch" {
		t.Errorf("shown %+v", shown)
	}
}
