package counter

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/plateau-bench/plateau/internal/counter/steps"
	"github.com/plateau-bench/plateau/internal/perfevent"
)

// Tests of this file need a machine that counts. Those of hardware events run in any machine with a PMU, and were
// written for an emulated ARMv8 (PMUv3 with a cycle counter and 6 others) in which each instruction takes 2^shift cycles.

// count counts what work does.
func count(t *testing.T, work func(), requests ...Request) []Value {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := Open(requests...)
	defer s.Close()
	s.Attach()
	r := s.NewReading()
	s.Start()
	work()
	s.Stop()
	s.Read(&r)
	values := s.Values(nil, nil, &r)
	for i, v := range values {
		t.Logf("%s of the %s: %+v", requests[i].Event.Name, requests[i].Scope, v)
	}
	return values
}

func usage(t *testing.T, who int) syscall.Rusage {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		t.Fatal(err)
	}
	return u
}

// shortLived does work on 200 threads that end with it.
func shortLived(work func()) {
	var all sync.WaitGroup
	for range 200 {
		all.Add(1)
		go func() {
			runtime.LockOSThread() // and never unlocks: the thread ends with the goroutine
			defer all.Done()
			work()
		}()
	}
	all.Wait()
}

// A witness is getrusage outside of what is counted and inside it: counts lie between the two.
type witness [4]syscall.Rusage // before Start, after it, before Stop, after it

func (w *witness) between(t *testing.T, what string, v Value, count func(syscall.Rusage) int64) {
	t.Helper()
	least, most := count(w[2])-count(w[1]), count(w[3])-count(w[0])
	t.Logf("%v %s counted, %d to %d by getrusage", v.Total, what, least, most)
	if !v.Counted || v.Total < float64(least) || v.Total > float64(most) {
		t.Errorf("%s: %+v, and by getrusage %d to %d", what, v, least, most)
	}
}

func faulted(u syscall.Rusage) int64 { return int64(u.Minflt) + int64(u.Majflt) }

func switched(u syscall.Rusage) int64 { return int64(u.Nvcsw) + int64(u.Nivcsw) }

func TestProcessSeesShortLivedThreads(t *testing.T) {
	needs(t, pageFaults, switches)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	page := syscall.Getpagesize()
	s := Open(Request{pageFaults, Process}, Request{minorFaults, Process}, Request{switches, Process},
		Request{pageFaults, Thread}, Request{switches, Thread})
	defer s.Close()
	for run, tries := 0, 20; run < 5; run++ {
		s.Attach()
		r := s.NewReading()
		var w, thread witness
		look := func(i int) {
			w[i], thread[i] = usage(t, syscall.RUSAGE_SELF), usage(t, syscall.RUSAGE_THREAD)
		}
		look(0)
		s.Start()
		look(1)
		shortLived(func() {
			touch(t, 64*page, page)
			for range 20 {
				sleepABit()
			}
		})
		look(2)
		s.Stop()
		look(3)
		s.Read(&r)
		got := s.Values(nil, nil, &r)
		t.Logf("run %d", run)
		if tries > 0 && (missed(t, got[0]) || missed(t, got[2])) {
			run, tries = run-1, tries-1
			continue
		}
		w.between(t, "page faults", got[0], faulted)
		// A thread's last switch comes after its figures were added up. On a busy machine some threads end only after the last
		// one has done its work.
		least, most := switched(w[2])-switched(w[1]), switched(w[3])-switched(w[0])
		t.Logf("%v switches counted, %d to %d by getrusage", got[2].Total, least, most)
		if n := got[2].Total; !got[2].Counted || n < 0.99*float64(least) || n > 1.01*float64(most) {
			t.Errorf("%v switches counted, and %d to %d by getrusage", n, least, most)
		}
		thread.between(t, "page faults of the thread", got[3], faulted)
		thread.between(t, "switches of the thread", got[4], switched)
	}
}

// touch faults in the pages of n bytes.
func touch(t *testing.T, n, page int) {
	memory, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Error(err)
		return
	}
	for i := 0; i < n; i += page {
		memory[i] = 1
	}
	if err := syscall.Munmap(memory); err != nil {
		t.Error(err)
	}
}

// sleepABit blocks the thread itself.
func sleepABit() {
	ts := syscall.NsecToTimespec(10_000)
	_ = syscall.Nanosleep(&ts, nil)
}

func TestThreadSeesItsOwnFaultsExactly(t *testing.T) {
	needs(t, pageFaults)
	page := syscall.Getpagesize()
	got := count(t, func() { touch(t, 1000*page, page) }, Request{pageFaults, Thread})
	// Transparent huge pages may serve several at once, and the runtime may fault now and then.
	if !got[0].Counted || got[0].Total < 1 || got[0].Total > 1010 {
		t.Errorf("%+v for 1000 pages", got[0])
	}
}

func TestReadDoesNotAllocate(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := Open(Request{pageFaults, Process}, Request{taskClock, Thread}, Request{instructions, Thread})
	defer s.Close()
	s.Attach()
	r := s.NewReading()
	s.Start()
	defer s.Stop()
	if n := testing.AllocsPerRun(100, func() { s.Read(&r) }); n != 0 {
		t.Errorf("Read allocates %v times", n)
	}
}

func TestKnownInstructions(t *testing.T) {
	needs(t, instructions)
	if !steps.Known {
		t.Skip("no loop of known length for this processor")
	}
	const rounds = 1_000_000
	for _, c := range []struct {
		scope Scope
		most  float64 // other threads of the process do something in the meantime
	}{{Thread, 0.001}, {Process, 0.03}} {
		got := count(t, func() { steps.Run(rounds) }, Request{instructions, c.scope})
		want := float64(rounds * steps.PerRound)
		if off := got[0].Total/want - 1; !got[0].Counted || off < -0.001 || off > c.most {
			t.Errorf("%v: %v instructions for %v, off by %.3f%%", c.scope, got[0].Total, want, 100*off)
		}
	}
}

