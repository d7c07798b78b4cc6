package e2e

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gopkg.in/yaml.v3"
)

// An action is a composite one.
type action struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct{ Steps []actionStep }
}

// An actionStep is a step of an action or of a job.
type actionStep struct {
	ID, If, Shell, Uses, Run string
	Dir                      string `yaml:"working-directory"`
	Env, With                map[string]string
}

func readAction(t *testing.T, path string) (a action) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(readFile(t, path)), &a); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return a
}

// A job runs an action's steps as GitHub's runner does, as far as these need it: each script in a bash of its own, with files
// for outputs and summary, and whatever comes from outside as a variable of the environment.
type job struct {
	t         *testing.T
	dir       string            // GITHUB_WORKSPACE
	temp      string            // RUNNER_TEMP
	env       []string          // beyond that of this process
	context   map[string]string // github.event.pull_request.number and so on
	inputs    map[string]string
	artifacts map[string]map[string]string // files of what was uploaded, by name of the artifact
	summary   string
	log       string
}

// A verdict is how an action ended: its exit status is that of the first step that failed.
type verdict struct {
	status  int
	outputs map[string]string
}

// run executes the action in a directory below the checkout.
func (j *job) run(dir string) verdict {
	j.t.Helper()
	path := filepath.Join(checkout, filepath.FromSlash(dir))
	a := readAction(j.t, filepath.Join(path, "action.yml"))
	values := maps.Clone(j.context)
	for name, in := range a.Inputs {
		values["inputs."+name] = j.expand(values, in.Default)
	}
	for name, v := range j.inputs {
		if _, ok := a.Inputs[name]; !ok {
			j.t.Fatalf("%s has no input %s", dir, name)
		}
		values["inputs."+name] = v
	}
	v := verdict{outputs: make(map[string]string)}
	for i, s := range a.Runs.Steps {
		if !j.holds(values, s.If, v.status) {
			continue
		}
		switch {
		case s.Run != "":
			status, outputs := j.script(path, values, s, i)
			for name, text := range outputs {
				values["steps."+s.ID+".outputs."+name] = text
			}
			v.status = firstFailure(v.status, status)
		case strings.HasPrefix(s.Uses, "actions/upload-artifact@"):
			j.upload(j.expand(values, s.With["name"]), j.expand(values, s.With["path"]))
		default:
			j.t.Fatalf("step %d: what is %q?", i, s.Uses)
		}
	}
	for name, out := range a.Outputs {
		v.outputs[name] = j.expand(values, out.Value)
	}
	return v
}

func firstFailure(before, now int) int {
	if before != 0 {
		return before
	}
	return now
}

// script runs a step's script.
func (j *job) script(path string, values map[string]string, s actionStep, i int) (status int, outputs map[string]string) {
	j.t.Helper()
	if s.Shell != "bash" {
		j.t.Fatalf("step %d has the shell %q", i, s.Shell)
	}
	files := j.t.TempDir()
	script := filepath.Join(files, "script.sh")
	if err := os.WriteFile(script, []byte(s.Run), 0o666); err != nil {
		j.t.Fatal(err)
	}
	cmd := exec.Command(needBash(j.t), "--noprofile", "--norc", "-eo", "pipefail", script)
	cmd.Dir = filepath.Join(j.dir, j.expand(values, s.Dir))
	cmd.Env = append(os.Environ(), j.env...)
	for _, name := range []string{"GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_PATH"} {
		file := filepath.Join(files, name)
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			j.t.Fatal(err)
		}
		cmd.Env = append(cmd.Env, name+"="+file)
	}
	cmd.Env = append(cmd.Env, "GITHUB_ACTION_PATH="+path, "GITHUB_WORKSPACE="+j.dir, "RUNNER_TEMP="+j.temp,
		"GITHUB_REPOSITORY="+values["github.repository"], "GITHUB_EVENT_NAME="+values["github.event_name"], "GITHUB_SHA="+values["github.sha"])
	for name, text := range s.Env {
		cmd.Env = append(cmd.Env, name+"="+j.expand(values, text))
	}
	out, err := cmd.CombinedOutput()
	j.log += string(out)
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		j.t.Fatal(err)
	}
	j.summary += readFile(j.t, filepath.Join(files, "GITHUB_STEP_SUMMARY"))
	outputs = make(map[string]string)
	for _, line := range strings.Split(readFile(j.t, filepath.Join(files, "GITHUB_OUTPUT")), "\n") {
		if name, text, ok := strings.Cut(line, "="); ok {
			outputs[name] = text
		}
	}
	return cmd.ProcessState.ExitCode(), outputs
}

