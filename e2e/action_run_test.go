package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// foreignComments are not the one of the job named plateau, however they look.
var foreignComments = []forgeComment{
	{ID: 1, Author: "somebody", Body: "Nice."},
	{ID: 2, Author: "impostor", Body: "<!-- plateau plateau -->\npassed"},
	{ID: 3, Author: forgeBot, Body: "<!-- plateau other -->\nof another job"},
	{ID: 4, Author: forgeBot, Body: "quoting <!-- plateau plateau -->"},
	{ID: 5, Author: "ghost", Body: ""},
}

// TestActionStatus: the exit status of plateau ab is the action's, whatever it is, the report is kept, and there is one comment.
func TestActionStatus(t *testing.T) {
	for status, word := range map[int]string{0: "passed", 1: "failed", 2: "", 3: "unsure", 130: ""} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			f := newForge(t)
			f.comments = slices.Clone(foreignComments)
			j := newJob(t, f)
			j.inputs["base"] = "main"
			for _, round := range []string{"first", "second"} {
				text := ""
				if word != "" {
					text = "**plateau** base → head: **" + word + "**, " + round + "\n"
				}
				j.fakePlateau(status, text)
				v := j.run("")
				if v.status != status || v.outputs["status"] != fmt.Sprint(status) {
					t.Fatalf("status %d, output %q, want %d\n%s", v.status, v.outputs["status"], status, j.log)
				}
				report := j.artifacts["plateau"]["report.md"]
				if report == "" || !strings.Contains(report, text) || j.artifacts["plateau"]["status"] != fmt.Sprintln(status) {
					t.Errorf("artifact %q", j.artifacts["plateau"])
				}
				if word == "" && (!strings.Contains(report, fmt.Sprintf("exit status %d", status)) || !strings.Contains(report, "from a benchmark")) {
					t.Errorf("the report does not say why it is empty:\n%s", report)
				}
				if readFile(t, v.outputs["report"]) != report || !strings.Contains(j.summary, strings.TrimSpace(text)) {
					t.Errorf("outputs %v, summary %q", v.outputs, j.summary)
				}
				want := map[string]string{"base/x.bench": "sample\n"}
				if got := j.artifacts["plateau-samples"]; fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("samples %v, want %v", got, want)
				}
				own := f.own()
				if len(own) != 3 || !strings.HasPrefix(own[2], "<!-- plateau plateau -->\n") || !strings.Contains(own[2], text) {
					t.Fatalf("comments of ours after the %s round: %q\n%s", round, own, j.log)
				}
				if !strings.Contains(own[2], "Commit "+strings.Repeat("a", 40)+", measured by [this run](https://github.com/o/r/actions/runs/5)") {
					t.Errorf("the comment does not say of what it is:\n%s", own[2])
				}
				if !slices.Equal(f.comments[:5], foreignComments) {
					t.Errorf("comments of others have changed: %v", f.comments)
				}
			}
			if f.writes != 2 {
				t.Errorf("%d writes, want 2", f.writes)
			}
		})
	}
}

// TestActionArguments: inputs are arguments as they are, whatever is in them.
func TestActionArguments(t *testing.T) {
	f := newForge(t)
	j := newJob(t, f)
	evil := strings.Split(j.evil(), "\n")[0]
	j.inputs = map[string]string{
		"base": evil, "packages": "./a\n ./b/... *", "bench": evil, "count": "20", "max-time": "5m", "strict": "true", "auto": "true",
		"max": "p99=+10%\n\n  Get$:p99.9=+20%\r\n", "args": "-benchtime=2s\n-tags=a b " + evil + "\n", "name": "store", "samples": "false",
	}
	if err := os.WriteFile(filepath.Join(j.dir, "file"), nil, 0o666); err != nil { // what * would become
		t.Fatal(err)
	}
	j.fakePlateau(0, "fine\n")
	if v := j.run(""); v.status != 0 {
		t.Fatalf("status %d\n%s", v.status, j.log)
	}
	want := []string{"ab", "-format", "markdown", "-o", filepath.Join(j.temp, "plateau-store", "trial"), "-base", evil, "-count", "20", "-bench", evil,
		"-max-time", "5m", "-auto", "-strict", "-max", "p99=+10%", "-max", "Get$:p99.9=+20%", "-benchtime=2s", "-tags=a b " + evil, "./a", "./b/...", "*"}
	if got := j.asked(); !slices.Equal(got, want) {
		t.Errorf("arguments\n%q, want\n%q", got, want)
	}
	if len(j.artifacts) != 1 || j.artifacts["store"] == nil {
		t.Errorf("artifacts %v", j.artifacts)
	}
	if own := f.own(); len(own) != 1 || !strings.HasPrefix(own[0], "<!-- plateau store -->\n") {
		t.Errorf("comments %q", own)
	}
}

