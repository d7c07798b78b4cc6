package counter

import (
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestProcessAddsUpThreads(t *testing.T) {
	f := newFake()
	_, v := measure(f, func() {
		f.run(100, 1_000_000, busy)
		f.run(101, 2_000_000, busy)
	}, Request{anyCycles, Process}, Request{anyCycles, Thread})
	near(t, "process", v[0], 9e6, 1e-9)
	near(t, "thread", v[1], 3e6, 1e-9)
	if v[0].Enabled < 3_000_000 || v[0].Enabled > 3_100_000 {
		t.Errorf("enabled for %v", v[0].Enabled)
	}
	for _, e := range f.events {
		if e.target.tid == 101 && !(e.attr.inherit && e.attr.inheritThread) {
			t.Errorf("opened on a thread of the process without inherit and inherit_thread: %+v", e.attr)
		}
	}
}

func TestThreadsStartDuringTheAttach(t *testing.T) {
	f := newFake()
	f.tids = []int{100, 101, 102, 103}
	f.between = func(listing int) []int {
		switch listing {
		case 1:
			return []int{100, 101}
		case 2, 3:
			return []int{100, 101, 102}
		}
		return []int{100, 101, 103} // 102 ended, 103 is new; then the list holds still
	}
	_, v := measure(f, func() {
		for _, tid := range []int{100, 101, 103} {
			f.run(tid, 1_000_000, busy)
		}
	}, Request{anyCycles, Process})
	near(t, "three threads", v[0], 9e6, 1e-9)
	if len(f.events) != 3 || f.listings != 6 {
		t.Errorf("%d events open after %d listings, want 3 after 6", len(f.events), f.listings)
	}
}

func TestThreadsNeverHoldStill(t *testing.T) {
	f := newFake()
	for i := range 100 {
		f.tids = append(f.tids, 1000+i)
	}
	f.between = func(listing int) []int { return []int{100, 1000 + listing} }
	s, v := measure(f, func() { f.run(100, 1_000_000, busy) }, Request{anyCycles, Process}, Request{anyCycles, Thread})
	if v[0].Counted || v[0].Why != errRestless.Error() {
		t.Errorf("%+v", v[0])
	}
	near(t, "the thread alone", v[1], 3e6, 1e-9)
	if len(f.events) != 1 {
		t.Errorf("%d events open, want that of the thread", len(f.events))
	}
	for range 10 {
		s.Attach()
	}
	if most := 3 * 40; f.listings > most {
		t.Errorf("threads were listed %d times; after three attempts it should be left at that", f.listings)
	}
}

func TestThreadDiesDuringTheAttach(t *testing.T) {
	f := newFake()
	f.between = func(int) []int { return []int{100, 101, 999} } // 999 is gone when it is opened
	_, v := measure(f, func() { f.run(101, 1_000_000, busy) }, Request{anyCycles, Process}, Request{pageFaults, Process})
	near(t, "cycles", v[0], 3e6, 1e-9)
	near(t, "page faults", v[1], 1000, 1e-9)
}

func TestThreadDiesWithinAGroup(t *testing.T) {
	f := newFake()
	opened := 0
	f.refuse = func(a attr, t target) syscall.Errno {
		if t.tid == 102 {
			if opened++; opened%2 == 0 {
				return syscall.ESRCH
			}
		}
		return 0
	}
	_, v := measure(f, func() { f.run(101, 1_000_000, busy) }, Request{anyCycles, Process}, Request{anyInstr, Process})
	near(t, "cycles", v[0], 3e6, 1e-9)
	if len(f.events) != 4 {
		t.Errorf("%d events are open, want two on each of two threads", len(f.events))
	}
}

func TestFileDescriptors(t *testing.T) {
	f := newFake()
	f.files = 5
	s, v := measure(f, func() { f.run(100, 1_000_000, busy) }, Request{anyCycles, Process}, Request{pageFaults, Process}, Request{anyCycles, Thread})
	for _, got := range v[:2] {
		if got.Counted || !strings.Contains(got.Why, "EMFILE") || !strings.Contains(got.Why, "ulimit -n") {
			t.Errorf("%+v", got)
		}
	}
	near(t, "the thread alone", v[2], 3e6, 1e-9)
	if len(f.events) != 1 {
		t.Errorf("%d events are open: the benchmark may need the file descriptors", len(f.events))
	}
	// There are more of them later.
	f.files = 1000
	s.Attach()
	r := s.NewReading()
	s.Start()
	f.run(101, 1_000_000, busy)
	s.Stop()
	s.Read(&r)
	near(t, "later", s.Values(nil, nil, &r)[0], 3e6, 1e-9)
}

func TestKernelWithoutInheritThread(t *testing.T) {
	f := newFake()
	f.refuse = func(a attr, _ target) syscall.Errno {
		if a.inheritThread {
			return syscall.EINVAL
		}
		return 0
	}
	s, v := measure(f, func() { f.run(101, 1_000_000, busy) }, Request{anyCycles, Process})
	near(t, "cycles", v[0], 3e6, 1e-9)
	if !slices.Equal(s.Notes(), []string{noteChildren}) {
		t.Errorf("notes %q", s.Notes())
	}
	for _, e := range f.events {
		if !e.attr.inherit || e.attr.inheritThread {
			t.Errorf("opened with %+v, want inherit alone", e.attr)
		}
	}
	if s, _ := measure(f, func() {}, Request{anyCycles, Thread}); len(s.Notes()) != 0 {
		t.Errorf("a session of a thread notes %q", s.Notes())
	}
}

func TestThreadWithoutATurn(t *testing.T) {
	for _, c := range []struct {
		missed  uint64 // of 1 ms
		counted bool
	}{{0, true}, {10_000, true}, {10_102, false}, {500_000, false}} {
		f := newFake()
		s := open(f, []Request{{anyCycles, Process}})
		s.Attach()
		r := s.NewReading()
		s.Start()
		for _, e := range f.events {
			switch e.target.tid {
			case 101:
				e.te, e.tr, e.count = e.te+1_000_000-c.missed, e.tr+1_000_000-c.missed, e.count+1000
			case 102:
				e.te += c.missed // and never ran
			}
		}
		s.Stop()
		s.Read(&r)
		v := s.Values(nil, nil, &r)[0]
		if v.Counted != c.counted {
			t.Errorf("%d ns of 1 ms without a turn: %+v", c.missed, v)
		}
		if !v.Counted && !strings.Contains(v.Why, "no turn on threads") {
			t.Errorf("why: %q", v.Why)
		}
	}
}

func TestScalingIsByThread(t *testing.T) {
	f := newFake()
	s := open(f, []Request{{anyCycles, Process}})
	s.Attach()
	r := s.NewReadings(2)
	s.Start()
	set := func(tid int, te, tr uint64, count float64) {
		for _, e := range f.events {
			if e.target.tid == tid {
				e.te, e.tr, e.count = te, tr, count
			}
		}
	}
	set(101, 4_000_000, 1_000_000, 1000)
	set(102, 2_000_000, 2_000_000, 7000)
	s.Read(&r[0])
	set(101, 8_000_000, 3_000_000, 2000) // from there on: half the time
	set(102, 3_000_000, 3_000_000, 8000)
	s.Stop()
	s.Read(&r[1])
	near(t, "from the beginning", s.Values(nil, nil, &r[0])[0], 4*1000+7000, 0.001)
	near(t, "the second part", s.Values(nil, &r[0], &r[1])[0], 2*1000+1000, 1e-9)
}

func TestSessionsKeepFewEventsOpen(t *testing.T) {
	f := newFake()
	s := open(f, []Request{{anyCycles, Process}, {anyInstr, Thread}})
	if len(f.events) != 0 {
		t.Errorf("%d events are open before Attach", len(f.events))
	}
	for range 10 {
		s.Attach()
		s.Start()
		s.Stop()
	}
	if len(f.events) != 4 {
		t.Errorf("%d events are open, want 4", len(f.events))
	}
	s.Close()
	s.Close()
	if len(f.events) != 0 {
		t.Errorf("%d events are open after Close", len(f.events))
	}
	s.Attach()
	if len(f.events) != 4 {
		t.Errorf("%d events are open after a new Attach, want 4", len(f.events))
	}
}

func TestThreadsAreMissed(t *testing.T) {
	for _, c := range []struct {
		cpu     int64 // of 1 ms that was counted
		counted bool
	}{{0, true}, {150_000, true}, {1_000_000, true}, {1_600_000, true}, {1_700_000, false}, {50_000_000, false}} {
		f := newFake()
		s := open(f, []Request{{anyCycles, Process}, {anyInstr, Thread}})
		s.Attach()
		r := s.NewReading()
		f.cpu = 1
		s.Start()
		f.run(101, 1_000_000, busy)
		f.cpu += c.cpu
		s.Stop()
		f.cpu += 1e9 // and what comes later is nothing to it
		s.Read(&r)
		v := s.Values(nil, nil, &r)
		if v[0].Counted != c.counted || !c.counted && !strings.HasPrefix(v[0].Why, "threads were missed") {
			t.Errorf("1 ms of %d ns: %+v", c.cpu, v[0])
		}
		if strings.HasPrefix(v[1].Why, "threads") {
			t.Errorf("the thread: %+v", v[1])
		}
	}
}