// upload keeps the files that the lines of path name, or that lie below them, as actions/upload-artifact does: the deepest directory
// that has all these lines is the root of the artifact, a line with an exclamation mark leaves out, and so are hidden files.
func (j *job) upload(name, path string) {
	var in, out []string
	for _, line := range strings.Fields(path) {
		if left, ok := strings.CutPrefix(line, "!"); ok {
			out = append(out, left+"/")
		} else {
			in = append(in, line)
		}
	}
	root := in[0]
	for _, line := range in[1:] {
		for !strings.HasPrefix(line, root+"/") {
			root = filepath.Dir(root)
		}
	}
	files := make(map[string]string)
	for _, line := range in {
		filepath.WalkDir(line, func(file string, d os.DirEntry, err error) error {
			left := slices.ContainsFunc(out, func(dir string) bool { return strings.HasPrefix(file, dir) })
			if err == nil && d.Type().IsRegular() && !left && !strings.HasPrefix(d.Name(), ".") {
				rel, _ := filepath.Rel(root, file)
				files[filepath.ToSlash(rel)] = readFile(j.t, file)
			}
			return nil
		})
	}
	if len(files) > 0 {
		j.artifacts[name] = files
	}
}

var expression = regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)

// expand puts values for the expressions in a text.
func (j *job) expand(values map[string]string, text string) string {
	return expression.ReplaceAllStringFunc(text, func(m string) string {
		return j.value(values, expression.FindStringSubmatch(m)[1])
	})
}

// value is that of an expression: a name, a literal, or the first of several with || between them that is not empty.
func (j *job) value(values map[string]string, text string) string {
	for _, term := range strings.Split(text, "||") {
		term = strings.TrimSpace(term)
		v := values[term]
		switch {
		case strings.HasPrefix(term, "'"):
			v = strings.Trim(term, "'")
		case !regexp.MustCompile(`^(github|inputs|steps)\.[\w.-]+$`).MatchString(term):
			j.t.Fatalf("what does %q mean?", term)
		}
		if v != "" {
			return v
		}
	}
	return ""
}

// holds evaluates the condition of a step: terms with && between them. Without a function for the status, a failed
// step before it is in its way.
func (j *job) holds(values map[string]string, condition string, status int) bool {
	any := false
	for _, term := range strings.Split(condition, "&&") {
		switch term = strings.TrimSpace(term); {
		case term == "":
		case term == "always()" || term == "!cancelled()":
			any = true
		case strings.Contains(term, "=="):
			a, b, _ := strings.Cut(term, "==")
			if j.value(values, a) != j.value(values, b) {
				return false
			}
		case strings.Contains(term, "!="):
			a, b, _ := strings.Cut(term, "!=")
			if j.value(values, a) == j.value(values, b) {
				return false
			}
		default:
			j.t.Fatalf("what does %q mean?", term)
		}
	}
	return any || status == 0
}

// ghDir is a directory with a gh command in it.
var ghDir = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(binDir, "gh")
	if out, err := exec.Command("go", "build", "-o", dir+string(filepath.Separator), "./fakegh").CombinedOutput(); err != nil {
		return "", fmt.Errorf("building fakegh: %w\n%s", err, out)
	}
	return dir, os.Rename(filepath.Join(dir, "fakegh"), filepath.Join(dir, "gh"))
})

