package counter

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// openCounters counts the files of perf_event_open alone: the Go runtime opens others of its own, to poll, whenever it
// first has a use for them.
func openCounters(t *testing.T) (n int) {
	t.Helper()
	const dir = "/proc/self/fd"
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if to, err := os.Readlink(filepath.Join(dir, e.Name())); err == nil && strings.Contains(to, "perf_event") {
			n++
		}
	}
	return n
}

// churn starts threads that soon end, one after the other, until the function that it returns is called.
func churn() (stop func()) {
	var done atomic.Bool
	var all sync.WaitGroup
	all.Add(1)
	go func() {
		defer all.Done()
		for !done.Load() {
			ended := make(chan struct{})
			go func() {
				runtime.LockOSThread()
				sleepABit()
				close(ended)
			}()
			<-ended
		}
	}()
	return func() { done.Store(true); all.Wait() }
}

// missed reports whether nothing was counted since a thread that started during the attach was missed, which is found out and
// said. The Go runtime starts threads as it sees fit, and more of them on a busy machine.
func missed(t *testing.T, v Value) bool {
	t.Helper()
	if v.Counted || v.Why != errRestless.Error() && !strings.HasPrefix(v.Why, "threads were missed") {
		return false
	}
	t.Logf("not counted: %s", v.Why)
	return true
}

// faultsOfShortLived has threads come and go, and returns what an attached session counts of them and what getrusage says.
func faultsOfShortLived(t *testing.T, s *Session) ([]Value, witness) {
	t.Helper()
	r := s.NewReading()
	var w witness
	w[0] = usage(t, syscall.RUSAGE_SELF)
	s.Start()
	w[1] = usage(t, syscall.RUSAGE_SELF)
	shortLived(func() { touch(t, 1<<16, 1<<12) })
	w[2] = usage(t, syscall.RUSAGE_SELF)
	s.Stop()
	w[3] = usage(t, syscall.RUSAGE_SELF)
	s.Read(&r)
	return s.Values(nil, nil, &r), w
}

// TestAttachWhileThreadsComeAndGo has counts that are whole, or a reason.
func TestAttachWhileThreadsComeAndGo(t *testing.T) {
	needs(t, pageFaults)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := openCounters(t)
	for range 10 {
		stop := churn()
		s := Open(Request{pageFaults, Process}, Request{pageFaults, Thread})
		s.Attach()
		if openCounters(t) == before {
			t.Error("no counter is open while attached")
		}
		v, w := faultsOfShortLived(t, s)
		stop()
		if !missed(t, v[0]) {
			w.between(t, "page faults", v[0], faulted)
		}
		if !v[1].Counted {
			t.Errorf("not counted of the thread: %q", v[1].Why)
		}
		s.Close()
	}
	if after := openCounters(t); after != before {
		t.Errorf("%d counters are open, %d were before", after, before)
	}
}

// before513 is the kernel without inherit_thread.
type before513 struct{ linux }

func (k before513) open(a attr, t target, group int) (int, error) {
	if a.inheritThread {
		return -1, syscall.EINVAL
	}
	return k.linux.open(a, t, group)
}

func TestInheritAloneSeesThreadsToo(t *testing.T) {
	needs(t, pageFaults)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := open(before513{}, []Request{{pageFaults, Process}})
	defer s.Close()
	for tries := 20; ; tries-- {
		s.Attach()
		v, w := faultsOfShortLived(t, s)
		if tries == 0 || !missed(t, v[0]) {
			w.between(t, "page faults", v[0], faulted)
			break
		}
	}
	if notes := s.Notes(); len(notes) != 1 || notes[0] != noteChildren {
		t.Errorf("notes %q", notes)
	}
}
