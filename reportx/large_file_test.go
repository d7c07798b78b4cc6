package reportx

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// largeResults reads a file as one of those beyond what is kept in memory.
func largeResults(t *testing.T, content []byte) (rs *Results, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "large.bench")
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	rs = NewResults(ReadOptions{})
	rs.inMemory = mostInMemory
	rs.readFile(path, nil)
	return rs, path
}

// The samples of a large file are read again, and are those of a small one.
func TestLargeFile(t *testing.T) {
	file := sampleFile(t, 1, nsRun("BenchmarkA-2", 1, 9, 5, 5), nsRun("BenchmarkB-2", 0, 7, 1<<40))
	for name, in := range map[string][]byte{
		"as written": file, "CRLF": bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n")),
		"concatenated": append(bytes.Clone(file), sampleFile(t, 2, nsRun("BenchmarkA-2", 0, 4))...),
		"lines before": append([]byte("\xef\xbb\xbfsome output\n"), file...),
	} {
		want := read(t, "in", in)
		rs, _ := largeResults(t, in)
		if d := cmp.Diff(shape(want), shape(rs)); d != "" || len(rs.Problems) > 0 {
			t.Errorf("%s (-small +large):\n%s%v", name, d, rs.Problems)
		}
	}
}

// A large file that changes or vanishes is an error, and no wrong number.
func TestLargeFileChanged(t *testing.T) {
	file := sampleFile(t, 1, nsRun("BenchmarkA-2", 0, 1, 2, 3))
	for _, c := range []struct {
		name string
		to   []byte // nil: removed
		want string
	}{
		{"removed", nil, "must stay where it is"},
		{"cut off", file[:len(file)/2], "not what it was"},
		{"other samples", sampleFile(t, 1, nsRun("BenchmarkA-2", 0, 3, 2, 4)), "not what it was"},
	} {
		rs, path := largeResults(t, file)
		if c.to == nil {
			os.Remove(path)
		} else if err := os.WriteFile(path, c.to, 0o666); err != nil {
			t.Fatal(err)
		}
		err := rs.Benchmarks[0].Runs[0].Series[0].Samples.Each(func(float64) bool { return true })
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// A damaged line of a large file is found when the file is read.
func TestLargeFileDamaged(t *testing.T) {
	file := sampleFile(t, 1, nsRun("BenchmarkA-2", 0, 1, 2, 3))
	file[bytes.Index(file, []byte("# plateau data"))+30] ^= 1
	rs, _ := largeResults(t, file)
	if len(rs.Problems) != 1 || len(rs.Benchmarks[0].Runs[0].Series) > 0 {
		t.Errorf("%v", problems(rs))
	}
}
