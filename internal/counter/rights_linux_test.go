package counter

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/plateau-bench/plateau/internal/counter/steps"
)

// TestRightsOfAUser needs a user without CAP_PERFMON.
func TestRightsOfAUser(t *testing.T) {
	level, known := system().paranoid()
	if !known || level < 2 {
		t.Skipf("kernel.perf_event_paranoid is %d here and restricts nobody's own threads", level)
	}
	if os.Geteuid() == 0 {
		t.Skip("root may count everything")
	}
	how, err := Check(pageFaults)
	t.Logf("level %d: %q, %v", level, how, err)
	switch {
	case level == 2 && (err != nil || how != whyUserOnly):
		t.Errorf("page-faults: %q, %v", how, err)
	case level > 2 && (err == nil || !strings.Contains(err.Error(), fmt.Sprintf("kernel.perf_event_paranoid is %d", level))):
		t.Errorf("page-faults: %q, %v", how, err)
	}
	got := count(t, func() { touch(t, 100*syscall.Getpagesize(), syscall.Getpagesize()) },
		Request{pageFaults, Thread}, Request{taskClock, Process}, Request{switches, Thread})
	for i, v := range got {
		if want := level == 2 && i < 2; v.Counted != want || v.Counted && v.Total == 0 {
			t.Errorf("event %d: %+v", i, v)
		}
	}
}

func TestFewFileDescriptors(t *testing.T) {
	needs(t, pageFaults)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	few := limit
	few.Cur = 12
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Skip("cannot set the limit of file descriptors:", err)
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Error(err)
		}
	}()
	got := count(t, func() {}, Request{pageFaults, Process}, Request{taskClock, Process}, Request{switches, Process}, Request{minorFaults, Process})
	if got[0].Counted || !strings.Contains(got[0].Why, "ulimit -n") {
		t.Errorf("%+v", got[0])
	}
}

// TestCyclesPerInstruction runs where the environment says how many cycles an instruction takes.
func TestCyclesPerInstruction(t *testing.T) {
	needs(t, cycles, instructions)
	var want float64
	if _, err := fmt.Sscan(os.Getenv("PLATEAU_TEST_CPI"), &want); err != nil {
		t.Skip("PLATEAU_TEST_CPI does not say how many cycles an instruction takes on this machine")
	}
	got := count(t, func() { steps.Run(1_000_000) }, Request{cycles, Thread}, Request{instructions, Thread})
	if cpi := got[0].Total / got[1].Total; !got[0].Counted || cpi < 0.995*want || cpi > 1.005*want {
		t.Errorf("%v cycles per instruction, want %v", cpi, want)
	}
}
