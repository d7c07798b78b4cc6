package ab

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/runner"
)

// The tests run this test binary in place of a benchmark's: with fakeEnv in its environment it plays the part of that name.
const fakeEnv = "PLATEAU_FAKE_BINARY"

func TestMain(m *testing.M) {
	if name := os.Getenv(fakeEnv); name != "" {
		os.Exit(playFake(name))
	}
	os.Exit(m.Run())
}

func playFake(name string) int {
	note("calls", strings.Join(os.Args[1:], " ")+" "+os.Getenv("PWD")+"\n")
	args := strings.Join(os.Args, " ")
	switch {
	case name == "refuses":
		fmt.Fprintln(os.Stderr, `invalid value "foo" for flag -test.benchtime: invalid duration`)
		return 2
	case name == "never", name == "exits" && !strings.Contains(args, "-test.skip=^BenchmarkA$") && !strings.Contains(args, "-test.bench=^$"):
		return 3
	}
	fmt.Println("goos: linux\npkg: example.com/p")
	if !strings.Contains(args, "-test.skip=^BenchmarkA$") {
		if name == "hangs" {
			fmt.Fprintln(os.Stderr, "goroutine 7 [select]:\nexample.com/p.BenchmarkA.func1(0xc)")
			time.Sleep(time.Hour)
		}
		if name == "crashes" {
			fmt.Fprintln(os.Stderr, "panic: here\n\ngoroutine 7 [running]:\nexample.com/p.BenchmarkA(0xc)")
			return 2
		}
		if name == "fails" {
			fmt.Println("--- FAIL: BenchmarkA")
		} else {
			fmt.Println("BenchmarkA-2 \t 100 \t 10.0 ns/op")
		}
	}
	fmt.Println("BenchmarkB-2 \t 100 \t 20.0 ns/op")
	if name == "fails" {
		fmt.Println("FAIL")
		return 1
	}
	fmt.Println("PASS")
	return 0
}