// TestKnownInstructionsBetweenReadings reads while the session runs.
func TestKnownInstructionsBetweenReadings(t *testing.T) {
	needs(t, instructions)
	if !steps.Known {
		t.Skip("no loop of known length for this processor")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := Open(Request{instructions, Thread}, Request{taskClock, Thread})
	defer s.Close()
	s.Attach()
	const rounds, n = 100_000, 100
	r := s.NewReadings(n + 1)
	s.Start()
	for i := range n {
		steps.Run(rounds)
		s.Read(&r[i])
	}
	s.Stop()
	s.Read(&r[n])
	// The handler of a signal, such as that which asks goroutines to yield, takes some 2000 instructions.
	check := func(what string, from, to *Reading, rounds int) {
		v := s.Values(nil, from, to)[0]
		want := float64(rounds * steps.PerRound)
		if off := math.Abs(v.Total - want); !v.Counted || off > 0.001*want+2500 {
			t.Errorf("%s: %v instructions for %v", what, v.Total, want)
		} else {
			t.Logf("%s: %v instructions for %v", what, v.Total, want)
		}
	}
	check("start to end", nil, &r[n], n*rounds)
	check("start to the first", nil, &r[0], rounds)
	check("first to last", &r[0], &r[n-1], (n-1)*rounds)
	check("10th to 20th", &r[10], &r[20], 10*rounds)
	check("10th to end", &r[10], &r[n], (n-11)*rounds)
}

// TestBothScopesShareCounters asks for as many events of both as fit the hardware once.
func TestBothScopesShareCounters(t *testing.T) {
	needs(t, cycles, instructions)
	if !steps.Known {
		t.Skip("no loop of known length for this processor")
	}
	other := instructions
	other.Name, other.ExcludeHV = "instructions:uh", false
	requests := []Request{
		{instructions, Process}, {cycles, Process}, {other, Process}, {instructions, Thread}, {cycles, Thread}, {other, Thread},
	}
	const rounds = 1_000_000
	got := count(t, func() { steps.Run(rounds) }, requests...)
	for i, v := range got {
		want := float64(rounds * steps.PerRound)
		if off := v.Total/want - 1; i%3 != 1 && (!v.Counted || off < -0.001 || off > 0.03 || v.Running != v.Enabled) {
			t.Errorf("%s of the %s: off by %.3f%%: %+v", requests[i].Event.Name, requests[i].Scope, 100*off, v)
		}
	}
}

func TestTwoThreadsAddUp(t *testing.T) {
	needs(t, instructions)
	if !steps.Known {
		t.Skip("no loop of known length for this processor")
	}
	const rounds = 1_000_000
	got := count(t, func() {
		var all sync.WaitGroup
		for range 2 {
			all.Add(1)
			go func() {
				defer all.Done()
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				steps.Run(rounds)
			}()
		}
		all.Wait()
	}, Request{instructions, Process}, Request{instructions, Thread})
	want := float64(2 * rounds * steps.PerRound)
	if off := got[0].Total/want - 1; !got[0].Counted || math.Abs(off) > 0.03 {
		t.Errorf("%v instructions of the process for %v", got[0].Total, want)
	}
	if got[1].Total > want/10 {
		t.Errorf("%v instructions on a thread that did nothing", got[1].Total)
	}
}

// TestTooManyEventsTakeTurns counts one event more often than any hardware has counters for it.
func TestTooManyEventsTakeTurns(t *testing.T) {
	needs(t, instructions)
	if !steps.Known {
		t.Skip("no loop of known length for this processor")
	}
	const rounds = 400_000_000
	want := float64(rounds * steps.PerRound)
	for _, scope := range []Scope{Thread, Process} {
		requests := slices.Repeat([]Request{{instructions, scope}}, 40)
		if notes := Open(requests...).Notes(); len(notes) != 1 || !strings.Contains(notes[0], "split into") {
			t.Errorf("notes of groups that were split: %q", notes)
		}
		for i, v := range count(t, func() { steps.Run(rounds) }, requests...) {
			if off := v.Total/want - 1; !v.Counted || math.Abs(off) > 0.02 || v.Why == "" || v.Running >= v.Enabled {
				t.Errorf("event %d of the %s: off by %.2f%%: %+v", i, scope, 100*off, v)
			}
		}
	}
}

func TestSystemCallsExactly(t *testing.T) {
	id, err := os.ReadFile("/sys/kernel/tracing/events/raw_syscalls/sys_enter/id")
	if err != nil {
		t.Skip("no tracepoint of system calls:", err)
	}
	calls := perfevent.Event{Name: "raw_syscalls:sys_enter", Type: perfevent.TypeTracepoint}
	if _, err := fmt.Sscan(string(id), &calls.Config); err != nil {
		t.Fatal(err)
	}
	needs(t, calls)
	const n = 1000
	got := count(t, func() {
		for range n {
			syscall.RawSyscall(syscall.SYS_GETPPID, 0, 0, 0)
		}
	}, Request{calls, Thread}, Request{calls, Process})
	// Signals may come in between, which take some, and other threads make calls of their own.
	if v := got[0]; !v.Counted || v.Total < n || v.Total > 1.1*n {
		t.Errorf("%v system calls of the thread, %d made", v.Total, n)
	}
	if v := got[1]; !v.Counted || v.Total < n {
		t.Errorf("%v system calls of the process, %d made", v.Total, n)
	}
}
