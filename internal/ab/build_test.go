package ab

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/runner"
)

func TestMatch(t *testing.T) {
	base := []listed{
		{ImportPath: "m/both", Dir: "b", benchmarks: []string{"BenchmarkA", "BenchmarkOld"}},
		{ImportPath: "m/gone", benchmarks: []string{"BenchmarkA"}},
		{ImportPath: "m/none"},
		{ImportPath: "m/filled"},
	}
	head := []listed{
		{ImportPath: "m/new", benchmarks: []string{"BenchmarkA"}},
		{ImportPath: "m/both", Dir: "h", benchmarks: []string{"BenchmarkNew", "BenchmarkA"}},
		{ImportPath: "m/none"},
		{ImportPath: "m/filled", benchmarks: []string{"BenchmarkA"}},
	}
	subjects, lone := match([2][]listed{base, head})
	want := []Subject{{Pkg: "m/both", Dirs: [2]string{"b", "h"}, Benchmarks: [2][]string{{"BenchmarkA", "BenchmarkOld"}, {"BenchmarkNew", "BenchmarkA"}}}}
	if !reflect.DeepEqual(subjects, want) {
		t.Errorf("%+v, want %+v", subjects, want)
	}
	if want := []Lone{{"m/new", "", Head}, {"m/filled", "", Head}, {"m/gone", "", Base}}; !reflect.DeepEqual(lone, want) {
		t.Errorf("%+v, want %+v", lone, want)
	}
	if got, want := subjects[0].Lone(), []Lone{{"m/both", "BenchmarkNew", Head}, {"m/both", "BenchmarkOld", Base}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	b := &Builder{Names: [2]string{"old", "new"}}
	for _, c := range []struct {
		lists [2][]listed
		want  string
	}{
		{[2][]listed{nil, nil}, "on either side"},
		{[2][]listed{nil, head}, "old has none"},
		{[2][]listed{base, nil}, "new has none"},
	} {
		if err := b.nothing(c.lists, nil); !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestMoved(t *testing.T) {
	root, tree := t.TempDir(), t.TempDir()
	b := &Builder{Roots: [2]string{tree, root}}
	for pkg, want := range map[string]string{
		"./...": "./...", "example.com/m": "example.com/m", "../x": "../x",
		root: tree, filepath.Join(root, "sub", "..."): filepath.Join(tree, "sub", "..."),
		filepath.Dir(root): filepath.Dir(root), root + "x": root + "x",
	} {
		if got := b.moved(pkg, Base); got != want {
			t.Errorf("%s is %s for the base, want %s", pkg, got, want)
		}
		if got := b.moved(pkg, Head); got != pkg {
			t.Errorf("%s is %s for the head", pkg, got)
		}
	}
}

// Two versions of a module of two packages, one of which has no benchmarks and is not built.
func TestBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	var dirs [2]string
	for _, side := range Sides() {
		dirs[side] = t.TempDir()
		write(t, filepath.Join(dirs[side], "go.mod"), "module example.com/m\n\ngo 1.24.0\n")
		write(t, filepath.Join(dirs[side], "p", "p_test.go"), "package p\n\nimport \"testing\"\n\nfunc BenchmarkA(b *testing.B) { b.Log(\""+side.String()+"\") }\n")
		write(t, filepath.Join(dirs[side], "q", "q_test.go"), "package q\n\nthis does not build\n")
	}
	command, err := runner.ParseCommand([]string{"-bench=A", "-ldflags=-s", "./..."})
	if err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	b := &Builder{Go: "go", Command: command, Dirs: dirs, Env: [2][]string{env, env}, Names: [2]string{"old", "new"}, Out: t.TempDir(), Stderr: io.Discard}
	subjects, lone, err := b.Build(false)
	if err != nil || len(subjects) != 1 || len(lone) != 0 {
		t.Fatalf("%+v, %+v, %v", subjects, lone, err)
	}
	s := subjects[0]
	for _, side := range Sides() {
		names, err := ListBinary(s.Bins[side], s.Dirs[side], command, nil)
		if err != nil || !reflect.DeepEqual(names, []string{"BenchmarkA"}) || !reflect.DeepEqual(s.Benchmarks[side], names) {
			t.Errorf("%s: %q in the binary, %q in the source, %v", side, names, s.Benchmarks[side], err)
		}
	}
	first, second := hash(t, s.Bins[Base]), hash(t, s.Bins[Head])
	if first == second {
		t.Error("both sides have one binary")
	}
	if again, _, err := b.Build(true); err != nil || again[0].Bins[Base] != again[0].Bins[Head] || hash(t, again[0].Bins[Base]) != second {
		t.Errorf("the head against itself: %+v, %v", again, err)
	}
	write(t, filepath.Join(dirs[Base], "p", "broken_test.go"), "package p\n\nvar x = nothing\n")
	if _, _, err := b.Build(false); err == nil || !strings.Contains(err.Error(), "failed on the side of old") || !strings.Contains(err.Error(), "undefined: nothing") {
		t.Errorf("a base that does not build: %v", err)
	}
	var up *TimeUp
	b.Deadline = time.Now().Add(-time.Second)
	if _, _, err := b.Build(true); !errors.As(err, &up) {
		t.Errorf("past the deadline: %v", err)
	}
	signals := make(chan os.Signal, 1)
	signals <- os.Interrupt
	var stopped *Interrupted
	if _, err := ListBinary(s.Bins[Head], s.Dirs[Head], command, signals); !errors.As(err, &stopped) {
		t.Errorf("listing after a signal: %v", err)
	}
}

func hash(t *testing.T, name string) string {
	t.Helper()
	h, err := Hash(name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}
