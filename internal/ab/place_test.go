package ab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func mustWrite(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, name, text)
}

// What is not known to be a trial's is refused, and nothing of it is removed.
func TestRoomRefuses(t *testing.T) {
	for file, text := range map[string]string{
		"bin/tool":                "the user's own",
		"journal.jsonl":           "the user's own",
		"journal.jsonl ":          "a name that is not ours",
		"head/notes":              "the user's own",
		"raw-data/notes":          "the user's own",
		"journal.jsonl/precious":  "a directory of that name",
		"journal.jsonl.new/notes": "",
	} {
		dir := t.TempDir()
		mustWrite(t, filepath.Join(dir, file), text)
		if j, err := NewJournal(dir, Config{}); err == nil {
			j.Close()
			t.Errorf("%s: a trial began", file)
		}
		if got, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(got) != text {
			t.Errorf("%s: %q, %v", file, got, err)
		}
	}
	for _, text := range []string{"{}\n", `{"config":{"plateau":0}}`, `{"config":`, "[]"} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, journalFile), text)
		if err := CheckRoom(dir); err == nil || !strings.Contains(err.Error(), "holds no trial") {
			t.Errorf("a journal of %s: %v", text, err)
		}
	}
}

// A trial makes room for the next one, however it ended.
func TestRoom(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "trial")
	if err := CheckRoom(dir); err != nil {
		t.Errorf("a directory that is missing: %v", err)
	}
	for range 2 {
		j, err := NewJournal(dir, Config{})
		if err != nil {
			t.Fatal(err)
		}
		j.Close()
		for _, file := range []string{"head/x.bench", "raw-1/y.bench", "logs/z.txt"} {
			if _, err := os.Stat(filepath.Join(dir, file)); err == nil {
				t.Errorf("%s is still there", file)
			}
			mustWrite(t, filepath.Join(dir, file), "")
		}
		bin, err := MakeBin(dir)
		if err != nil {
			t.Fatal(err)
		}
		mustWrite(t, filepath.Join(bin, "base", "x.test"), "")
		if err := CheckRoom(dir); err != nil {
			t.Errorf("a trial: %v", err)
		}
		if _, err := os.Stat(filepath.Join(dir, "head", "x.bench")); err != nil {
			t.Errorf("looking at a trial removed it: %v", err)
		}
		// Only the end of a journal is ever lost.
		name := filepath.Join(dir, journalFile)
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, name, string(text)+"{")
	}
	if err := RemoveBin(dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, binDir)); err == nil {
		t.Error("the binaries are still there")
	}
}

func TestBinRefuses(t *testing.T) {
	dir := t.TempDir()
	mustWrite(t, filepath.Join(dir, binDir, "tool"), "")
	if _, err := MakeBin(dir); err == nil {
		t.Error("somebody's bin was taken")
	}
	if err := RemoveBin(dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, binDir, "tool")); err != nil {
		t.Errorf("somebody's bin was removed: %v", err)
	}
}
