package pmu

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// buildIn runs the go command in a directory to build a program for the machine; args are its verb and what follows.
func buildIn(t *testing.T, dir, verb string, args ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	c := exec.Command("go", append([]string{verb, "-o", program}, args...)...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("building %v for the machine: %v\n%s", args, err, out)
	}
	return program
}

func needMachine(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("booting a machine takes seconds")
	}
	if err := Missing(); err != nil {
		t.Skip(err)
	}
}

func TestRun(t *testing.T) {
	needMachine(t)
	guest := buildIn(t, ".", "build", "./testdata/guest")
	for _, c := range []struct {
		name    string
		machine Machine
		args    []string
		status  int
		want    string
	}{
		{"plain", Machine{Sysctls: map[string]string{"kernel.perf_event_paranoid": "3"}, Files: []string{"testdata"}, Env: []string{"GREETING=good morning"}, Limit: 100},
			[]string{"a b", "", "ä", "7"}, 7, `linux arm64 with 1 CPUs
arguments: a b||ä|7
user: 0 home: /tmp greeting: good morning
paranoid: 3
a file: went along
counters: true
files: 100
no line ends here`},
		{"other", Machine{UID: 1000, CPUs: 2, NoPMU: true, RealTime: true, Sysctls: map[string]string{"kernel.perf_event_paranoid": "1"}},
			[]string{"signal"}, 128 + 9, `linux arm64 with 2 CPUs
arguments: signal
user: 1000 home: /tmp greeting: 
paranoid: 1
a file: open testdata/guest/note.txt: no such file or directory
counters: false
files: 4096
no line ends here`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			status, err := c.machine.Run(context.Background(), &out, guest, c.args...)
			if err != nil || status != c.status {
				t.Errorf("status %d, %v", status, err)
			}
			if out.String() != c.want {
				t.Errorf("%s\nwant\n%s", out.String(), c.want)
			}
		})
	}
}

// TestRunErrors takes machines that give no answer.
func TestRunErrors(t *testing.T) {
	needMachine(t)
	guest := buildIn(t, ".", "build", "./testdata/guest")
	var out bytes.Buffer
	if _, err := (Machine{Timeout: 100 * time.Millisecond}).Run(context.Background(), &out, guest, "0"); !errors.Is(err, ErrNoAnswer) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no time to boot: %v", err)
	}
	if _, err := (Machine{Shift: 99}).Run(context.Background(), &out, guest, "0"); !errors.Is(err, ErrNoAnswer) || !strings.Contains(err.Error(), "icount") {
		t.Errorf("an option that QEMU refuses: %v", err)
	}
	status, err := (Machine{Sysctls: map[string]string{"kernel.nosuch": "1"}}).Run(context.Background(), &out, guest, "0")
	if err != nil || status != 127 || !strings.Contains(out.String(), "setting kernel.nosuch") {
		t.Errorf("a sysctl that is none: status %d, %v\n%s", status, err, out.String())
	}
}

func TestProgramsThatWouldNotStart(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{exe, "machine_test.go", "testdata", "nosuch"} {
		if err := checkProgram(program); err == nil {
			t.Errorf("%s would start", program)
		}
	}
}

// TestArchive unpacks a RAM disk, if there is a cpio.
func TestArchive(t *testing.T) {
	cpio, err := exec.LookPath("cpio")
	if err != nil {
		t.Skip("no cpio to unpack it")
	}
	var a archive
	a.file("top", []byte("12345"))
	a.file("some/where/below", nil)
	a.file("some/else", []byte("1234"))
	if err := a.tree("copy", "testdata/guest"); err != nil {
		t.Fatal(err)
	}
	if err := a.tree("copy/alone.txt", "testdata/guest/note.txt"); err != nil {
		t.Fatal(err)
	}
	a.end()
	dir := t.TempDir()
	c := exec.Command(cpio, "-i", "--quiet")
	c.Dir, c.Stdin = dir, bytes.NewReader(a.Bytes())
	if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, want := range map[string]string{"top": "12345", "some/where/below": "", "some/else": "1234", "copy/note.txt": "went along\n", "copy/alone.txt": "went along\n"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if err := a.tree("x", "nosuch"); err == nil {
		t.Error("a file that is not there was added")
	}
}

// TestListen feeds what a console says.
func TestListen(t *testing.T) {
	for _, c := range []struct {
		console, out string
		status       int
		answered     bool
		last         string
	}{
		{"booting\r\n@M begin\r\na\r\n\r\nb\n@M end 3\r\n", "a\n\nb\n", 3, true, "booting\n"},
		{"@M begin\r\nno end@M end 0\r\n", "no end", 0, true, ""},
		{"@M begin\n@M end 5", "", 5, true, ""},
		{"@M begin\n@N end 5\n", "@N end 5\n", 0, false, ""},
		{"@M end 5\nKernel panic", "", 0, false, "@M end 5\nKernel panic"},
		{"@M begin\n@M end x\n", "", 0, false, ""},
		{"", "", 0, false, ""},
	} {
		var out strings.Builder
		status, answered, last := listen(strings.NewReader(c.console), &out, "@M")
		if out.String() != c.out || answered != c.answered || answered && status != c.status || last != c.last {
			t.Errorf("%q: %q, %d, %v, %q", c.console, out.String(), status, answered, last)
		}
	}
}