// newJob is a job of a pull request, number 7 of o/r, with values in all fields that its author can choose that would
// do harm in a script. The forge hears of what they would do.
func newJob(t *testing.T, f *forge) *job {
	t.Helper()
	needBash(t)
	if os.PathSeparator != '/' {
		t.Skip("scripts find the stand-ins of commands by a PATH of Unix")
	}
	gh, err := ghDir()
	if err != nil {
		t.Fatal(err)
	}
	j := &job{t: t, dir: t.TempDir(), temp: t.TempDir(), artifacts: make(map[string]map[string]string), inputs: make(map[string]string)}
	j.env = []string{"FORGE_URL=" + f.URL, "PATH=" + gh + ":" + binDir + ":" + os.Getenv("PATH")}
	evil := j.evil()
	j.context = map[string]string{
		"github.repository": "o/r", "github.server_url": "https://github.com", "github.run_id": "5",
		"github.event_name": "pull_request", "github.token": forgeToken, "github.sha": strings.Repeat("c", 40),
		"github.ref": evil, "github.head_ref": evil, "github.actor": evil,
		"github.event.pull_request.number":              "7",
		"github.event.pull_request.title":               evil,
		"github.event.pull_request.body":                evil,
		"github.event.pull_request.head.ref":            evil,
		"github.event.pull_request.head.sha":            strings.Repeat("a", 40),
		"github.event.pull_request.head.repo.full_name": "o/r",
		"github.event.pull_request.base.sha":            strings.Repeat("b", 40),
	}
	t.Cleanup(func() {
		if _, err := os.Stat(j.canary()); err == nil {
			t.Error("a value from outside was run as a command")
		}
	})
	return j
}

// canary is a file that exists when a value was taken for a command.
func (j *job) canary() string { return filepath.Join(j.temp, "canary") }

// evil is a value that tries to be one.
func (j *job) evil() string {
	c := j.canary()
	return "a$(touch " + c + ")`touch " + c + "`\";touch " + c + ";'\ntouch " + c + "\n${{ github.token }}\n::set-output name=x::y"
}

// fakePlateau makes the job's plateau command one that notes its arguments and environment, keeps a sample
// file in the directory of -o, prints text, and ends with a status.
func (j *job) fakePlateau(status int, text string) {
	j.t.Helper()
	dir := j.t.TempDir()
	for name, content := range map[string]string{
		"text": text,
		"plateau": fmt.Sprintf(`#!/usr/bin/env bash
cd %q
printf '%%s\0' "$@" >arguments
env >environment
while (($#)); do
	if [[ $1 == -o ]]; then mkdir -p "$2/base" "$2/bin"; echo sample >"$2/base/x.bench"; echo binary >"$2/bin/x.test"; fi
	shift
done
cat text
echo "::error::from a benchmark, to @everybody" >&2
exit %d
`, dir, status),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o777); err != nil {
			j.t.Fatal(err)
		}
	}
	j.inputs["command"] = filepath.Join(dir, "plateau")
}

// asked are the arguments that the fake command was given.
func (j *job) asked() []string {
	j.t.Helper()
	text := readFile(j.t, filepath.Join(filepath.Dir(j.inputs["command"]), "arguments"))
	return strings.Split(strings.TrimSuffix(text, "\x00"), "\x00")
}

// flagValues are those of a flag in a list of arguments.
func flagValues(args []string, name string) (values []string) {
	for i, a := range args {
		if a == name && i+1 < len(args) {
			values = append(values, args[i+1])
		}
	}
	return values
}

func TestJobConditions(t *testing.T) {
	j := &job{t: t}
	values := map[string]string{"inputs.a": "true", "github.b": ""}
	for _, test := range []struct {
		condition string
		status    int
		want      bool
	}{
		{"", 0, true},
		{"", 1, false},
		{"always()", 1, true},
		{"always() && inputs.a == 'true'", 1, true},
		{"inputs.a == 'true'", 1, false},
		{"always() && github.b != ''", 0, false},
	} {
		if got := j.holds(values, test.condition, test.status); got != test.want {
			t.Errorf("%q after status %d: %v", test.condition, test.status, got)
		}
	}
	if got := j.expand(values, "x ${{ github.b || inputs.a }} y"); got != "x true y" {
		t.Errorf("expand: %q", got)
	}
	if !slices.Equal(flagValues([]string{"-max", "a", "-max", "b"}, "-max"), []string{"a", "b"}) {
		t.Error("flagValues")
	}
}
