package counter

import "testing"

func TestBothScopesTakeOneCounter(t *testing.T) {
	f := newFake()
	requests := []Request{
		{anyCycles, Process}, {anyInstr, Process}, {branchMisses, Process}, {cacheMisses, Process},
		{anyCycles, Thread}, {anyInstr, Thread}, {branchMisses, Thread}, {cacheMisses, Thread},
	}
	s, v := measure(f, func() { // far shorter than a turn
		f.run(100, 100_000, busy)
		f.run(101, 200_000, busy)
	}, requests...)
	for i, perUS := range []float64{3000, 6000, 12, 40} {
		near(t, requests[i].Event.Name+" of the process", v[i], perUS*300, 1e-9)
		near(t, requests[i].Event.Name+" of the thread", v[4+i], perUS*100, 1e-9)
	}
	if len(f.events) != 12 || len(s.Notes()) != 0 {
		t.Errorf("%d events open, notes %q; want 4 on each of 3 threads, and none", len(f.events), s.Notes())
	}

	// Another thread of the same process takes nothing to be opened.
	opened := f.next
	f.self = 102
	s.Attach()
	r := s.NewReading()
	s.Start()
	f.run(100, 100_000, busy)
	f.run(102, 300_000, busy)
	s.Stop()
	s.Read(&r)
	v = s.Values(nil, nil, &r)
	near(t, "cycles of the process", v[0], 3000*400, 1e-9)
	near(t, "cycles of the other thread", v[4], 3000*300, 1e-9)
	if f.next != opened {
		t.Errorf("%d events opened anew", f.next-opened)
	}
}

// TestThreadsSinceTheAttach has a thread that inherited the counters of the one which is then counted by itself.
func TestThreadsSinceTheAttach(t *testing.T) {
	f := newFake()
	s, _ := measure(f, func() {}, Request{anyCycles, Process}, Request{anyCycles, Thread})
	before := f.next
	f.tids = append(f.tids, 103)
	s.Attach()
	if f.next-before != 4 || len(f.events) != 4 {
		t.Errorf("%d events opened, %d open: want the process attached anew, one on each of 4 threads", f.next-before, len(f.events))
	}
	before = f.next
	s.Attach()
	if f.next != before {
		t.Errorf("attached anew though no thread is new")
	}
}

func TestHostIsAnEventLikeIt(t *testing.T) {
	user := anyCycles
	user.ExcludeKernel = true
	for _, c := range []struct {
		name     string
		requests []Request
		hosted   bool
	}{
		{"the same", []Request{{anyCycles, Thread}, {anyCycles, Process}}, true},
		{"another", []Request{{anyCycles, Thread}, {anyInstr, Process}}, false},
		{"another modifier", []Request{{anyCycles, Thread}, {user, Process}}, false},
		{"one scope", []Request{{anyCycles, Thread}, {anyCycles, Thread}}, false},
	} {
		s := open(newFake(), c.requests)
		if got := s.requests[0].host != nil; got != c.hosted {
			t.Errorf("%s: has a host: %v", c.name, got)
		}
	}
}
