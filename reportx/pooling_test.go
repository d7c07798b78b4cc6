package reportx

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// join reads inputs by name, each with its own text.
func join(inputs ...string) *Results {
	rs := NewResults(ReadOptions{})
	for i := 0; i < len(inputs); i += 2 {
		rs.Read(inputs[i], strings.NewReader(inputs[i+1]))
	}
	return rs
}

func summaries(t *testing.T, rs *Results) []*Summary {
	t.Helper()
	rep, err := NewReport(rs, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rep.Benchmarks
}

func TestEnvironmentsDiffer(t *testing.T) {
	line := "BenchmarkA-2 1 5 ns/op\n"
	head := "goos: linux\ngoarch: amd64\npkg: p\n"
	rs := join("a", head+"cpu: X\n"+line+line, "b", head+"cpu: Y\n"+line, "c", "pkg: p\n"+line)
	s := summaries(t, rs)[0]
	if want := "runs of different environments are taken together: cpu X in runs 1 and 2, Y in run 3"; !slices.Contains(s.Notes, want) {
		t.Errorf("notes %q lack %q", s.Notes, want)
	}
	if got := environment([]*Summary{s}); got != "linux amd64" {
		t.Errorf("heading %q", got)
	}
	var out bytes.Buffer
	if err := (&Report{Benchmarks: []*Summary{s}}).WriteBench(&out); err != nil {
		t.Fatal(err)
	}
	if x, y := strings.Index(out.String(), "cpu: X"), strings.Index(out.String(), "cpu: Y"); x < 0 || y < x {
		t.Errorf("the runs lost their configuration:\n%s", out.String())
	}

	same := summaries(t, join("a", head+"cpu: X\n"+line, "b", head+"cpu: X\n"+line))[0]
	if got := environmentNotes(same.source); got != nil || environment([]*Summary{same}) != "linux amd64 X" {
		t.Errorf("one environment: %q, heading %q", got, environment([]*Summary{same}))
	}
}

func TestPooledFilesNote(t *testing.T) {
	run := func(file string) *Run { return &Run{File: file} }
	want := []string{"runs of 2 files are taken together; to compare them: plateau compare OLD NEW"}
	for _, c := range []struct {
		files []string
		want  []string
	}{
		{nil, nil},
		{[]string{"a", "a"}, nil},
		{[]string{"a", "b"}, nil},
		{[]string{"a", "a", "b"}, nil},
		{[]string{"a", "b", "a", "b"}, want},
	} {
		var runs []*Run
		for _, f := range c.files {
			runs = append(runs, run(f))
		}
		if d := cmp.Diff(c.want, pooledFiles(runs)); d != "" {
			t.Errorf("%q: %s", c.files, d)
		}
	}
}

func TestRepeatedRuns(t *testing.T) {
	one := string(sampleFile(t, 1, nsRun("BenchmarkA-2", 0, 1, 2, 3), nsRun("BenchmarkA-2", 0, 4, 5)))
	two := string(sampleFile(t, 2, nsRun("BenchmarkA-2", 0, 6)))
	for _, c := range []struct {
		name   string
		inputs []string
		want   int
		notes  []string
	}{
		{"twice", []string{"a", one, "a", one}, 2, []string{"a: 2 runs left out: read twice"}},
		{"concatenated", []string{"a", one + one}, 2, []string{"a: 2 runs left out: read twice"}},
		{"copied", []string{"a", two, "-", two}, 1, []string{"standard input: 1 run left out: the same as in a"}},
		{"other process", []string{"a", one, "b", two}, 3, nil},
		{"lines alone", []string{"a", "BenchmarkA-2 1 5 ns/op\nBenchmarkA-2 1 5 ns/op\n"}, 2, nil},
	} {
		rs := join(c.inputs...)
		if got := len(rs.Benchmarks[0].Runs); got != c.want || len(rs.Benchmarks) != 1 {
			t.Errorf("%s: %d runs, want %d", c.name, got, c.want)
		}
		if d := cmp.Diff(c.notes, notes(rs)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// With -cpu 1,8 the names size at 8 and size-8 at 1 are printed alike.
func TestNamesAlike(t *testing.T) {
	at := func(procs int, values ...int64) testRun {
		r := nsRun("BenchmarkS/size-8", 0, values...)
		r.run.Procs = procs
		return r
	}
	in := string(sampleFile(t, 1, at(1, 10), at(8, 20), at(1, 11)))
	rs := join("a", in)
	if d := cmp.Diff([]string{"example.com/p.BenchmarkS/size-8 | 10 100 ns/op | 11 100 ns/op", "example.com/p.BenchmarkS/size-8 | 20 100 ns/op"}, shape(rs)); d != "" {
		t.Fatal(d)
	}
	if a, b := rs.Benchmarks[0], rs.Benchmarks[1]; a.Procs != 1 || b.Procs != 8 {
		t.Errorf("GOMAXPROCS %d and %d", a.Procs, b.Procs)
	}
	if s := summaries(t, rs)[1]; !slices.Contains(s.Notes, "runs at GOMAXPROCS 8: another benchmark prints the same name at another") {
		t.Errorf("notes: %q", s.Notes)
	}
	other := join("b", string(sampleFile(t, 2, at(8, 20), at(1, 10))))
	for i, b := range rs.Benchmarks {
		if got := other.counterpart(b); got != other.Benchmarks[1-i] {
			t.Errorf("counterpart of GOMAXPROCS %d is %v", b.Procs, got)
		}
	}
}
