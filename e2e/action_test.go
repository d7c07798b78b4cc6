package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// A yamlDocument is a YAML file of the checkout, or a block of docs/ci.md.
type yamlDocument struct {
	name string // with the line in which a block begins
	node *yaml.Node
}

func (d yamlDocument) decode(t *testing.T, v any) {
	t.Helper()
	if err := d.node.Decode(v); err != nil {
		t.Fatalf("%s: %v", d.name, err)
	}
}

// has reports whether a document has a key at its top.
func (d yamlDocument) has(key string) bool { return child(d.node, key) != nil }

// child is the value of a key of a mapping, or nil.
func child(n *yaml.Node, key string) *yaml.Node {
	if n.Kind == yaml.DocumentNode {
		n = n.Content[0]
	}
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// each calls f with every key of every mapping in a tree, and its value.
func each(n *yaml.Node, f func(key string, value *yaml.Node)) {
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			f(c.Value, n.Content[i+1])
		}
		each(c, f)
	}
}

func parseYAML(t *testing.T, name, text string) yamlDocument {
	t.Helper()
	node := new(yaml.Node)
	if err := yaml.Unmarshal([]byte(text), node); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return yamlDocument{name, node}
}

// fenced are the blocks of a language in docs/ci.md, by the line above each.
func fenced(t *testing.T, language string) (names, texts []string) {
	t.Helper()
	const file = "docs/ci.md"
	var text []string
	begin := 0
	for i, line := range strings.Split(readFile(t, filepath.Join(checkout, file)), "\n") {
		switch {
		case begin == 0 && line == "```"+language:
			begin = i + 1
		case begin > 0 && line == "```":
			names, texts = append(names, fmt.Sprintf("%s:%d", file, begin)), append(texts, strings.Join(text, "\n")+"\n")
			begin, text = 0, nil
		case begin > 0:
			text = append(text, line)
		}
	}
	return names, texts
}

// pipelineFiles are the actions, the workflows and what docs/ci.md shows.
func pipelineFiles(t *testing.T) (docs []yamlDocument) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(checkout, ".github", "workflows", "*.yml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"action.yml", "pullrequest/comment/action.yml"} {
		paths = append(paths, filepath.Join(checkout, name))
	}
	for _, path := range paths {
		name, _ := filepath.Rel(checkout, path)
		docs = append(docs, parseYAML(t, filepath.ToSlash(name), readFile(t, path)))
	}
	names, texts := fenced(t, "yaml")
	for i, name := range names {
		docs = append(docs, parseYAML(t, name, texts[i]))
	}
	if len(docs) < 9 {
		t.Fatalf("only %d documents", len(docs))
	}
	return docs
}

var pinned = regexp.MustCompile(`^[\w.-]+(/[\w.-]+)+@[0-9a-f]{40}$`)

// TestActionPinned: what runs is named by commit, with its version in a comment, and is of GitHub or of this project.
func TestActionPinned(t *testing.T) {
	for _, d := range pipelineFiles(t) {
		each(d.node, func(key string, value *yaml.Node) {
			if key != "uses" {
				return
			}
			where := fmt.Sprintf("%s: line %d: uses: %s", d.name, value.Line, value.Value)
			ours := strings.HasPrefix(value.Value, "plateau-bench/plateau")
			switch {
			case !pinned.MatchString(value.Value):
				t.Errorf("%s is not pinned by a commit", where)
			case !ours && !strings.HasPrefix(value.Value, "actions/"):
				t.Errorf("%s is of a third party", where)
			case !ours && !regexp.MustCompile(`^# v\d+\.\d+\.\d+$`).MatchString(value.LineComment):
				t.Errorf("%s lacks its version in a comment: %q", where, value.LineComment)
			}
		})
	}
}

// TestActionScripts: no value gets into a script but through its environment, and bash can read all of them.
func TestActionScripts(t *testing.T) {
	count := 0
	for _, d := range pipelineFiles(t) {
		check := func(script *yaml.Node) {
			count++
			if strings.Contains(script.Value, "${{") {
				t.Errorf("%s: line %d: an expression in a script", d.name, script.Line)
			}
			bashReads(t, d.name, script.Value)
		}
		each(d.node, func(key string, value *yaml.Node) {
			switch key {
			case "run":
				check(value)
			case "script", "before_script":
				for _, line := range value.Content {
					check(line)
				}
			}
		})
	}
	paths, err := filepath.Glob(filepath.Join(checkout, "pullrequest", "*.sh"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		bashReads(t, path, readFile(t, path))
	}
	if count < 8 || len(paths) < 5 {
		t.Errorf("only %d scripts in YAML and %d files", count, len(paths))
	}
}

func bashReads(t *testing.T, name, script string) {
	t.Helper()
	cmd := exec.Command(needBash(t), "-n")
	cmd.Stdin = strings.NewReader(script)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: bash -n: %v\n%s", name, err, out)
	}
}