// TestActionAA: the tree against itself needs no base.
func TestActionAA(t *testing.T) {
	j := newJob(t, newForge(t))
	j.inputs["aa"], j.inputs["count"] = "true", "20"
	j.context["github.event_name"] = "workflow_dispatch"
	delete(j.context, "github.event.pull_request.base.sha")
	j.fakePlateau(0, "fine\n")
	want := []string{"ab", "-format", "markdown", "-o", filepath.Join(j.temp, "plateau-plateau", "trial"), "-aa", "-count", "20", "./..."}
	if v := j.run(""); v.status != 0 || !slices.Equal(j.asked(), want) {
		t.Errorf("status %d, arguments %q, want %q\n%s", v.status, j.asked(), want, j.log)
	}
}

// TestActionMeasuredCode: what is measured gets no file of the runner's and no token, and cannot command the runner.
func TestActionMeasuredCode(t *testing.T) {
	j := newJob(t, newForge(t))
	j.inputs["base"] = "main"
	j.env = append(j.env, "GH_TOKEN="+forgeToken, "GITHUB_TOKEN="+forgeToken, "ACTIONS_RUNTIME_TOKEN="+forgeToken, "ACTIONS_ID_TOKEN_REQUEST_TOKEN="+forgeToken)
	j.fakePlateau(0, "::add-mask::0\n")
	j.run("")
	env := readFile(t, filepath.Join(filepath.Dir(j.inputs["command"]), "environment"))
	for _, name := range []string{"GITHUB_ENV=", "GITHUB_PATH=", "GITHUB_OUTPUT=", "GITHUB_STEP_SUMMARY=", forgeToken} {
		if strings.Contains(env, name) {
			t.Errorf("the environment of plateau ab has %s", name)
		}
	}
	_, stopped, ok := strings.Cut(j.log, "::stop-commands::")
	token, rest, _ := strings.Cut(stopped, "\n")
	said, after, ended := strings.Cut(rest, "::"+token+"::\n")
	if !ok || !ended || !strings.Contains(said, "::error::from a benchmark") || !strings.Contains(said, "::add-mask::0") {
		t.Errorf("not all that benchmarks print lies between stop-commands and its token:\n%s", j.log)
	}
	if strings.Contains(after, "::error::") || strings.Contains(after, "::add-mask::") {
		t.Errorf("commands of benchmarks reach the runner:\n%s", after)
	}
}

// TestActionHarmless: names in a report do nothing in the comment.
func TestActionHarmless(t *testing.T) {
	f := newForge(t)
	j := newJob(t, f)
	j.inputs["base"] = "main"
	j.fakePlateau(0, "@org/team &#64;user &commat;user BenchmarkX#01 o/r#1 !3\n/close\n  /merge\nbell\a, escape\x1b[31m\n### head\n")
	j.run("")
	own := f.own()
	if len(own) != 1 {
		t.Fatalf("comments %q\n%s", own, j.log)
	}
	const z = "\u200b"
	got := reportIn(own[0])
	want := "@" + z + "org/team &amp;#" + z + "64;user &amp;commat;user BenchmarkX#" + z + "01 o/r#" + z + "1 !" + z + "3\n" +
		z + "/close\n  " + z + "/merge\nbell, escape[31m\n### head\n"
	if got != want {
		t.Errorf("comment\n%q, want\n%q", got, want)
	}
}

// reportIn is the report in a comment, behind the link to the run.
func reportIn(comment string) string {
	_, report, _ := strings.Cut(comment, "):\n\n")
	return report
}