// note appends to a file in the directory that the test has named.
func note(file, text string) {
	f, err := os.OpenFile(filepath.Join(os.Getenv("PLATEAU_FAKE_DIR"), file), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	f.WriteString(text)
}

// fakeTrial is a trial of one package whose sides play these parts.
func fakeTrial(t *testing.T, base, head string) *Trial {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, both := t.TempDir(), []string{"BenchmarkA", "BenchmarkB"}
	c := Config{Seed: 4, Count: 3, Subjects: []Subject{{
		Pkg: "example.com/p", Dirs: [2]string{t.TempDir(), t.TempDir()}, Bins: [2]string{exe, exe}, Benchmarks: [2][]string{both, both},
	}}}
	j, err := NewJournal(filepath.Join(dir, "trial"), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	command, err := runner.ParseCommand([]string{"-benchtime=1x", "-tags=x"})
	if err != nil {
		t.Fatal(err)
	}
	env := func(part string) []string {
		return append(os.Environ(), fakeEnv+"="+part, "PLATEAU_FAKE_DIR="+dir)
	}
	return &Trial{Dir: filepath.Join(dir, "trial"), Journal: j, Command: command, Env: [2][]string{env(base), env(head)}}
}

// pairOf has the processes of a pair, by side; an empty one for what did not run.
func pairOf(t *Trial, pair int) (ps [2]*Process) {
	ps = [2]*Process{{}, {}}
	for _, p := range t.Journal.Current() {
		if p.Pair == pair {
			ps[p.Side] = p
		}
	}
	return ps
}

// calls are the command lines of the processes, each with its directory last.
func (t *Trial) calls(test *testing.T) []string {
	test.Helper()
	text, err := os.ReadFile(filepath.Join(filepath.Dir(t.Dir), "calls"))
	if err != nil {
		test.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

func TestMeasure(t *testing.T) {
	trial := fakeTrial(t, "fine", "fine")
	all := Block{From: 1, To: 3}
	if err := trial.Measure(all, 3); err != nil {
		t.Fatal(err)
	}
	some := Block{From: 4, To: 4, Only: map[string][]string{"example.com/p": {"BenchmarkB"}, "example.com/other": {"BenchmarkC"}}}
	if err := trial.Measure(some, 4); err != nil {
		t.Fatal(err)
	}
	calls, dirs := trial.calls(t), trial.Journal.Config.Subjects[0].Dirs
	if len(calls) != 8 || len(trial.Journal.Processes) != 8 {
		t.Fatalf("%d processes, %d in the journal, want 8: %q", len(calls), len(trial.Journal.Processes), calls)
	}
	for i, call := range calls {
		pair, bench := i/2+1, "-test.bench=."
		if pair == 4 {
			bench = "-test.bench=^BenchmarkB$"
		}
		side := Order(4, pair, 0)
		if i%2 == 1 {
			side = 1 - side
		}
		for _, want := range []string{bench, "-test.run=^$", "-test.count=1", "-test.benchtime=1x", "-test.timeout=0", " " + dirs[side]} {
			if !strings.Contains(call+" ", want+" ") {
				t.Errorf("process %d, %s of pair %d: no %s in %q", i, side, pair, want, call)
			}
		}
		if strings.Contains(call, "tags") {
			t.Errorf("a build flag went to the binary: %q", call)
		}
	}
	// What is complete is not run again.
	if err := trial.Measure(all, 3); err != nil || len(trial.calls(t)) != 8 {
		t.Errorf("%d processes after all was over, want 8; %v", len(trial.calls(t)), err)
	}
	text, err := os.ReadFile(filepath.Join(trial.Dir, "head", "0002-00-p.bench"))
	if err != nil || !strings.Contains(string(text), "BenchmarkA-2") {
		t.Errorf("the file of pair 2: %v\n%s", err, text)
	}
	if raw, _ := filepath.Glob(filepath.Join(trial.Dir, "raw-*")); raw != nil {
		t.Errorf("left behind: %q", raw)
	}
	if spent, all := trial.Cost(); spent <= 0 || all < spent {
		t.Errorf("processes took %s of %s", spent, all)
	}
}

// A benchmark that hangs or crashes is not run again, on no side; the others are.
func TestStuck(t *testing.T) {
	for part, want := range map[string]Outcome{"hangs": Hung, "crashes": Crashed} {
		t.Run(part, func(t *testing.T) {
			trial := fakeTrial(t, "fine", part)
			if part == "hangs" {
				trial.Limit = limitOfFake(t, trial)
			}
			if err := trial.Measure(Block{From: 1, To: 2}, 2); err != nil {
				t.Fatal(err)
			}
			first, second := pairOf(trial, 1), pairOf(trial, 2)
			if p := first[Head]; p.Outcome != want || p.Stuck != "BenchmarkA" || p.Runs != 0 {
				t.Errorf("head: %+v", p)
			}
			if p := first[Base]; p.Outcome != Fine || p.Runs != 2 {
				t.Errorf("base: %+v", p)
			}
			for _, side := range Sides() {
				if p := second[side]; p.Outcome != Fine || p.Runs != 1 {
					t.Errorf("%s of pair 2: %+v", side, p)
				}
			}
			log, err := os.ReadFile(filepath.Join(trial.Dir, first[Head].Log))
			if err != nil || !strings.Contains(string(log), "p.BenchmarkA") {
				t.Errorf("log: %v\n%s", err, log)
			}
		})
	}
}

// A benchmark that fails is run again, and its file says that it failed.
func TestFailed(t *testing.T) {
	trial := fakeTrial(t, "fails", "fine")
	if err := trial.Measure(Block{From: 1, To: 2}, 2); err != nil {
		t.Fatal(err)
	}
	for pair := 1; pair <= 2; pair++ {
		p := pairOf(trial, pair)[Base]
		if p.Outcome != Failed || !slices.Equal(p.Failed, []string{"BenchmarkA"}) || p.Stuck != "" || p.Runs != 1 {
			t.Errorf("pair %d: %+v", pair, p)
		}
		text, err := os.ReadFile(filepath.Join(trial.Dir, p.File))
		if err != nil || !strings.Contains(string(text), "--- FAIL: BenchmarkA\n") || !strings.Contains(string(text), "BenchmarkB-2") {
			t.Errorf("pair %d: %v\n%s", pair, err, text)
		}
	}
}

func TestBrokenOff(t *testing.T) {
	trial := fakeTrial(t, "fine", "fine")
	trial.Deadline = time.Now().Add(-time.Second)
	var up *TimeUp
	if err := trial.Measure(Block{From: 1, To: 2}, 2); !errors.As(err, &up) || len(trial.Journal.Processes) != 0 {
		t.Errorf("past the deadline: %v", err)
	}
	trial.Deadline = time.Time{}
	signals := make(chan os.Signal, 1)
	signals <- os.Interrupt
	trial.Signals = signals
	var stopped *Interrupted
	if err := trial.Measure(Block{From: 1, To: 2}, 2); !errors.As(err, &stopped) || stopped.Signal != os.Interrupt {
		t.Errorf("after a signal: %v", err)
	}
}

// What is not likely to end before the deadline is not begun.
func TestNotBegun(t *testing.T) {
	trial := fakeTrial(t, "fine", "fine")
	for _, side := range Sides() {
		trial.Journal.Processes = append(trial.Journal.Processes, &Process{Pkg: "example.com/p", Pair: 1, Side: side, Seconds: 3600, Outcome: Fine})
	}
	trial.Deadline = time.Now().Add(90 * time.Minute)
	var up *TimeUp
	if err := trial.Measure(Block{From: 1, To: 2}, 2); !errors.As(err, &up) || len(trial.Journal.Processes) != 2 {
		t.Errorf("a pair of two hours was begun with one and a half left: %v", err)
	}
	trial.Deadline = time.Now().Add(3 * time.Hour)
	if err := trial.Measure(Block{From: 1, To: 2}, 2); err != nil || len(trial.Journal.Processes) != 4 {
		t.Errorf("a pair of two hours was not begun with three left: %v", err)
	}
}

// What the deadline ends did not hang: nothing is known of it.
func TestEndedByDeadline(t *testing.T) {
	trial := fakeTrial(t, "fine", "hangs")
	limit := limitOfFake(t, trial)
	_, err := trial.run(job{subject: &trial.Journal.Config.Subjects[0], pair: 1, side: Head, limit: limit, last: true})
	var up *TimeUp
	if !errors.As(err, &up) || !strings.Contains(up.During, "example.com/p of head was ended") || len(trial.Journal.Processes) > 0 {
		t.Errorf("%v, %+v", err, trial.Journal.Processes)
	}
	for left, want := range map[time.Duration]bool{time.Hour: false, time.Second: true, -time.Hour: true} {
		trial.Deadline = time.Now().Add(left)
		if got, last := trial.bounded(time.Minute); last != want || got <= 0 || last && got > max(left, 0)+overtime || !last && got != time.Minute {
			t.Errorf("with %s left: %s, %v", left, got, last)
		}
	}
}

// limitOfFake is a limit of time that a process of the trial keeps however busy the machine is, as one just before has shown.
func limitOfFake(t *testing.T, trial *Trial) time.Duration {
	t.Helper()
	began := time.Now()
	cmd := exec.Command(trial.Journal.Config.Subjects[0].Bins[Base])
	cmd.Env = trial.Env[Base]
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return max(5*time.Second, 20*time.Since(began))
}

func TestStuckBenchmark(t *testing.T) {
	benchmarks := []string{"BenchmarkA", "BenchmarkB", "BenchmarkC"}
	for _, c := range []struct{ why, stdout, stderr, want string }{
		{"a stack names it", "", "\texample.com/p.BenchmarkB(0xc)\nexample.com/p.BenchmarkC.func2.1(...)\n", "BenchmarkC"},
		{"a closure", "", "p.BenchmarkB.func1(0x1)", "BenchmarkB"},
		{"no stack: the one after the last that was seen", "BenchmarkA/x-8 \t 1 \t 1 ns/op\n", "", "BenchmarkB"},
		{"all were seen", "BenchmarkC-8 \t 1 \t 1 ns/op\n", "", ""},
		{"nothing was seen: it may be TestMain", "", "", ""},
		{"a stack behind megabytes of a log", "", strings.Repeat("a line of a log\n", 1<<18) + "p.BenchmarkC(0x1)", "BenchmarkC"},
		{"another package's", "", "q.BenchmarkZ(0x1)", ""},
	} {
		o := newOutput("p")
		o.Write([]byte(c.stdout))
		o.stderr().Write([]byte(c.stderr))
		if got := o.stuck(benchmarks); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}
