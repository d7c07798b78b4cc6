package counter

import (
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/plateau-bench/plateau/internal/perfevent"
)

// paranoidAt refuses what kernel.perf_event_paranoid forbids to an ordinary user.
func paranoidAt(level int) *fake {
	f := newFake()
	f.level = level
	f.refuse = func(a attr, t target) syscall.Errno {
		if level > 2 || level > 1 && !a.excludeKernel || level > 0 && t.tid < 0 {
			return syscall.EACCES
		}
		return 0
	}
	return f
}

func TestUserModeOnly(t *testing.T) {
	f := paranoidAt(2)
	_, v := measure(f, func() { f.run(100, 1_000_000, busy) },
		threads(anyCycles, taskClock, pageFaults, switches, software("cpu-migrations", 4))...)
	near(t, "cycles", v[0], 3e6, 1e-9)
	for i, why := range []string{whyUserOnly, "", whyUserOnly, whyKernels, whyKernels} {
		if v[i].Why != why || v[i].Counted != (why != whyKernels) {
			t.Errorf("event %d: %+v, want %q", i, v[i], why)
		}
	}
	if how, err := check(f, anyCycles); how != whyUserOnly || err != nil {
		t.Errorf("Check: %q, %v", how, err)
	}
}

func TestKernelEventsWithoutTheKernel(t *testing.T) {
	e := switches
	e.Name, e.ExcludeKernel = "context-switches:u", true
	_, v := measure(newFake(), func() {}, threads(e)...)
	if v[0].Counted || v[0].Why != whyKernels {
		t.Errorf("%+v: would read 0 whatever happens", v[0])
	}
}

func TestRefusals(t *testing.T) {
	kernelOnly := anyCycles
	kernelOnly.ExcludeUser = true
	uncore := perfevent.Event{Name: "uncore/x/", Type: 20, CPUs: "0"}
	for _, c := range []struct {
		name  string
		fake  *fake
		event perfevent.Event
		want  []string
		errno syscall.Errno
	}{
		{"paranoid 3", paranoidAt(3), anyCycles, []string{"kernel.perf_event_paranoid is 3", "perf_event_paranoid=2", "CAP_PERFMON"}, syscall.EACCES},
		{"paranoid 2, :k", paranoidAt(2), kernelOnly, []string{"kernel.perf_event_paranoid is 2", "perf_event_paranoid=1", ":u", "CAP_PERFMON"}, syscall.EACCES},
		{"paranoid 1, system", paranoidAt(1), uncore, []string{"kernel.perf_event_paranoid is 1", "perf_event_paranoid=0", "CAP_PERFMON"}, syscall.EACCES},
		{"unknown level", func() *fake { f := paranoidAt(3); f.level = -2; return f }(), anyCycles, []string{"EACCES", "CAP_PERFMON"}, syscall.EACCES},
		{"tracepoint", refusing(syscall.EACCES), event("sched:sched_switch", perfevent.TypeTracepoint, 300), []string{"tracepoints", "root"}, syscall.EACCES},
		{"container", refusing(syscall.EPERM), anyCycles, []string{"EPERM", "seccomp", "--cap-add PERFMON"}, syscall.EPERM},
		{"sandbox", refusing(syscall.ENOSYS), anyCycles, []string{"ENOSYS", "CONFIG_PERF_EVENTS"}, syscall.ENOSYS},
		{"no PMU", refusing(syscall.ENOENT), anyCycles, []string{"no hardware counters", "hypervisor", "ENOENT"}, syscall.ENOENT},
		{"unknown software", refusing(syscall.ENOENT), software("x", 99), []string{"does not know this event"}, syscall.ENOENT},
		{"bad encoding", refusing(syscall.EINVAL), anyCycles, []string{"encoding", "EINVAL"}, syscall.EINVAL},
		{"taken", refusing(syscall.EBUSY), anyCycles, []string{"another user", "nmi_watchdog"}, syscall.EBUSY},
		{"no files", refusing(syscall.EMFILE), anyCycles, []string{"ulimit -n"}, syscall.EMFILE},
		{"no files at all", refusing(syscall.ENFILE), anyCycles, []string{"fs.file-max"}, syscall.ENFILE},
		{"no way", refusing(syscall.EOPNOTSUPP), anyCycles, []string{"EOPNOTSUPP"}, syscall.EOPNOTSUPP},
		{"no device", refusing(syscall.ENODEV), anyCycles, []string{"ENODEV"}, syscall.ENODEV},
		{"no counter", refusing(syscall.ENOSPC), anyCycles, []string{"ENOSPC"}, syscall.ENOSPC},
		{"other", refusing(syscall.EIO), anyCycles, []string{"perf_event_open"}, syscall.EIO},
	} {
		_, err := check(c.fake, c.event)
		if !errors.Is(err, c.errno) {
			t.Errorf("%s: error %v is not %v", c.name, err, c.errno)
		}
		_, v := measure(c.fake, func() {}, Request{c.event, Thread}, Request{c.event, Process})
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) || !strings.Contains(v[0].Why, want) || !strings.Contains(v[1].Why, want) {
				t.Errorf("%s: %q (Check: %q) lacks %q", c.name, v[0].Why, err, want)
			}
		}
		if v[0].Counted || v[0].Total != 0 {
			t.Errorf("%s: %+v, want no count", c.name, v[0])
		}
		if len(c.fake.events) != 0 {
			t.Errorf("%s: %d events are open", c.name, len(c.fake.events))
		}
	}
}

func refusing(errno syscall.Errno) *fake {
	f := newFake()
	f.refuse = refuseAll(errno)
	return f
}

func TestOneOfManyIsRefused(t *testing.T) {
	f := newFake()
	f.refuse = func(a attr, _ target) syscall.Errno {
		if a.config == 5 {
			return syscall.ENOENT
		}
		return 0
	}
	_, v := measure(f, func() { f.run(100, 1_000_000, busy) }, threads(branchMisses, anyCycles)...)
	if v[0].Counted || v[0].Why != "this CPU has no such event (ENOENT)" {
		t.Errorf("%+v", v[0])
	}
	near(t, "cycles", v[1], 3e6, 1e-9)
}

// TestRefusedLater has events that can be opened when the session is, and no more when it attaches.
func TestRefusedLater(t *testing.T) {
	f := newFake()
	s := open(f, threads(anyCycles, pageFaults))
	f.refuse = func(a attr, _ target) syscall.Errno {
		if a.typ == perfevent.TypeHardware {
			return syscall.EBUSY
		}
		return 0
	}
	s.Attach()
	r := s.NewReading()
	s.Start()
	f.run(100, 1_000_000, busy)
	s.Stop()
	s.Read(&r)
	v := s.Values(nil, nil, &r)
	if v[0].Counted || !strings.Contains(v[0].Why, "EBUSY") {
		t.Errorf("%+v", v[0])
	}
	near(t, "page faults", v[1], 1000, 1e-9)
}
