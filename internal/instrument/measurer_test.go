package instrument

import (
	"go/ast"
	"go/build/constraint"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	plateau "github.com/plateau-bench/plateau"
)

// What is embedded is all that benchx consists of: nothing that it imports is missing.
func TestSourcesAreWhole(t *testing.T) {
	all, err := copies(plateau.Sources, "example.com/m/x", "")
	if err != nil {
		t.Fatal(err)
	}
	dirs := map[string]int{}
	for _, c := range all {
		dirs[c.dir]++
		if strings.Contains(string(c.text), `"`+home) {
			t.Errorf("%s/%s imports a package of this module", c.dir, c.name)
		}
	}
	for _, dir := range []string{"benchx", "clock", "quantile", "quantity", "series", "steady"} {
		if dirs[dir] == 0 {
			t.Errorf("nothing of %s", dir)
		}
	}
}

// Each file asks for the language that it is written in, and keeps its other conditions.
func TestCopiesRaiseTheLanguage(t *testing.T) {
	for _, ticks := range []string{"", host} {
		all, err := copies(plateau.Sources, "example.com/m/x", ticks)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			g, err := parseGo(c.name, c.text)
			if err != nil {
				t.Fatalf("%s/%s: %v", c.dir, c.name, err)
			}
			line := g.constraint()
			if line == nil {
				t.Errorf("%s/%s has no build line", c.dir, c.name)
				continue
			}
			expr, err := constraint.Parse(line.Text)
			if err != nil || constraint.GoVersion(expr) != language {
				t.Errorf("%s/%s: %s, error %v", c.dir, c.name, line.Text, err)
			}
			if n := len(g.bodiless()); n > 0 {
				t.Errorf("%s/%s: %d functions without a body", c.dir, c.name, n)
			}
			on := func(tags ...string) bool {
				return expr.Eval(func(tag string) bool {
					for _, is := range tags {
						if tag == is {
							return true
						}
					}
					return tag == language
				})
			}
			if c.name == "ticks_other.go" && on("amd64", "linux") != (ticks == "") {
				t.Errorf("with assembly in %q: %s", ticks, line.Text)
			}
			if c.name == "nano.go" && on("windows") {
				t.Errorf("%s/%s: %s", c.dir, c.name, line.Text)
			}
		}
	}
}

// The copies compile in a module of an old version of Go, without assembly, for all the systems that have files of their own.
func TestCopiesCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for several systems")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	dir := t.TempDir()
	all, err := copies(plateau.Sources, "example.com/m/x", "")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, text []byte) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module example.com/m\n\ngo 1.18\n"))
	for _, c := range all {
		write("x/"+c.dir+"/"+c.name, c.text)
	}
	for _, goos := range []string{"linux", "windows"} {
		cmd := exec.Command("go", "build", "./...")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", goos, err, out)
		}
	}
}

// The assembly that is added elsewhere has the functions that the copies call.
func TestAssembly(t *testing.T) {
	for arch, functions := range map[string][]string{
		"amd64": {"Plateau_Ticks", "Plateau_CPUID"}, "arm64": {"Plateau_Ticks", "Plateau_frequency"}, "386": nil,
	} {
		files, err := assembly(plateau.Sources, "internal/clock", arch)
		if err != nil || len(files) != 2*min(len(functions), 1) {
			t.Errorf("%s: %d files, error %v", arch, len(files), err)
		}
		if len(files) == 0 {
			continue
		}
		g, err := parseGo(files[0].name, files[0].text)
		if err != nil {
			t.Fatalf("%s: %v\n%s", arch, err, files[0].text)
		}
		declared := map[string]*ast.FuncDecl{}
		for _, f := range g.bodiless() {
			declared[f.Name.Name] = f
		}
		for _, name := range functions {
			if declared[name] == nil || !strings.Contains(string(files[1].text), "·"+name+"(SB)") {
				t.Errorf("%s: no %s in\n%s\n%s", arch, name, files[0].text, files[1].text)
			}
		}
		if strings.Contains(string(files[1].text), "·Ticks(SB)") {
			t.Errorf("%s: a name was left in\n%s", arch, files[1].text)
		}
	}
}

func TestCanHost(t *testing.T) {
	for _, c := range []struct {
		why string
		env goEnv
		can bool
	}{
		{"an installation", goEnv{GOROOT: "/usr/local/go", GOMODCACHE: "/home/u/go/pkg/mod"}, true},
		{"a toolchain that was downloaded", goEnv{GOROOT: "/home/u/go/pkg/mod/golang.org/toolchain@v0.0.1", GOMODCACHE: "/home/u/go/pkg/mod"}, false},
		{"a name that only begins alike", goEnv{GOROOT: "/home/u/go/pkg/module", GOMODCACHE: "/home/u/go/pkg/mod"}, true},
		{"no cache", goEnv{GOROOT: "/usr/local/go"}, true},
		{"nothing known", goEnv{}, false},
	} {
		if got := c.env.canHost(); got != c.can {
			t.Errorf("%s: %v", c.why, got)
		}
	}
}
