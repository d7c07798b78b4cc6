package e2e

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// git runs git in a repository.
func (u *user) git(args ...string) string {
	u.t.Helper()
	return strings.TrimSpace(u.run(nil, "git", append([]string{"-c", "user.name=u", "-c", "user.email=u@example.com", "-c", "protocol.file.allow=always"}, args...)...))
}

// pullRequest is a repository with a merge of a pull request checked out, as actions/checkout leaves it.
func pullRequest(t *testing.T) *user {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skipf("needs git: %v", err)
	}
	u := newUser(t, map[string]string{"user_test.go": newUserSource})
	u.git("init", "-q", "-b", "main")
	u.git("add", "-A")
	u.git("commit", "-q", "-m", "base")
	u.git("tag", "fork-point")
	u.git("switch", "-q", "-c", "topic")
	u.write("topic.go", "package user\n")
	u.git("add", "-A")
	u.git("commit", "-q", "-m", "topic")
	u.git("tag", "head")
	u.git("switch", "-q", "main")
	u.write("later.go", "package user\n")
	u.git("add", "-A")
	u.git("commit", "-q", "-m", "later")
	u.git("switch", "-q", "--detach")
	u.git("merge", "-q", "--no-ff", "-m", "merge", "head")
	return u
}

// in makes a job one in that repository.
func (j *job) in(u *user) {
	j.dir = u.dir
	j.context["github.sha"] = u.git("rev-parse", "HEAD")
	j.context["github.event.pull_request.base.sha"] = u.git("rev-parse", "fork-point")
}

// TestActionBase: the base is the first parent of GitHub's merge, or where the head left the base branch.
func TestActionBase(t *testing.T) {
	u := pullRequest(t)
	for _, test := range []struct {
		name, checkout, event, want string
		set                         func(*job)
	}{
		{"merge", "", "pull_request", "main", nil},
		{"head", "head", "pull_request", "fork-point", func(j *job) { j.context["github.event.pull_request.base.sha"] = u.git("rev-parse", "main") }},
		{"push", "main", "push", "fork-point", func(j *job) {
			delete(j.context, "github.event.pull_request.base.sha")
			j.context["github.event.before"] = u.git("rev-parse", "fork-point")
		}},
		{"queue", "", "merge_group", "fork-point", func(j *job) {
			delete(j.context, "github.event.pull_request.base.sha")
			j.context["github.event.merge_group.base_sha"] = u.git("rev-parse", "fork-point")
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			j := newJob(t, newForge(t))
			j.in(u)
			j.context["github.event_name"] = test.event
			merge := j.context["github.sha"]
			if test.checkout != "" {
				u.git("checkout", "-q", test.checkout)
				defer u.git("checkout", "-q", merge)
			}
			if test.set != nil {
				test.set(j)
			}
			j.fakePlateau(0, "fine\n")
			if v := j.run(""); v.status != 0 {
				t.Fatalf("status %d\n%s", v.status, j.log)
			}
			if got, want := flagValues(j.asked(), "-base"), u.git("rev-parse", test.want); !slices.Equal(got, []string{want}) {
				t.Errorf("base %q, want %s", got, want)
			}
		})
	}
}

// TestActionReal runs the action with the command that it builds itself, in a repository and in clones of it.
func TestActionReal(t *testing.T) {
	u := pullRequest(t)
	depth := func(n int) *user {
		v := *u
		v.dir = t.TempDir()
		u.git("clone", "-q", "--depth", fmt.Sprint(n), "file://"+u.dir, v.dir)
		return &v
	}
	for _, test := range []struct {
		name   string
		in     *user
		status int
		says   string
	}{
		{"depth 2", depth(2), 0, "BenchmarkRepeat"},
		{"depth 1", depth(1), 2, "fetch-depth: 0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newForge(t)
			j := newJob(t, f)
			j.dir = test.in.dir
			j.context["github.sha"] = u.git("rev-parse", "HEAD")
			j.context["github.event.pull_request.base.sha"] = u.git("rev-parse", "main")
			j.inputs["count"], j.inputs["max"], j.inputs["args"] = "2", "p50=+1000%", "-benchtime=50x"
			j.env = append(j.env, "GOFLAGS=-mod=mod", "GOCACHE="+goEnv.GOCACHE, "GOPROXY="+goEnv.GOPROXY)
			v := j.run("")
			report := j.artifacts["plateau"]["report.md"]
			if v.status != test.status || !strings.Contains(report, test.says) {
				t.Fatalf("status %d, want %d, report:\n%s\nlog:\n%s", v.status, test.status, report, j.log)
			}
			if strings.Contains(j.log, "uncommitted") {
				t.Errorf("the action made the working tree dirty:\n%s", j.log)
			}
			if own := f.own(); len(own) != 1 || !strings.Contains(own[0], test.says) {
				t.Errorf("comments %q", own)
			}
			samples := 0
			for name := range j.artifacts["plateau-samples"] {
				if strings.HasSuffix(name, ".bench") {
					samples++
				}
			}
			if (samples > 0) != (test.status == 0) {
				t.Errorf("%d sample files", samples)
			}
		})
	}
}
