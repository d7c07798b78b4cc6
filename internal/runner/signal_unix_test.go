//go:build unix

package runner

import (
	"bytes"
	"errors"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func ignoreInterrupt() { signal.Ignore(syscall.SIGINT) }

func awaitInterrupt() <-chan os.Signal {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGINT)
	return c
}

// A trigger is a Writer that sends signals when a text has gone through it.
type trigger struct {
	mu      sync.Mutex
	buf     bytes.Buffer
	text    string
	signals chan os.Signal
	send    []os.Signal
}

func (w *trigger) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf.Write(p)
	if w.send != nil && strings.Contains(w.buf.String(), w.text) {
		for _, s := range w.send {
			w.signals <- s
		}
		w.send = nil
	}
	return len(p), nil
}

// withSignals makes c send signals after the first result line.
func withSignals(c *Config, send ...os.Signal) {
	signals := make(chan os.Signal, 2)
	c.Signals = signals
	c.Stderr = &trigger{text: "9.0 ns/op\n", signals: signals, send: send}
}

func TestInterruptKeepsWhatIsComplete(t *testing.T) {
	c, _ := fakeConfig(t, "interrupted", "-count=3")
	withSignals(&c, syscall.SIGINT)
	out := runFakeGo(t, c)
	if out.Exit.Signal != syscall.SIGINT || out.Exit.Killed || out.Exit.Status != 1 {
		t.Errorf("exit %+v, want SIGINT, not killed, status 1", out.Exit)
	}
	want := []sampled{{"m/a", "BenchmarkA-2 1 9.0 ns/op", []int64{1}}}
	if d := cmp.Diff(want, samplesOf(t, fileText(t, out.Joined))); d != "" {
		t.Errorf("joined file (-want +got):\n%s", d)
	}
	if notes := strings.Join(out.Notes, "\n"); !strings.Contains(notes, "in the middle of a run") {
		t.Errorf("notes %q do not tell of the half line", notes)
	}
}

// A group that does not end is killed, children included: after the grace, or
// at the second signal.
func TestHungGroupIsKilled(t *testing.T) {
	for _, tt := range []struct {
		name  string
		grace time.Duration
		send  []os.Signal
	}{
		{"grace", 50 * time.Millisecond, []os.Signal{syscall.SIGINT}},
		{"second signal", time.Hour, []os.Signal{syscall.SIGINT, syscall.SIGINT}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := fakeConfig(t, "deaf")
			c.Grace = tt.grace
			withSignals(&c, tt.send...)
			out := runFakeGo(t, c)
			if !out.Exit.Killed || out.Exit.Status != 128+int(syscall.SIGKILL) {
				t.Errorf("exit %+v, want killed", out.Exit)
			}
			if out.Joined.Runs != 1 {
				t.Errorf("%d results are kept, want 1", out.Joined.Runs)
			}
			awaitGone(t, childOf(t, c))
		})
	}
}

func childOf(t *testing.T, c Config) int {
	t.Helper()
	data, err := os.ReadFile(lookup(c.Env, "PLATEAU_FAKE_PID"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(data))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// awaitGone waits until a process is no more, or is dead and waits for its
// parent to notice: init may take its time.
func awaitGone(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || isZombie(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d is still there", pid)
	syscall.Kill(pid, syscall.SIGKILL)
}

func isZombie(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(after, "Z")
}

// What go test leaves running may hold its output open; that is not waited
// for, and not killed either, as go test does not.
func TestLeftoverDoesNotHang(t *testing.T) {
	c, _ := fakeConfig(t, "leaves a child")
	var out bytes.Buffer
	p := Process{Path: c.Go, Args: []string{"test"}, Env: c.Env, Stdout: &out, Stderr: &out, Drain: time.Second}
	exit, err := p.Run(nil)
	if err != nil || exit.Status != 0 || out.String() != "done\n" {
		t.Errorf("exit %+v, error %v, output %q", exit, err, &out)
	}
	pid := childOf(t, c)
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Errorf("the process that was left running is gone: %v", err)
	}
}

// The real go test and a benchmark that takes a minute: Ctrl-C ends both, and
// keeps the benchmark before it.
func TestRealInterrupt(t *testing.T) {
	dir := realModule(t)
	cmd, err := ParseCommand([]string{"-C", dir, "-count=2", "-benchtime=10x", "./slow"})
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Command: cmd, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=")}
	signals := make(chan os.Signal, 2)
	c.Signals = signals
	c.Stderr = &trigger{text: "BenchmarkSlow, run 1 of 2", signals: signals, send: []os.Signal{syscall.SIGINT}}
	out, err := Run(c)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if out.Exit.Signal != syscall.SIGINT || out.Exit.Killed || out.Exit.Status == 0 {
		t.Errorf("exit %+v, want interrupted and not killed", out.Exit)
	}
	if got := names(out.Joined); got != "slow.BenchmarkFirst++" {
		t.Errorf("results %q", got)
	}
	samplesOf(t, fileText(t, out.Joined))
}
