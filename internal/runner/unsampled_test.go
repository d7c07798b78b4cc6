package runner

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLossReason(t *testing.T) {
	for _, tt := range []struct {
		line, want string
		ok         bool
	}{
		{"    a_test.go:7: plateau: samples from here on are not written: write /x/a.bench: no space left on device; the runs before are whole in /x/a.bench",
			"write /x/a.bench: no space left on device", true},
		{"        PLATEAU_OUT: no samples are written: open /x: no such file or directory", "open /x: no such file or directory", true},
		{"    a_test.go:7: samples are written", "", false},
		{"", "", false},
	} {
		if got, ok := lossReason(tt.line); got != tt.want || ok != tt.ok {
			t.Errorf("%q: %q, %v", tt.line, got, ok)
		}
	}
}

func TestRecorded(t *testing.T) {
	for line, want := range map[string]bool{
		recordedLine: true,
		"BenchmarkA-2 5 9 ns/op 8.0 mean-ns/op 7.0 p99.9-ns/op":                    true,
		"BenchmarkA-2 5 9 ns/op 8.0 mean-ns/op 7.0 p-ns/op":                        false,
		"BenchmarkA-2 5 9 ns/op 8.0 mean-ns/op 7.0 parse-ns/op":                    false,
		"BenchmarkA-2 5 9 ns/op 7.0 p50-ns/op":                                     false,
		"BenchmarkA-2 500 8.0 pooled-mean-ns/op 7.0 pooled-p50-ns/op":              false,
		"BenchmarkA-2 5 9 ns/op 7.0 hit-mean-ns/op 7.0 hit-p50-ns/op 8 mean-ns/op": false,
	} {
		if got := resultOf(t, 0, line).Recorded(); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

// The marks are what the recorder says.
func TestLossMarks(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("..", "..", "benchx", "outfile.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, mark := range append(lossMarks, "; the runs before") {
		if !strings.Contains(string(source), mark) {
			t.Errorf("benchx never says %q", mark)
		}
	}
}

const recordedLine = "BenchmarkA-2 5 9 ns/op 8.0 mean-ns/op 7.0 p50-ns/op"

func TestUnsampledNote(t *testing.T) {
	place := sampleDir{dir: t.TempDir()}
	gone := sampleDir{dir: filepath.Join(place.dir, "none")}
	recorded, plain := resultOf(t, 0, recordedLine), resultOf(t, 0, "BenchmarkB-2 5 9 ns/op")
	for _, tt := range []struct {
		why     string
		results []Result
		logged  []string
		samples *Samples
		place   sampleDir
		want    string // in the note; "" for none
	}{
		{"none is expected", []Result{plain}, nil, &Samples{}, place, ""},
		{"the log says why", []Result{recorded, plain}, []string{"write x: disk full"}, &Samples{}, place, "1 of 1 recorded runs have no samples: write x: disk full"},
		{"many reasons", []Result{recorded}, []string{"a", "b", "c", "d", "e"}, &Samples{}, place, "samples: a; b; c; and 2 other reasons"},
		{"no directory", []Result{recorded}, nil, &Samples{}, sampleDir{}, "there was no directory"},
		{"nothing can be written", []Result{recorded}, nil, &Samples{}, gone, "none can be written: open "},
		{"damage", []Result{recorded}, nil, &Samples{Notes: []string{"x"}, files: 1}, place, "damaged"},
		{"no file", []Result{recorded}, nil, &Samples{}, place, "wrote none to " + place.dir},
		{"not in the files", []Result{recorded}, nil, &Samples{files: 1}, place, "did not write them"},
	} {
		j := Join([]*Package{{Path: "m/a", Results: tt.results}}, tt.samples)
		if got := unsampledNote(j, tt.logged, tt.samples, tt.place); !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
	if left, _ := os.ReadDir(place.dir); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// What a recorder logged about a full disk is said again at the end.
func TestRunDiskFull(t *testing.T) {
	c, _ := fakeConfig(t, "disk full")
	out := runFakeGo(t, c)
	notes := strings.Join(out.Notes, "\n")
	if want := "1 of 2 recorded runs have no samples: write /x/m_a-11.bench: no space left on device"; notes != want {
		t.Errorf("notes\n%s\nwant\n%s", notes, want)
	}
}

// Sample files that cannot be read are named, with what is wrong.
func TestRunUnreadableSamples(t *testing.T) {
	c, _ := fakeConfig(t, "other version")
	out := runFakeGo(t, c)
	notes := strings.Join(out.Notes, "\n")
	for _, want := range []string{"m_a-11.bench: line 1: ", "version 99", "1 of 1 recorded runs have no samples"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
}
