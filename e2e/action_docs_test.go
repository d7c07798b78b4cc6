package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// toolUser is the repository of pullRequest in a module that has the command as a tool, as docs/ci.md asks for.
func toolUser(t *testing.T) *user {
	t.Helper()
	u := pullRequest(t)
	u.env = append(u.env, "GOMODCACHE="+goEnv.GOMODCACHE, "GOPROXY="+goEnv.GOPROXY, "GOSUMDB=off", "GOFLAGS=")
	u.run(nil, "go", "mod", "edit", "-tool=github.com/plateau-bench/plateau/cmd/plateau")
	if out, err := u.try("go", "mod", "tidy"); err != nil {
		t.Skipf("the command's modules cannot be had here: %v\n%s", err, out)
	}
	u.git("add", "-A")
	u.git("commit", "-q", "-m", "tool")
	u.git("tag", "with-tool")
	u.write("change.go", "package user\n")
	u.git("add", "-A")
	u.git("commit", "-q", "-m", "change")
	return u
}

// bash runs lines as a pipeline does, each has to succeed. Every text of replace is replaced by its partner.
func (u *user) bash(env []string, lines []string, replace ...string) (output string, status int) {
	u.t.Helper()
	cmd := exec.Command(needBash(u.t), "-eo", "pipefail", "-c", strings.NewReplacer(replace...).Replace(strings.Join(lines, "\n")))
	cmd.Dir, cmd.Env = u.dir, append(slices.Clone(u.env), env...)
	out, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		u.t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// gitlabJob is a job of docs/ci.md.
func gitlabJob(t *testing.T, name string) (script []string) {
	t.Helper()
	names, texts := fenced(t, "yaml")
	for i, text := range texts {
		var jobs map[string]struct{ Script []string }
		if d := parseYAML(t, names[i], text); d.has(name) && !d.has("on") {
			d.decode(t, &jobs)
			return jobs[name].Script
		}
	}
	t.Fatalf("docs/ci.md has no job %s", name)
	return nil
}

// TestGitLabJobs runs what docs/ci.md has for GitLab: the check, and the note, against a server that answers as GitLab does.
func TestGitLabJobs(t *testing.T) {
	for _, command := range []string{"bash", "curl", "jq"} {
		if _, err := exec.LookPath(command); err != nil {
			t.Skipf("needs %s: %v", command, err)
		}
	}
	u := toolUser(t)
	f := newForge(t)
	for i := range 150 { // more than a page
		f.comments = append(f.comments, forgeComment{ID: i + 1, Author: "somebody", Body: "<!-- plateau plateau --> or so"})
	}
	env := []string{
		"CI_MERGE_REQUEST_DIFF_BASE_SHA=" + u.git("rev-parse", "with-tool"), "CI_MERGE_REQUEST_IID=7", "CI_MERGE_REQUEST_PROJECT_ID=42",
		"CI_API_V4_URL=" + f.apiURL(), "CI_COMMIT_SHA=" + u.git("rev-parse", "HEAD"), "CI_JOB_URL=https://gitlab.com/o/r/-/jobs/5",
		"CI_MERGE_REQUEST_TITLE=$(false)`false`", "PLATEAU_TOKEN=" + forgeToken,
	}
	command := filepath.Join(t.TempDir(), "plateau")
	quick := []string{"/tmp/plateau", command, "-max-time 25m", "-count 2 -benchtime 50x -max p50=+1000%"}
	out, status := u.bash(env, gitlabJob(t, "tails"), quick...)
	if status != 0 || strings.Contains(out, "uncommitted") {
		t.Fatalf("status %d\n%s", status, out)
	}
	report := filepath.Join(u.dir, "plateau-report", "report.md")
	if text := readFile(t, report); !strings.Contains(text, "BenchmarkRepeat") || !strings.Contains(text, "    plateau ab: environment: ") {
		t.Errorf("report:\n%s", text)
	}
	if changed := u.git("status", "--porcelain"); changed != "" {
		t.Errorf("the job has left in the working tree:\n%s", changed)
	}

	for round, text := range []string{"first\n/close\nInvalid \xff byte\n", "second\n"} {
		if err := os.WriteFile(report, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		out, status := u.bash(env, gitlabJob(t, "tails-note"))
		if status != 0 {
			t.Fatalf("status %d\n%s", status, out)
		}
		own := f.own()
		if len(own) != 1 || f.writes != round+1 {
			t.Fatalf("%d notes, %d writes\n%s", len(own), f.writes, out)
		}
		want := "<!-- plateau plateau -->\nCommit " + u.git("rev-parse", "HEAD") + ", as told by [this job](https://gitlab.com/o/r/-/jobs/5):\n\n"
		want += strings.NewReplacer("\n/", "\n\u200b/", "\xff", "\ufffd").Replace(text)
		if own[0] != want {
			t.Errorf("note\n%q, want\n%q", own[0], want)
		}
	}

	u.write("user_test.go", "package user\n\nfunc broken() { syntax\n")
	if out, status := u.bash(env, gitlabJob(t, "tails"), quick...); status != 2 || !strings.Contains(readFile(t, report), "exit status 2") {
		t.Errorf("a head that does not build: status %d\n%s", status, out)
	}
}

// TestPlainScript runs the script of docs/ci.md, with the four statuses.
func TestPlainScript(t *testing.T) {
	names, texts := fenced(t, "sh")
	if len(texts) != 1 {
		t.Fatalf("docs/ci.md has %d scripts", len(texts))
	}
	u := toolUser(t)
	for _, test := range []struct {
		name, source, limit string
		status              int
		says                string
	}{
		{"passed", newUserSource, "-max p50=+1000%", 0, "passed"},
		{"worse", strings.Replace(newUserSource, "1000)", "100000)", 1), "-max p50=+10%", 1, "worse"},
		{"broken", "package user\n\nfunc broken() { syntax\n", "-max p50=+10%", 2, ""},
		{"unsure", newUserSource, "-strict -count 2 -max p50=+0.000001%", 3, "unsure"},
	} {
		t.Run(test.name, func(t *testing.T) {
			u.write("user_test.go", test.source)
			dir := filepath.Join(t.TempDir(), "tails")
			out, status := u.bash([]string{"BASE=with-tool", "OUT=" + dir}, []string{texts[0]},
				"-max p99=+10% -max-time 25m", "-count 6 -benchtime 50x "+test.limit)
			if status != test.status || !strings.Contains(readFile(t, filepath.Join(dir, "report.md")), test.says) {
				t.Errorf("%s: status %d, want %d\n%s", names[0], status, test.status, out)
			}
		})
	}
	if out, status := u.bash([]string{"BASE=no-such-revision"}, []string{texts[0]}); status == 0 {
		t.Errorf("without a base: status 0\n%s", out)
	}
}

// TestABScript: pullrequest/ab.sh is of use without any forge.
func TestABScript(t *testing.T) {
	j := newJob(t, newForge(t))
	j.fakePlateau(3, "unsure\n")
	script := filepath.Join(checkout, "pullrequest", "ab.sh")
	u := &user{t: t, dir: t.TempDir(), env: os.Environ()}
	for range 2 { // over an earlier one
		out, status := u.bash([]string{"PLATEAU=" + j.inputs["command"]}, []string{fmt.Sprintf("bash %q out -base main ./...", script)})
		if status != 3 || readFile(t, filepath.Join(u.dir, "out", "report.md")) != "unsure\n" {
			t.Errorf("status %d\n%s", status, out)
		}
		if log := readFile(t, filepath.Join(u.dir, "out", "log.txt")); !strings.Contains(log, "from a benchmark") {
			t.Errorf("log %q", log)
		}
	}
	if out, status := u.bash([]string{"PLATEAU=/no/such/plateau"}, []string{fmt.Sprintf("bash %q out", script)}); status != 127 {
		t.Errorf("no command: status %d\n%s", status, out)
	}
	if out, status := u.bash(nil, []string{fmt.Sprintf("bash %q", script)}); status != 2 {
		t.Errorf("no directory: status %d\n%s", status, out)
	}
}
