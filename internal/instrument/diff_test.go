package instrument

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	for _, c := range []struct{ why, before, after, want string }{
		{"equal", "a\nb\n", "a\nb\n", ""},
		{"added in the middle", "a\nb\nc\n", "a\nb\nX\nc\n", "--- old\n+++ new\n@@ -1,3 +1,4 @@\n a\n b\n+X\n c\n"},
		{"added to nothing", "", "a\n", "--- old\n+++ new\n@@ -0,0 +1,1 @@\n+a\n"},
		{"all gone", "a\n", "", "--- old\n+++ new\n@@ -1,1 +0,0 @@\n-a\n"},
		{"no newline at the end", "a", "b", "--- old\n+++ new\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"},
		{"contexts that touch are one hunk, others are not", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n",
			"1\nX\n2\n3\n4\n5\n6\n7\nY\n8\n9\n10\n11\n12\n13\n14\n15\nZ\n16\n",
			"--- old\n+++ new\n@@ -1,10 +1,12 @@\n 1\n+X\n 2\n 3\n 4\n 5\n 6\n 7\n+Y\n 8\n 9\n 10\n@@ -13,4 +15,5 @@\n 13\n 14\n 15\n+Z\n 16\n"},
	} {
		if got := Diff("old", "new", []byte(c.before), []byte(c.after)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.why, got, c.want)
		}
	}
}

// The witness is git, which turns the old text into the new one by what Diff says.
func TestDiffApplies(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	r := rand.New(rand.NewPCG(1, 2))
	random := func() string {
		var s strings.Builder
		for range r.IntN(30) {
			s.WriteString(string(rune('a'+r.IntN(4))) + "\n")
		}
		if r.IntN(4) == 0 {
			s.WriteString("end without a newline")
		}
		return s.String()
	}
	dir := t.TempDir()
	file, patch := filepath.Join(dir, "x"), filepath.Join(dir, "patch")
	for range 40 {
		before, after := random(), random()
		d := Diff("a/x", "b/x", []byte(before), []byte(after))
		if d == "" || before == "" || after == "" { // git has its own way to say that a file comes or goes
			continue
		}
		if err := os.WriteFile(file, []byte(before), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(patch, []byte(d), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("git", "apply", "--unidiff-zero", "patch")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s\n%s", err, out, d)
		}
		if got, _ := os.ReadFile(file); string(got) != after {
			t.Fatalf("applied to %q: %q, want %q\n%s", before, got, after, d)
		}
	}
}
