package instrument

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// A Query says which packages to look at, in the words of the go command.
type Query struct {
	Go    string   // the go command, "" is the one in PATH
	Env   []string // nil is this process's
	Dir   string   // -C, "" without
	Build []string // flags that decide which files belong to a package, as "-name=value"
	// Cover says that the packages which the patterns match are built for coverage. The tool that does that reads files other than
	// tests from disk, so that no overlay reaches them.
	Cover bool
	// Temp makes the directory of an overlay; nil makes one among the system's
	// temporary files.
	Temp func() (dir string, err error)
	// Packages are patterns; none means the current directory.
	Packages []string
}

// A pkg is a package as go list describes it.
type pkg struct {
	Dir, ImportPath, ForTest  string
	Standard                  bool
	DepOnly                   bool
	Module                    *module
	Imports                   []string
	GoFiles, CgoFiles         []string
	TestGoFiles, XTestGoFiles []string
	Error                     *struct{ Err string }

	covered bool // see Query.Cover
}

type module struct {
	Path, Dir string
	Main      bool
}

// list asks the go command for the packages that the patterns match and for what their tests import of the same modules.
func (q Query) list(ctx context.Context) ([]pkg, error) {
	args := []string{"-e", "-test", "-deps",
		"-json=Dir,ImportPath,ForTest,Standard,DepOnly,Module,Imports,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Error"}
	args = append(append(append(args, q.Build...), "--"), q.Packages...)
	out, err := q.run(ctx, "list", args...)
	if err != nil {
		return nil, err
	}
	var all []pkg
	seen := map[string]bool{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading what go list says: %w", err)
		}
		// Packages come again as what they are in a test.
		if p.ForTest != "" || p.Standard && p.DepOnly || strings.HasSuffix(p.ImportPath, ".test") || p.Dir != "" && seen[p.Dir] {
			continue
		}
		seen[p.Dir] = true
		all = append(all, p)
	}
}

// goEnv is what the go command says of itself.
type goEnv struct{ GOROOT, GOMODCACHE, GOARCH, GOVERSION, GOFLAGS string }

func (q Query) env(ctx context.Context) (goEnv, error) {
	var e goEnv
	out, err := q.run(ctx, "env", "-json", "GOROOT", "GOMODCACHE", "GOARCH", "GOVERSION", "GOFLAGS")
	if err == nil {
		err = json.Unmarshal(out, &e)
	}
	return e, err
}

// tooOld says what to do about a go command that cannot compile the copies, nil if it can.
func (e goEnv) tooOld() error {
	v, _, _ := strings.Cut(e.GOVERSION, " ") // behind it, experiments
	if !version.IsValid(v) || version.Compare(v, language) >= 0 {
		return nil // that of a development version is none
	}
	return fmt.Errorf("the go command in use is %s, and measuring needs %s or newer: install it, or let GOTOOLCHAIN=%s.0 choose it", v, language, language)
}

// run is the standard output of a go command.
func (q Query) run(ctx context.Context, verb string, args ...string) ([]byte, error) {
	if q.Dir != "" {
		args = slices.Insert(args, 0, "-C", q.Dir)
	}
	name := q.Go
	if name == "" {
		name = "go"
	}
	cmd := exec.CommandContext(ctx, name, append([]string{verb}, args...)...)
	cmd.Env = q.Env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch said := strings.TrimSpace(stderr.String()); {
	case err == nil:
		return out, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("the go command was not found: install Go (https://go.dev/dl) or add its bin directory to PATH")
	case said != "":
		return nil, fmt.Errorf("go %s: %s", verb, said)
	default:
		return nil, fmt.Errorf("go %s: %w", verb, err)
	}
}

// groups are the files of a package that are compiled together.
func (p *pkg) groups() [][]string {
	own := append(slices.Clone(p.TestGoFiles), p.GoFiles...)
	return [][]string{append(own, p.CgoFiles...), p.XTestGoFiles}
}
