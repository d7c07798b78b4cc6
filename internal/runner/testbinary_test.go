package runner

import (
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestBinaryFlags(t *testing.T) {
	for _, c := range []struct {
		why         string
		args        []string
		bench, skip string
		build, run  string // without what all have
	}{
		{"nothing", nil, "", "", "", "-test.run=^$ -test.bench=. -test.count=1"},
		{"build flags and others", []string{"-tags", "a b", "-race", "-benchtime=2s", "-cpu", "1,2", "-ldflags=-s -w", "-test.benchmem", "./..."}, "", "",
			"-tags=a b -race=true -ldflags=-s -w", "-test.run=^$ -test.benchtime=2s -test.cpu=1,2 -test.benchmem=true -test.bench=. -test.count=1"},
		{"what others see to", []string{"-count=5", "-timeout=1s", "-vet=off", "-o", "x", "-C", "dir"}, "", "", "", "-test.run=^$ -test.bench=. -test.count=1"},
		{"patterns", []string{"-bench=A", "-skip=A/x", "-run=Test"}, "", "", "", "-test.run=Test -test.bench=A -test.skip=A/x -test.count=1"},
		{"narrower ones", []string{"-bench=A", "-skip=A/x"}, "^B$", "^C$", "", "-test.run=^$ -test.bench=^B$ -test.skip=A/x|^C$ -test.count=1"},
		{"the program's own", []string{"./p", "-db=x", "-args", "-y", "z"}, "", "", "", "-test.run=^$ -test.bench=. -test.count=1 -db=x -y z"},
		{"an unknown flag and its value", []string{"-db", "x", "-benchtime=1x"}, "", "", "", "-test.run=^$ -test.benchtime=1x -test.bench=. -test.count=1 -db x"},
	} {
		cmd, err := ParseCommand(c.args)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(cmd.BuildFlags(), " "); got != c.build {
			t.Errorf("%s: build with %q, want %q", c.why, got, c.build)
		}
		got := strings.Join(cmd.BinaryFlags(c.bench, c.skip), " ")
		if want := "-test.paniconexit0 -test.timeout=0 " + c.run; got != want {
			t.Errorf("%s:\n%s, want\n%s", c.why, got, want)
		}
	}
}

// An overlay of the caller's comes in place of the user's, which is part of it.
func TestBuildFlagsOverlay(t *testing.T) {
	cmd, err := ParseCommand([]string{"-tags=x", "-overlay", "mine", "-auto", "-vet=all"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(cmd.BuildFlags(), " "); got != "-tags=x -overlay=mine" {
		t.Errorf("%q", got)
	}
	cmd.Overlay = "ours"
	if got := strings.Join(cmd.BuildFlags(), " "); got != "-vet=off -overlay=ours -tags=x" {
		t.Errorf("%q", got)
	}
}

func TestApart(t *testing.T) {
	for args, want := range map[string]string{
		"-benchtime=1x -tags=x": "", "-c=false": "", "-cpuprofile=x": "-cpuprofile: each of many processes", "-json": "-json: -format json", "-exec x": "-exec",
	} {
		cmd, err := ParseCommand(strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Apart(); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}

func TestTakeFlags(t *testing.T) {
	own := map[string]bool{"base": false, "strict": true, "count": false}
	for _, c := range []struct{ args, taken, rest string }{
		{"", "", ""},
		{"-base main ./...", "-base main", "./..."},
		{"-base=main -strict ./... --count 3 -bench=x", "-base=main -strict --count 3", "./... -bench=x"},
		{"-bench -base -strict", "-strict", "-bench -base"}, // a value, however odd
		{"-strict=false x", "-strict=false", "x"},
		{"-args -base x", "", "-args -base x"},
		{"-strict -- -base x", "-strict", "-- -base x"},
		{"-base", "-base", ""},
		{"-x -strict", "-strict", "-x"},
	} {
		taken, rest := TakeFlags(strings.Fields(c.args), own)
		if got := strings.Join(taken, " "); got != c.taken {
			t.Errorf("%s: took %q, want %q", c.args, got, c.taken)
		}
		if got := strings.Join(rest, " "); got != c.rest {
			t.Errorf("%s: left %q, want %q", c.args, got, c.rest)
		}
	}
}

func TestSelects(t *testing.T) {
	cmd, err := ParseCommand([]string{"-bench=kA|kB/x", "-skip=kAB|kB/y"})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, name := range []string{"BenchmarkA", "BenchmarkAB", "BenchmarkB", "Benchmarkc"} {
		got[name] = cmd.Selects(name)
	}
	// A pattern of which a part goes on below a benchmark skips none as a whole.
	if want := map[string]bool{"BenchmarkA": true, "BenchmarkAB": true, "BenchmarkB": true, "Benchmarkc": false}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A process that does not end within its limit is told to, and killed if it does not listen.
func TestProcessLimit(t *testing.T) {
	p := fakeProcess(t, "sleeps")
	p.Limit, p.Grace = 50*time.Millisecond, 50*time.Millisecond
	exit, err := p.Run(nil)
	if err != nil || !exit.TimedOut || exit.Status == 0 {
		t.Errorf("one that sleeps: %+v, %v", exit, err)
	}
	p = fakeProcess(t, "ends")
	p.Limit = time.Minute
	if exit, err = p.Run(nil); err != nil || exit.TimedOut || exit.Status != 0 {
		t.Errorf("one that ends: %+v, %v", exit, err)
	}
}

// fakeProcess is this test binary playing a script.
func fakeProcess(t *testing.T, script string) Process {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Process{Path: exe, Env: append(os.Environ(), fakeEnv+"="+script), Dir: t.TempDir(), NoInput: true}
}

func TestProcs(t *testing.T) {
	for args, want := range map[string]string{"": "", "-cpu 4": "4", "-cpu=1,2": "", "-cpu 1,2 -cpu 3": "3", "-cpu=0": "", "-cpu=x": ""} {
		cmd, err := ParseCommand(strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		if got := cmd.Procs(); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}
