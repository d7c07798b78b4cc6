package roofline

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// calm are peaks that nothing disturbed, as if measured here.
func calm(threads int) Peaks {
	p := Peaks{Version: peaksVersion, CPU: model(), Arch: Measure(quick(1)).Arch, Threads: threads, Rounds: 1, Vector: "kept", Scalar: available()[0].scalar64.name}
	for _, r := range p.rates() {
		*r = Rates{Core: Rate{100, 99, trials}, All: Rate{200, 199, trials}}
	}
	return p
}

func TestStoreKeeps(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not yet there")
	measured := (&Store{Dir: dir}).Peaks(quick(1))
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(names) != 1 || !strings.HasPrefix(filepath.Base(names[0]), "peaks-") || filepath.Ext(names[0]) != ".json" {
		t.Fatalf("%q, %v, want one file of peaks", names, err)
	}
	kept, ok := load(names[0], 1)
	if !ok || kept.Memory != measured.Memory || !kept.Measured.Equal(measured.Measured) {
		t.Errorf("%+v, want %+v", kept, measured)
	}
}

// TestStoreUses: what a file says is used as it is, and by one process without reading it again.
func TestStoreUses(t *testing.T) {
	s := &Store{Dir: t.TempDir()}
	path, err := s.path(2)
	if err != nil {
		t.Fatal(err)
	}
	if err := save(path, calm(2)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if p := s.Peaks(quick(2)); p.Vector != "kept" || p.Memory.Core.Best != 100 {
			t.Fatalf("measured anew: %+v", p)
		}
		os.Remove(path)
	}
	if p := s.Peaks(quick(1)); p.Vector == "kept" {
		t.Errorf("peaks of 2 threads for 1: %+v", p)
	}
}

// TestStoreUnreadable: whatever the file holds that is not of this machine, version and form is measured anew.
func TestStoreUnreadable(t *testing.T) {
	for name, spoil := range map[string]func(Peaks) string{
		"empty":           func(Peaks) string { return "" },
		"cut off":         func(p Peaks) string { return text(t, p)[:100] },
		"null":            func(Peaks) string { return "null" },
		"another version": func(p Peaks) string { p.Version++; return text(t, p) },
		"another machine": func(p Peaks) string { p.CPU += "x"; return text(t, p) },
		"other scalars":   func(p Peaks) string { p.Scalar = "none"; return text(t, p) },
		"other threads":   func(p Peaks) string { p.Threads++; return text(t, p) },
		"no peak":         func(p Peaks) string { p.Flops64.Core.Best = 0; return text(t, p) },
		"negative":        func(p Peaks) string { p.Memory.All.Best = -1; return text(t, p) },
		"too large":       func(p Peaks) string { return strings.Replace(text(t, p), "100", "1e999", 1) },
	} {
		s := &Store{Dir: t.TempDir()}
		path, err := s.path(1)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(spoil(calm(1))), 0o644); err != nil {
			t.Fatal(err)
		}
		if p := s.Peaks(quick(1)); p.Vector == "kept" {
			t.Errorf("%s: used", name)
		}
		if p, ok := load(path, 1); !ok || p.Vector == "kept" {
			t.Errorf("%s: not replaced", name)
		}
	}
}

func text(t *testing.T, p Peaks) string {
	t.Helper()
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestStoreDisturbed: trials that disagree are repeated by the next process, the best is kept, and not for ever.
func TestStoreDisturbed(t *testing.T) {
	dir := t.TempDir()
	disturbed := calm(1)
	disturbed.Flops64.Core = Rate{1e300, 1, trials}
	path, err := (&Store{Dir: dir}).path(1)
	if err != nil {
		t.Fatal(err)
	}
	for round := 1; round < mostRounds+2; round++ {
		if round == 1 {
			err = save(path, disturbed)
		}
		p := (&Store{Dir: dir}).Peaks(quick(1))
		if err != nil || p.Flops64.Core.Best != 1e300 || p.Rounds != min(round+1, mostRounds) {
			t.Fatalf("round %d: %v, %+v", round, err, p)
		}
	}
}

// TestStoreUnwritable: a folder that is a file costs a note.
func TestStoreUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	p := (&Store{Dir: file}).Peaks(quick(1))
	if !p.fits(1) || !strings.Contains(strings.Join(p.Notes, "\n"), "not kept") {
		t.Errorf("%q", p.Notes)
	}
}

// TestStoreTogether has goroutines that ask at the same time: one measures.
func TestStoreTogether(t *testing.T) {
	s := &Store{Dir: t.TempDir()}
	answers := make(chan Peaks)
	for range 4 {
		go func() { answers <- s.Peaks(quick(1)) }()
	}
	first := <-answers
	for range 3 {
		if p := <-answers; !p.Measured.Equal(first.Measured) {
			t.Error("measured twice")
		}
	}
}

// FuzzParse: what a file holds is refused, or makes a roof that work can be placed under.
func FuzzParse(f *testing.F) {
	good, err := json.Marshal(calm(2))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte("{}"))
	f.Add([]byte(strings.Replace(string(good), `"memory":`, `"caches":[{"name":"L1","size":-1}],"memory":`, 1)))
	f.Add([]byte(strings.Replace(string(good), "99", "-1e308", 1)))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, ok := parse(text, 2)
		if !ok {
			return
		}
		for _, cores := range []int{0, 1, 2} {
			point := p.Roof(cores, 64).Place(Work{Flops: 1, Bytes: 1}, 1)
			finite(t, point)
			_ = point.String()
		}
		finite(t, p.better(p).Roof(0, 32).Place(Work{Flops: 1, Bytes: 1}, 1))
	})
}