// TestActionLinksNowhere: nothing in a report is a link, an image or a reference, however it is written.
func TestActionLinksNowhere(t *testing.T) {
	const z = "\u200b"
	cases := []struct{ in, want string }{
		{"GH-12 gh-3", "GH-" + z + "12 gh-" + z + "3"},
		{"https://github.com/a/b/issues/3", "https:" + z + "//github.com/a/b/issues/3"},
		{"http&colon;//x https:&sol;/x", "http&amp;colon;//x https:&amp;sol;/x"},
		{"WWW.example.com", "WWW" + z + ".example.com"},
		{"![](http://x/y.png)", "!" + z + "[]" + z + "(http:" + z + "//x/y.png)"},
		{"[here](//x) [there](../../issues/3)", "[here]" + z + "(//x) [there]" + z + "(../../issues/3)"},
		{"[here][1]", "[here]" + z + "[1]"},
		{"[1]: //x", "[1]" + z + ": //x"},
		{"<a href=//x>y</a> <img src=//x> <!-- x", "<" + z + "a href=//x>y<" + z + "/a> <" + z + "img src=//x> <" + z + "!-- x"},
		{"&3 &amp;3 a &amp; b [issue:3]", "&" + z + "3 &amp;" + z + "3 a &amp; b [issue:" + z + "3]"},
		{"<details><summary>x</summary>", "<details><summary>x</summary>"},
		{"</details>", "</details>"},
		{"<details ontoggle=x>", "<" + z + "details ontoggle=x>"},
		{"| a | [1 2] x! | 3 < 4 | 5ms/op | [x](", "| a | [1 2] x! | 3 < 4 | 5ms/op | [x]" + z + "("},
	}
	var in, want strings.Builder
	for _, c := range cases {
		in.WriteString(c.in + "\n")
		want.WriteString(c.want + "\n")
	}
	f := newForge(t)
	j := newJob(t, f)
	j.inputs["base"] = "main"
	j.fakePlateau(0, in.String())
	j.run("")
	own := f.own()
	if len(own) != 1 {
		t.Fatalf("comments %q\n%s", own, j.log)
	}
	got := strings.Split(reportIn(own[0]), "\n")
	for i, line := range strings.Split(want.String(), "\n") {
		if i >= len(got) || got[i] != line {
			t.Errorf("line %d of\n%q\nwant\n%q", i, got, line)
			break
		}
	}
}

// TestActionLongReport: what is too long for a comment is cut after a line, in characters and not in bytes of them, and what is open
// there is closed.
func TestActionLongReport(t *testing.T) {
	for _, test := range []struct {
		name, text string
		cut        bool
		end        string
	}{
		{"fits", strings.Repeat("é\n", 20000), false, "é\n"},
		{"rows", "<details><summary>x</summary>\n\n" + strings.Repeat("| µ→é | 1 |\n", 20000) + "</details>\n", true, "</details>\n\n*Cut here: "},
		{"code", "```\n" + strings.Repeat("- µ→é\n", 20000) + "```\n", true, "```\n\n*Cut here: "},
		{"one line", strings.Repeat("µ", 70000) + "\n", true, "\n*Cut here: 1 lines"},
		{"nested", strings.Repeat("<details>\n", 20000), true, "</details>\n\n*Cut here: "},
		{"mentions", strings.Repeat("@", 65000) + "\n", true, "\n*Cut here: 1 lines"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newForge(t)
			j := newJob(t, f)
			j.inputs["base"] = "main"
			j.fakePlateau(1, test.text)
			if v := j.run(""); v.status != 1 {
				t.Errorf("status %d\n%.2000s", v.status, j.log)
			}
			own := f.own()
			if len(own) != 1 {
				t.Fatalf("%d comments\n%.2000s", len(own), j.log)
			}
			body := own[0]
			if n := utf8.RuneCountInString(body); n > forgeMost || !utf8.ValidString(body) {
				t.Errorf("%d characters, valid %v", n, utf8.ValidString(body))
			}
			if strings.Contains(body, "*Cut here") != test.cut || !strings.Contains(body[max(0, len(body)-100):], test.end) {
				t.Errorf("the comment ends with %q", body[max(0, len(body)-100):])
			}
			if open, closed := strings.Count(body, "<details"), strings.Count(body, "</details>"); open != closed {
				t.Errorf("%d details, %d ends", open, closed)
			}
			if j.artifacts["plateau"]["report.md"] != test.text {
				t.Error("the report in the artifact is not whole")
			}
		})
	}
}

// TestActionNoComment: where a comment is not to be, or cannot be, the status is that of plateau ab all the same.
func TestActionNoComment(t *testing.T) {
	for _, test := range []struct {
		name string
		set  func(*job, *forge)
		says string
	}{
		{"fork", func(j *job, f *forge) { j.context["github.event.pull_request.head.repo.full_name"] = "x/r" }, "::notice::plateau: no comment from here"},
		{"fork removed", func(j *job, f *forge) { delete(j.context, "github.event.pull_request.head.repo.full_name") }, "::notice::"},
		{"off", func(j *job, f *forge) { j.inputs["comment"] = "false" }, ""},
		{"push", func(j *job, f *forge) { j.context["github.event_name"] = "push" }, ""},
		{"no right", func(j *job, f *forge) { f.refuse = true }, "::warning::plateau: the comment could not be written"},
		{"no token", func(j *job, f *forge) { j.inputs["token"] = "expired" }, "::warning::"},
		{"no such author", func(j *job, f *forge) { j.inputs["author"] = `x") or ("` }, "the author is no login"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newForge(t)
			j := newJob(t, f)
			j.inputs["base"] = "main"
			test.set(j, f)
			j.fakePlateau(1, "worse\n")
			v := j.run("")
			if v.status != 1 || f.writes != 0 || !strings.Contains(j.log, test.says) {
				t.Errorf("status %d, %d writes\n%s", v.status, f.writes, j.log)
			}
			if j.artifacts["plateau"] == nil {
				t.Error("nothing was uploaded")
			}
		})
	}
}

