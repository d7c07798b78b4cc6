package counter

import (
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
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

// TestAttachWhileThreadsComeAndGo has counts that are whole, or a reason.
func TestAttachWhileThreadsComeAndGo(t *testing.T) {
	needs(t, pageFaults)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := 0
	for round := range 10 {
		stop := churn()
		s := Open(Request{pageFaults, Process}, Request{pageFaults, Thread})
		s.Attach()
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
		stop()
		v := s.Values(nil, nil, &r)
		switch why := v[0].Why; {
		case v[0].Counted:
			w.between(t, "page faults", v[0], faulted)
		case why == errRestless.Error() || strings.HasPrefix(why, "threads were missed"):
			t.Logf("not counted: %s", why)
		default:
			t.Errorf("not counted: %q", why)
		}
		if !v[1].Counted {
			t.Errorf("not counted of the thread: %q", v[1].Why)
		}
		s.Close()
		if round == 0 { // the runtime has opened what it needs itself, to poll
			before = openFiles(t)
		}
	}
	if after := openFiles(t); after > before {
		t.Errorf("%d files are open, %d were before", after, before)
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
	s.Attach()
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
	w.between(t, "page faults", s.Values(nil, nil, &r)[0], faulted)
	if notes := s.Notes(); len(notes) != 1 || notes[0] != noteChildren {
		t.Errorf("notes %q", notes)
	}
}
