package counter

import (
	"runtime"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/perfevent"
)

// The counts of the thread go on, do not depend on other threads, and take no memory.
func TestThreadReader(t *testing.T) {
	clock := perfevent.Event{Name: "task-clock", Type: perfevent.TypeSoftware, Config: 1}
	faults := perfevent.Event{Name: "page-faults", Type: perfevent.TypeSoftware, Config: 2}
	needs(t, clock, faults)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := Open(Request{clock, Thread}, Request{faults, Process}, Request{faults, Thread}, Request{clock, Process})
	defer s.Close()
	s.Attach()
	s.Start()
	r := s.ThreadReader()
	if of := r.Requests(); len(of) != 2 || of[0] != 0 || of[1] != 2 {
		t.Fatalf("requests %v, want those of the thread, 0 and 2", of)
	}
	var before, after [2]int64
	r.Read(before[:])
	const busy = 5 * time.Millisecond
	for begin := time.Now(); time.Since(begin) < 4*busy; {
	}
	r.Read(after[:])
	if ran := after[0] - before[0]; ran <= 0 || ran > int64(time.Hour) {
		t.Errorf("task-clock grew by %d ns", ran)
	}
	if n := testing.AllocsPerRun(20, func() { r.Read(after[:]) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
