package instrument

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
		letters := 4 + 22*r.IntN(2) // of few all come several times, of many some come once
		for range r.IntN(30) {
			s.WriteString(string(rune('a'+r.IntN(letters))) + "\n")
		}
		if r.IntN(4) == 0 {
			s.WriteString("end without a newline")
		}
		return s.String()
	}
	dir := t.TempDir()
	file, patch := filepath.Join(dir, "x"), filepath.Join(dir, "patch")
	for range 80 {
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

// A large file with changes all over is no burden, and neither are texts that have little in common.
func TestDiffOfLargeTexts(t *testing.T) {
	var before, after strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&before, "func %d\n{\n}\n\n", i)
		fmt.Fprintf(&after, "func %d\n{\nadded\n}\nadded\n\n", i)
	}
	d := Diff("old", "new", []byte(before.String()), []byte(after.String()))
	if n := strings.Count(d, "\n+added"); n != 40_000 || strings.Contains(d[len("--- old"):], "\n-") {
		t.Errorf("%d lines were added", n)
	}
	a, b := strings.Repeat("x\n", 3000), strings.Repeat("y\n", 3000)
	d = Diff("old", "new", []byte(a), []byte(b))
	if strings.Count(d, "\n-x") != 3000 || strings.Count(d, "\n+y") != 3000 {
		t.Errorf("not all lines are replaced:\n%.200s", d)
	}
}

func TestAnchors(t *testing.T) {
	for _, c := range []struct {
		why, a, b string
		want      []pair
	}{
		{"nothing", "", "", nil},
		{"none is in both", "ab", "cd", nil},
		{"none is there once", "aa", "a", nil},
		{"all", "abc", "abc", []pair{{0, 0}, {1, 1}, {2, 2}}},
		{"one has moved to the front", "abcd", "dabc", []pair{{0, 1}, {1, 2}, {2, 3}}},
		{"one comes twice", "abcb", "xabc", []pair{{0, 1}, {2, 3}}},
	} {
		got := anchors(strings.Split(c.a, ""), strings.Split(c.b, ""))
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
}
