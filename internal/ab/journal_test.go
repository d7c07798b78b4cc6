package ab

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestJournal(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "trial")
	j, err := NewJournal(dir, Config{Seed: 1<<64 - 1, Count: 2, Args: []string{"-base", "a b"}, Subjects: []Subject{{Pkg: "p"}}})
	if err != nil {
		t.Fatal(err)
	}
	block := Block{From: 1, To: 2, Only: map[string][]string{"p": {"A"}}}
	old := &Process{Pair: 1, Pkg: "p", Side: Head, Outcome: Hung, Stuck: "A"}
	again := &Process{Pair: 1, Pkg: "p", Side: Head, Outcome: Fine, File: "head/x"}
	base := &Process{Pair: 1, Pkg: "p", Side: Base, Outcome: Fine, File: "base/x"}
	for _, err := range []error{j.AddBlock(block), j.add(entry{Process: old}), j.AddPair(base, again), j.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	// A process that was killed while it wrote.
	name := filepath.Join(dir, journalFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	j.file = nil
	var got *Journal
	for _, cut := range []string{`{"process":{"pair":2,`, `{"over":true}`, `{`} {
		if err := os.WriteFile(name, append(text[:len(text):len(text)], cut...), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err = ReadJournal(dir); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, j) {
			t.Errorf("with %s at the end: %+v, want %+v", cut, got, j)
		}
	}
	if ps := got.Current(); len(ps) != 2 || ps[0].File != "base/x" || ps[1].File != "head/x" || !got.Has("p", 1) || got.Has("p", 2) || got.Has("q", 1) {
		t.Errorf("what counts: %+v", ps)
	}
	if err := got.Reopen(dir); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(got.SetOver(), got.Close()); err != nil {
		t.Fatal(err)
	}
	if got, err = ReadJournal(dir); err != nil || !got.Over || len(got.Processes) != 3 {
		t.Errorf("gone on with: %+v, %v", got, err)
	}
}

func TestJournalRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadJournal(dir); !errors.Is(err, ErrNoTrial) {
		t.Errorf("an empty directory: %v", err)
	}
	precious := filepath.Join(dir, "precious")
	if err := os.WriteFile(precious, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := NewJournal(dir, Config{}); err == nil || !strings.Contains(err.Error(), "holds no trial") {
		t.Errorf("a directory with something else: %v", err)
	}
	name := filepath.Join(dir, journalFile)
	for text, want := range map[string]string{
		"{\"config\":{\"plateau\":1}}\nnonsense\n{}\n": ":2: the journal is damaged",
		"{\"config\":{\"plateau\":2}}\n":               "no journal of this version",
		"":                                             "no journal of this version",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadJournal(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := os.Stat(precious); err != nil {
		t.Error("a stranger's file is gone")
	}
}

func TestHangs(t *testing.T) {
	j := &Journal{Processes: []*Process{
		{Pair: 1, Pkg: "p", Side: Head, Outcome: Hung, Stuck: "A", Seconds: 5},
		{Pair: 1, Pkg: "p", Side: Base, Outcome: Fine},
		{Pair: 2, Pkg: "p", Side: Head, Outcome: Hung, Stuck: "B"},
		{Pair: 2, Pkg: "p", Side: Base, Outcome: Hung, Stuck: "B"},
		{Pair: 3, Pkg: "p", Side: Base, Outcome: Crashed, Stuck: "C"},
		{Pair: 3, Pkg: "p", Side: Head, Outcome: Failed, Failed: []string{"D"}},
		{Pair: 1, Pkg: "q", Side: Head, Outcome: Crashed},
		{Pair: 1, Pkg: "q", Side: Base, Outcome: Fine},
		{Pair: 4, Pkg: "p", Side: Head, Outcome: Hung, Stuck: "E"}, // half of a pair is none
	}}
	var endless []bool
	for _, h := range j.Hangs() {
		endless = append(endless, h.Endless())
	}
	if !reflect.DeepEqual(endless, []bool{true, false}) {
		t.Errorf("%+v", j.Hangs())
	}
	names, whole := j.Stuck("p")
	if !reflect.DeepEqual(names, []string{"A", "B", "C"}) || whole {
		t.Errorf("stuck in p: %v, %v", names, whole)
	}
	if names, whole = j.Stuck("q"); len(names) > 0 || !whole {
		t.Errorf("stuck in q: %v, %v", names, whole)
	}
}

// Limits may change until something was decided by them.
func TestSetLimits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "trial")
	j, err := NewJournal(dir, Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	first, second := []string{"p99=+10%"}, []string{"p99=+5%", "B/op=+0%"}
	set := func(limits []string, want bool) {
		t.Helper()
		if err := j.SetLimits(limits); (err == nil) != want {
			t.Errorf("%v: %v", limits, err)
		}
	}
	set(first, true)
	if err := j.AddBlock(Block{From: 1, To: 3}); err != nil {
		t.Fatal(err)
	}
	set(second, true)
	if read, err := ReadJournal(dir); err != nil || !reflect.DeepEqual(read.Limits, second) {
		t.Errorf("%v, %v", read, err)
	}
	if err := j.AddBlock(Block{From: 4, To: 6, Fresh: true}); err != nil {
		t.Fatal(err)
	}
	set(first, false)
	set(second, true)
	j.Blocks = j.Blocks[:1]
	if err := j.SetOver(); err != nil {
		t.Fatal(err)
	}
	set(first, false)
	set(second, true)
	j.Config.Same = true // nothing is decided of a version and itself
	set(first, true)
}
