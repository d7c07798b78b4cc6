package ab

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plateau-bench/plateau"
	"github.com/plateau-bench/plateau/internal/instrument"
	"github.com/plateau-bench/plateau/internal/runner"
)

func TestLoopLines(t *testing.T) {
	dirs := [2]string{filepath.FromSlash("/b"), filepath.FromSlash("/h")}
	of := func(dir string, line int) instrument.Summary {
		return instrument.Summary{Packages: 1, Found: 2, Measured: 1, Left: []instrument.Loop{{File: filepath.Join(dir, "a_test.go"), Line: line, Why: "why"}}}
	}
	const some = "1 of 2 benchmark loops in 1 package are measured; these run as before:\n\ta_test.go:"
	all := instrument.Summary{Packages: 1, Found: 2, Measured: 2, Skipped: []instrument.SkippedPackage{{Path: "p", Why: "so"}}}
	for _, c := range []struct {
		why       string
		sides     []Side
		summaries []instrument.Summary
		want      []string
	}{
		{"the same", []Side{Base, Head}, []instrument.Summary{of(dirs[0], 3), of(dirs[1], 3)}, []string{"both sides: " + some + "3: why"}},
		{"another line", []Side{Base, Head}, []instrument.Summary{of(dirs[0], 3), of(dirs[1], 4)}, []string{"base: " + some + "3: why", "head: " + some + "4: why"}},
		{"the head alone", []Side{Head}, []instrument.Summary{all}, []string{"p is left as it is: so", "2 benchmark loops in 1 package, all measured"}},
	} {
		if got := loopLines(c.sides, c.summaries, dirs); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// autoBuilder builds two versions of a module that knows nothing of benchx.
func autoBuilder(t *testing.T, told *[]string) *Builder {
	t.Helper()
	var dirs [2]string
	for _, side := range Sides() {
		dirs[side] = t.TempDir()
		write(t, filepath.Join(dirs[side], "go.mod"), "module example.com/m\n\ngo 1.18\n")
		write(t, filepath.Join(dirs[side], "m_test.go"), "package m\n\nimport \"testing\"\n\nvar on = \""+side.String()+
			"\"\n\nfunc BenchmarkA(b *testing.B) {\n\tfor i := 0; i < b.N; i++ {\n\t}\n}\n")
	}
	command, err := runner.ParseCommand(nil)
	if err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out := t.TempDir()
	return &Builder{Go: "go", Command: command, Dirs: dirs, Env: [2][]string{env, env}, Names: [2]string{"old", "new"}, Out: out, Stderr: io.Discard, Auto: &Auto{
		Sources: plateau.Sources, Dir: filepath.Join(out, "_auto"), Loops: func(lines []string) { *told = append(*told, lines...) },
	}}
}

// The binaries are the same each time, so that a trial can go on, and they take samples; nothing else is left behind.
func TestBuildAuto(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	var told []string
	b := autoBuilder(t, &told)
	var hashes [2][2]string
	for i := range hashes {
		subjects, _, err := b.Build(false)
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range Sides() {
			hashes[i][side] = hash(t, subjects[0].Bins[side])
			samples := t.TempDir()
			p := runner.Process{Path: subjects[0].Bins[side], Args: []string{"-test.bench=.", "-test.benchtime=100x"}, Dir: b.Dirs[side],
				Env: append(os.Environ(), runner.OutEnv+"="+samples), Stdout: io.Discard, Stderr: io.Discard}
			if exit, err := p.Run(nil); err != nil || exit.Status != 0 {
				t.Fatalf("%+v, %v", exit, err)
			}
			if files, _ := filepath.Glob(filepath.Join(samples, "*.bench")); len(files) != 1 {
				t.Errorf("%s took no samples: %q", side, files)
			}
		}
	}
	if hashes[0] != hashes[1] || hashes[0][Base] == hashes[0][Head] {
		t.Errorf("%q", hashes)
	}
	if want := "both sides: 1 benchmark loop in 1 package, all measured"; len(told) != 2 || told[0] != want {
		t.Errorf("%q, want %q", told, want)
	}
	if _, err := os.Stat(b.Auto.Dir); err == nil {
		t.Errorf("%s is still there", b.Auto.Dir)
	}
	for _, side := range Sides() {
		if entries, err := os.ReadDir(b.Dirs[side]); err != nil || len(entries) != 2 {
			t.Errorf("%v, %v", entries, err)
		}
	}
}

// brokenSources are sources of which one file does not compile.
type brokenSources struct{ fs.FS }

func (b brokenSources) ReadFile(name string) ([]byte, error) {
	text, err := fs.ReadFile(b.FS, name)
	if name == "benchx/lane.go" {
		text = append(text, "\nvar _ = missing\n"...)
	}
	return text, err
}

// What builds but for the overlay is told from what does not build; a signal and the deadline end the search for loops.
func TestBuildAutoTrouble(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	var told []string
	b := autoBuilder(t, &told)
	signals := make(chan os.Signal, 1)
	b.Signals = signals
	signals <- os.Interrupt
	var stopped *Interrupted
	if err := b.overlay([]Subject{{Pkg: "example.com/m"}}, false); !errors.As(err, &stopped) {
		t.Errorf("after a signal: %v", err)
	}
	b.Deadline = time.Now().Add(-time.Second)
	var up *TimeUp
	if err := b.overlay([]Subject{{Pkg: "example.com/m"}}, false); !errors.As(err, &up) || !strings.Contains(err.Error(), "finding the loops") {
		t.Errorf("past the deadline: %v", err)
	}
	b.Deadline = time.Time{}
	b.Auto.Sources = brokenSources{plateau.Sources}
	if _, _, err := b.Build(false); err == nil || !strings.Contains(err.Error(), "failed on the side of new with what -auto adds to it") ||
		!strings.Contains(err.Error(), "undefined: missing") || !strings.Contains(err.Error(), "Without -auto it builds") {
		t.Errorf("copies that do not build: %v", err)
	}
	write(t, filepath.Join(b.Dirs[Head], "broken_test.go"), "package m\n\nvar x = nothing\n")
	if _, _, err := b.Build(false); err == nil || !strings.Contains(err.Error(), "undefined: nothing") || strings.Contains(err.Error(), "undefined: missing") {
		t.Errorf("a head that does not build by itself: %v", err)
	}
}