// TestActionCannotBegin: what is missing is said, in the report too, and is exit status 2.
func TestActionCannotBegin(t *testing.T) {
	f := newForge(t)
	j := newJob(t, f)
	j.fakePlateau(0, "")
	j.context["github.event_name"] = "schedule"
	delete(j.context, "github.event.pull_request.base.sha")
	if v := j.run(""); v.status != 2 || !strings.Contains(j.log, "set the input base") || !strings.Contains(j.artifacts["plateau"]["report.md"], "set the input base") {
		t.Errorf("no base: status %d, artifacts %v\n%s", v.status, j.artifacts, j.log)
	}
	j = newJob(t, f)
	j.inputs["name"] = "../../" + j.evil()
	if v := j.run(""); v.status != 2 || len(j.artifacts) > 0 || !strings.Contains(j.log, "name has to consist of") {
		t.Errorf("bad name: status %d, artifacts %v\n%s", v.status, j.artifacts, j.log)
	}
	if f.writes != 0 {
		t.Errorf("%d writes", f.writes)
	}
}

// finishedJob is the second workflow for a fork's run, whose report is given.
func finishedJob(t *testing.T, f *forge, report string) *job {
	j := newJob(t, f)
	f.artifacts["5/plateau"] = report
	branch := strings.Split(j.evil(), "\n")[0]
	f.pulls = []forgePull{
		{Number: 6, Owner: "x", Ref: branch, SHA: strings.Repeat("0", 40)},
		{Number: 7, Owner: "x", Ref: branch, SHA: strings.Repeat("a", 40)},
		{Number: 8, Owner: "y", Ref: branch, SHA: strings.Repeat("a", 40)},
	}
	for name, v := range map[string]string{
		"id": "5", "html_url": "https://github.com/o/r/actions/runs/5", "head_sha": strings.Repeat("a", 40),
		"head_repository.owner.login": "x", "head_branch": branch,
	} {
		j.context["github.event.workflow_run."+name] = v
	}
	j.context["github.event_name"] = "workflow_run"
	return j
}

// TestActionFork: the second workflow comments once on the pull request that GitHub names, and only on that.
func TestActionFork(t *testing.T) {
	f := newForge(t)
	f.comments = slices.Clone(foreignComments)
	for _, report := range []string{"first @user\n", "second\n"} {
		j := finishedJob(t, f, report)
		if v := j.run("pullrequest/comment"); v.status != 0 {
			t.Fatalf("status %d\n%s", v.status, j.log)
		}
		own := f.own()
		if len(own) != 3 || !strings.HasSuffix(own[2], strings.ReplaceAll(report, "@", "@\u200b")) || !strings.Contains(own[2], "[this run](https://github.com/o/r/actions/runs/5)") {
			t.Errorf("comments %q\n%s", own, j.log)
		}
	}
	for _, test := range []struct {
		name string
		set  func(*job)
		says string
	}{
		{"a newer push", func(j *job) { f.pulls[1].SHA = strings.Repeat("d", 40) }, "::notice::"},
		{"two of them", func(j *job) { f.pulls[0].SHA = strings.Repeat("a", 40) }, "::notice::"},
		{"no artifact", func(j *job) { delete(f.artifacts, "5/plateau") }, "has no artifact plateau"},
	} {
		writes := f.writes
		j := finishedJob(t, f, "report\n")
		test.set(j)
		if v := j.run("pullrequest/comment"); v.status != 0 || f.writes != writes || !strings.Contains(j.log, test.says) {
			t.Errorf("%s: status %d, %d more writes\n%s", test.name, v.status, f.writes-writes, j.log)
		}
	}
	j := finishedJob(t, f, "report\n")
	j.context["github.event.workflow_run.head_sha"] = `") or true or ("`
	if v := j.run("pullrequest/comment"); v.status != 2 {
		t.Errorf("no commit: status %d\n%s", v.status, j.log)
	}
}
