package e2e

import (
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// differs is the module of TestABRealInput.
var differs = subject{module: "github.com/google/go-cmp", version: "v0.7.0"}

// In go-cmp's diff.go, one call in 50 does its work 41 times over.
const (
	differenceHead = "func Difference(nx, ny int, f EqualFunc) (es EditScript) {\n"
	slowTail       = differenceHead + `	if calls++; calls%50 == 0 && !again {
		again = true
		for i := 0; i < 40; i++ {
			Difference(nx, ny, f)
			calls--
		}
		again = false
	}
`
	slowState = "\nvar calls, again = 0, false\n"
)

// A comparison is what a test reads of the JSON of plateau ab.
type comparison struct {
	Passed      bool
	Comparisons []struct {
		Name      string
		P         float64
		Ratio     float64
		Verdict   string
		Confirmed bool
	}
}

// TestABRealInput makes a repository of a public module, with a commit that slows the tail of one path and leaves its
// median alone: plateau ab finds it, finds the reverse to be better, and passes an unrelated commit.
func TestABRealInput(t *testing.T) {
	if buildErr != nil {
		t.Fatal(buildErr)
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skipf("needs git: %v", err)
	}
	u := differs.copy(t)
	file := filepath.Join("cmp", "internal", "diff", "diff.go")
	if n := instrument(t, filepath.Join(u.dir, "cmp/internal/diff/diff_test.go")); n != 1 {
		t.Fatalf("%d loops edited, want 1", n)
	}
	u.run(nil, "go", "mod", "edit", "-go=1.24.0", "-require=github.com/plateau-bench/plateau@v0.0.0", "-replace=github.com/plateau-bench/plateau="+checkout)
	u.run(nil, "git", "init", "-q")
	commit := func(name string) {
		u.run(nil, "git", "add", "-A")
		u.run(nil, "git", "-c", "user.name=u", "-c", "user.email=u@example.com", "commit", "-q", "-m", name)
		u.run(nil, "git", "tag", name)
	}
	commit("fast")
	original := readFile(t, filepath.Join(u.dir, file))
	if strings.Count(original, differenceHead) != 1 {
		t.Fatalf("%s is not what the test knows", file)
	}
	u.write(file, strings.Replace(original, differenceHead, slowTail, 1)+slowState)
	commit("slow")

	found := u.ab(t, 1, "fast")
	if found.Passed || !found.is("worse") {
		t.Errorf("the slow tail was not found: %+v", found)
	}
	// The tail alone is slower, forty times; most operations take what they took, as far as a busy machine lets them.
	kept := filepath.Join(u.dir, ".git", "plateau-ab")
	all := u.comparison(t, 0, "compare", "-format=json", "-percentiles=50,99", filepath.Join(kept, "base"), filepath.Join(kept, "head"))
	if p50, p99 := all.ratio(50), all.ratio(99); !(p99 > 6 && p50 > 1.0/3 && p50 < 3) {
		t.Errorf("p50 is %.3g times what it was and p99 %.3g: not the tail alone", p50, p99)
	}
	u.write(file, original)
	if found := u.ab(t, 0, "slow"); !found.Passed || !found.is("better") {
		t.Errorf("the way back is not better: %+v", found)
	}
	u.write(file, original+"\n// Nothing that is executed has changed.\n")
	commit("unrelated")
	if found := u.ab(t, 0, "fast"); !found.Passed || found.is("worse") {
		t.Errorf("an unrelated commit fails: %+v", found)
	}
}

// is reports whether the benchmark has that verdict at p99.
func (c comparison) is(verdict string) bool {
	for _, x := range c.Comparisons {
		if strings.HasPrefix(x.Name, "BenchmarkDifference/N1024") && x.P == 99 && x.Verdict == verdict {
			return verdict == "same" || x.Confirmed
		}
	}
	return false
}

// ratio is the change at a percentile; 0 where there is none.
func (c comparison) ratio(p float64) float64 {
	for _, x := range c.Comparisons {
		if strings.HasPrefix(x.Name, "BenchmarkDifference/N1024") && x.P == p {
			return x.Ratio
		}
	}
	return 0
}

// ab runs plateau ab, with a limit that a busy machine alone does not reach, and returns what it says. The exit status has to
// be the one that is wanted.
func (u *user) ab(t *testing.T, want int, base string) comparison {
	t.Helper()
	return u.comparison(t, want, "ab", "-base", base, "-count=8", "-bench=Difference/^N1024$", "-benchtime=5000x", "-max=p99=+200%", "-format=json", "./cmp/...")
}

// comparison runs plateau and reads the JSON that it prints.
func (u *user) comparison(t *testing.T, want int, args ...string) (c comparison) {
	t.Helper()
	cmd := exec.Command(plateau, args...)
	cmd.Dir, cmd.Env = u.dir, u.env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != want {
		t.Fatalf("plateau %s: exit status %d, want %d\n%s\n%s", args, got, want, out, stderr.String())
	}
	if err := json.Unmarshal(out, &c); err != nil {
		t.Fatalf("plateau %s: %v\n%s", args, err, out)
	}
	t.Logf("plateau %s: %+v\n%s", args, c.Comparisons, stderr.String())
	return c
}