func needBash(t *testing.T) string {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skipf("needs bash: %v", err)
	}
	return bash
}

// A workflow is as much of one as is checked.
type workflow struct {
	Permissions map[string]string
	Jobs        map[string]struct {
		Permissions map[string]string
		Steps       []actionStep
	}
}

// TestActionPermissions: each workflow says what its token may, which is to read the contents or less, and one of its jobs may
// write to pull requests at most. No code of a pull request is checked out where a token may write on its behalf.
func TestActionPermissions(t *testing.T) {
	count := 0
	for _, d := range pipelineFiles(t) {
		if !d.has("on") {
			continue
		}
		count++
		var w workflow
		d.decode(t, &w)
		if !d.has("permissions") {
			t.Errorf("%s: no permissions at the top: they are those of the repository's settings then", d.name)
		}
		if len(w.Permissions) > 1 || len(w.Permissions) == 1 && w.Permissions["contents"] != "read" {
			t.Errorf("%s: permissions %v at the top", d.name, w.Permissions)
		}
		text := fmt.Sprint(mustEncode(t, d.node))
		if strings.Contains(text, "pull_request_target") {
			t.Errorf("%s: pull_request_target", d.name)
		}
		later := strings.Contains(text, "workflow_run:")
		for name, job := range w.Jobs {
			for scope, right := range job.Permissions {
				if !slices.Contains([]string{"contents: read", "actions: read", "pull-requests: write"}, scope+": "+right) {
					t.Errorf("%s: job %s has %s: %s", d.name, name, scope, right)
				}
			}
			for _, s := range job.Steps {
				if !strings.HasPrefix(s.Uses, "actions/checkout@") {
					continue
				}
				if later {
					t.Errorf("%s: job %s checks out code after another workflow", d.name, name)
				}
				if s.With["persist-credentials"] != "false" {
					t.Errorf("%s: job %s leaves its token in the clone", d.name, name)
				}
			}
		}
	}
	if count < 4 {
		t.Errorf("only %d workflows", count)
	}
}

func mustEncode(t *testing.T, n *yaml.Node) string {
	t.Helper()
	text, err := yaml.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var inputName = regexp.MustCompile(`inputs\.([a-z-]+)`)

// TestActionInputs: the actions use the inputs that they declare, and the examples give no others.
func TestActionInputs(t *testing.T) {
	declared := make(map[string]action)
	for _, dir := range []string{"", "/pullrequest/comment"} {
		path := filepath.Join(checkout, filepath.FromSlash(dir), "action.yml")
		a := readAction(t, path)
		declared["plateau-bench/plateau"+dir] = a
		text := readFile(t, path)
		for _, m := range inputName.FindAllStringSubmatch(text, -1) {
			if _, ok := a.Inputs[m[1]]; !ok {
				t.Errorf("%s uses the input %s without declaring it", path, m[1])
			}
		}
		for name, in := range a.Inputs {
			if !strings.Contains(text, "inputs."+name+" ") || in.Description == "" {
				t.Errorf("%s: the input %s is not used, or not described", path, name)
			}
		}
	}
	for _, d := range pipelineFiles(t) {
		each(d.node, func(key string, value *yaml.Node) {
			if key != "steps" {
				return
			}
			var steps []actionStep
			if err := value.Decode(&steps); err != nil {
				t.Errorf("%s: %v", d.name, err)
			}
			for _, s := range steps {
				name, _, _ := strings.Cut(s.Uses, "@")
				a, ours := declared[name]
				for in := range s.With {
					if _, ok := a.Inputs[in]; ours && !ok {
						t.Errorf("%s: %s has no input %s", d.name, name, in)
					}
				}
			}
		})
	}
	names, texts := fenced(t, "yaml")
	for i, text := range texts {
		var fragment struct{ With map[string]string }
		if d := parseYAML(t, names[i], text); d.has("with") {
			d.decode(t, &fragment)
		}
		for in := range fragment.With {
			if _, ok := declared["plateau-bench/plateau"].Inputs[in]; !ok {
				t.Errorf("%s: there is no input %s", names[i], in)
			}
		}
	}
}

// TestActionExecutable: scripts run as they are from a checkout.
func TestActionExecutable(t *testing.T) {
	out, err := exec.Command("git", "-C", checkout, "ls-files", "-s", "pullrequest/*.sh").Output()
	if err != nil || len(out) == 0 {
		t.Skip("no git repository, or nothing of it committed")
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if !strings.HasPrefix(line, "100755 ") {
			t.Errorf("not executable: %s", line)
		}
	}
	if fi, err := os.Stat(filepath.Join(checkout, "action.yml")); err != nil || fi.Size() == 0 {
		t.Errorf("no action.yml in the root: %v", err)
	}
}
