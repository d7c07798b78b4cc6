package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/plateau-bench/plateau/internal/ab"
	"github.com/plateau-bench/plateau/internal/runner"
)

// What came to harm on both sides is one thing, with what it said first; what hangs in the head alone is endless.
func TestABHarmed(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"base": "panic: first\nexit status 2\n", "head": "panic: second\nexit status 2\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	x := &abRun{dir: dir, options: &abOptions{command: runner.Command{Timeout: "3s"}}, journal: &ab.Journal{Processes: []*ab.Process{
		{Pair: 1, Pkg: "p", Side: ab.Head, Outcome: ab.Crashed, Stuck: "BenchmarkA", Log: "head"},
		{Pair: 1, Pkg: "p", Side: ab.Base, Outcome: ab.Crashed, Stuck: "BenchmarkA", Log: "base"},
		{Pair: 2, Pkg: "p", Side: ab.Base, Outcome: ab.Fine},
		{Pair: 2, Pkg: "p", Side: ab.Head, Outcome: ab.Hung, Stuck: "BenchmarkB", Seconds: 3.1, Log: "gone"},
		{Pair: 3, Pkg: "p", Side: ab.Base, Outcome: ab.Failed, Failed: []string{"BenchmarkC-2"}, Log: "gone"},
		{Pair: 3, Pkg: "p", Side: ab.Head, Outcome: ab.Fine},
	}}}
	got := x.harmed()
	want := []string{"BenchmarkA panicked in base and head", "BenchmarkB did not end within 3s in head", "BenchmarkC failed in base"}
	var texts []string
	for _, h := range got {
		texts = append(texts, h.String())
	}
	if !slices.Equal(texts, want) {
		t.Fatalf("%q, want %q", texts, want)
	}
	if !slices.Equal(got[0].Said, []string{"panic: second"}) || got[0].Endless || !got[1].Endless || got[2].Endless {
		t.Errorf("%+v", got)
	}
}
