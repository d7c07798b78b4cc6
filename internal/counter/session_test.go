package counter

import (
	"math"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/plateau-bench/plateau/internal/perfevent"
)

func event(name string, typ uint32, config uint64) perfevent.Event {
	return perfevent.Event{Name: name, Type: typ, Config: config}
}

func threads(events ...perfevent.Event) (requests []Request) {
	for _, e := range events {
		requests = append(requests, Request{e, Thread})
	}
	return requests
}

// measure counts what work does in a fake kernel.
func measure(f *fake, work func(), requests ...Request) (*Session, []Value) {
	s := open(f, requests)
	s.Attach()
	r := s.NewReading()
	s.Start()
	work()
	s.Stop()
	s.Read(&r)
	return s, s.Values(nil, nil, &r)
}

func near(t *testing.T, what string, got Value, want, tolerance float64) {
	t.Helper()
	if !got.Counted || math.Abs(got.Total-want) > tolerance*want {
		t.Errorf("%s: %+v, want %v", what, got, want)
	}
}

var (
	cacheMisses  = event("L1-dcache-load-misses", perfevent.TypeCache, 0|0<<8|1<<16)
	branchMisses = event("branch-misses", perfevent.TypeHardware, 5)
	anyCycles    = event("cycles", perfevent.TypeHardware, 0)
	anyInstr     = event("instructions", perfevent.TypeHardware, 1)
	busy         = rates{
		{perfevent.TypeHardware, 0}: 3000, {perfevent.TypeHardware, 1}: 6000, {perfevent.TypeHardware, 5}: 12,
		{perfevent.TypeCache, 1 << 16}: 40, {perfevent.TypeSoftware, 2}: 1,
	}
)

func TestEventsOfOneGroup(t *testing.T) {
	f := newFake()
	s, v := measure(f, func() { f.run(100, 5_000_000, busy) }, threads(anyCycles, anyInstr, branchMisses, cacheMisses, pageFaults)...)
	for i, want := range []float64{15e6, 30e6, 60e3, 200e3, 5000} {
		near(t, s.requests[i].Event.Name, v[i], want, 1e-9)
		if v[i].Why != "" || v[i].Running != v[i].Enabled {
			t.Errorf("event %d: %+v", i, v[i])
		}
	}
	if len(s.thread.instances) != 2 || len(s.Notes()) != 0 {
		t.Errorf("%d groups, notes %q; want the hardware's and the software's, and none", len(s.thread.instances), s.Notes())
	}
}

func TestCostIsSubtracted(t *testing.T) {
	f := newFake()
	f.price = 150
	s := open(f, threads(anyInstr))
	s.Attach()
	r := s.NewReadings(4)
	s.Start()
	for i := range 3 {
		f.run(100, 1_000_000, busy)
		s.Read(&r[i])
	}
	s.Stop()
	s.Read(&r[3])
	for _, c := range []struct {
		name     string
		from, to *Reading
		want     float64
	}{
		{"all", nil, &r[3], 18e6},
		{"to the first", nil, &r[0], 6e6},
		{"to the third", nil, &r[2], 18e6},
		{"first to third", &r[0], &r[2], 12e6},
		{"second to end", &r[1], &r[3], 6e6},
		{"third to end", &r[2], &r[3], 0},
	} {
		got := s.Values(nil, c.from, c.to)[0]
		if !got.Counted || math.Abs(got.Total-c.want) > 1e-6 {
			t.Errorf("%s: %+v, want %v", c.name, got, c.want)
		}
	}
}

func TestNothingIsNeverNegative(t *testing.T) {
	f := newFake()
	f.price = 150
	s := open(f, threads(anyInstr))
	s.Attach()
	f.price = 10 // cheaper than it was when it was measured
	r := s.NewReading()
	s.Start()
	s.Stop()
	s.Read(&r)
	if v := s.Values(nil, nil, &r)[0]; v.Total != 0 || !v.Counted || v.Raw == 0 {
		t.Errorf("%+v, want a count of 0", v)
	}
}

func TestOversizeGroupIsSplit(t *testing.T) {
	f := newFake()
	all := slices.Repeat([]perfevent.Event{anyCycles, anyInstr, cacheMisses}, 3)
	s, v := measure(f, func() { f.run(100, 300_000_000, busy) }, threads(all...)...)
	for i, want := range slices.Repeat([]float64{900e6, 1800e6, 12e6}, 3) {
		near(t, all[i].Name, v[i], want, 0.001)
		if !strings.Contains(v[i].Why, "scaled: counted for") || v[i].Running >= v[i].Enabled {
			t.Errorf("event %d: %+v: says nothing of being scaled", i, v[i])
		}
	}
	want := "9 events are more than the hardware counts at once: split into 3 groups of at most 4, which take turns"
	if got := s.Notes(); len(got) != 1 || got[0] != want {
		t.Errorf("notes %q, want %q", got, want)
	}
}

func TestTooShortForATurn(t *testing.T) {
	f := newFake()
	_, v := measure(f, func() { f.run(100, 10_000, busy) }, threads(slices.Repeat([]perfevent.Event{anyCycles}, 8)...)...)
	counted := 0
	for _, got := range v {
		if got.Counted {
			counted++
		} else if got.Total != 0 || !strings.Contains(got.Why, "too short for its group to get a turn") {
			t.Errorf("%+v", got)
		}
	}
	if counted != 4 {
		t.Errorf("%d of 8 events counted; the hardware has counters for 4", counted)
	}
}

func TestPushedOffTheHardware(t *testing.T) {
	f := newFake()
	s, v := measure(f, func() {
		f.run(100, 1_000_000, busy)
		for _, e := range f.events {
			e.pushed = e.attr.typ == perfevent.TypeHardware
		}
	}, threads(anyCycles, pageFaults)...)
	if v[0].Counted || v[0].Total != 0 || !strings.Contains(v[0].Why, "pushed off the hardware") {
		t.Errorf("a group that reads zero bytes: %+v", v[0])
	}
	near(t, s.requests[1].Event.Name, v[1], 1000, 1e-9)
}

func TestAnotherUserHasTheCounters(t *testing.T) {
	f := newFake()
	f.counters = 0
	_, v := measure(f, func() { f.run(100, 1_000_000, busy) }, threads(anyCycles, pageFaults)...)
	if v[0].Counted || v[0].Why != whyNeverRan {
		t.Errorf("%+v", v[0])
	}
	if _, err := check(f, anyCycles); err == nil || err.Error() != whyNeverRan {
		t.Errorf("Check: %v", err)
	}
}

func TestTopDown(t *testing.T) {
	f := newFake()
	raw := func(name string, config uint64) perfevent.Event { return event(name, perfevent.TypeRaw, config) }
	// Asked for in any order, slots leads and its metrics follow in the same group.
	asked := []perfevent.Event{anyCycles, raw("retiring", 0x8000), anyInstr, raw("bad-speculation", 0x8100), raw("slots", 0x400), raw("backend", 0x8300)}
	r := rates{{perfevent.TypeRaw, 0x400}: 16000, {perfevent.TypeRaw, 0x8000}: 8000, {perfevent.TypeRaw, 0x8100}: 1600, {perfevent.TypeRaw, 0x8300}: 4800}
	s, v := measure(f, func() { f.run(100, 100_000_000, r) }, threads(asked...)...)
	var first []string
	for _, p := range s.thread.groups[0].parts {
		first = append(first, p.of.Event.Name)
	}
	if want := []string{"slots", "retiring", "bad-speculation", "backend"}; !slices.Equal(first, want) {
		t.Errorf("the first group is %q, want %q", first, want)
	}
	for _, i := range []int{1, 3, 5} {
		near(t, asked[i].Name, v[i], r[key{perfevent.TypeRaw, asked[i].Config}]*1e5, 0.001)
	}
	if share := v[1].Total / v[4].Total; math.Abs(share-0.5) > 1e-9 {
		t.Errorf("retiring is %v of the slots, want 0.5: they were not counted together", share)
	}
}

func TestHybridPartsComplementEachOther(t *testing.T) {
	f := newFake()
	e := perfevent.Event{Name: "cycles", Type: 0, Config: 4 << 32, Also: []perfevent.Event{{Name: "cycles", Type: 0, Config: 10 << 32}}}
	onBig, onSmall := key{0, 4 << 32}, key{0, 10 << 32}
	s := open(f, threads(e))
	s.Attach()
	r := s.NewReading()
	s.Start()
	// Each PMU runs only while the thread is on its type of core.
	var big, small *fakeEvent
	for _, e := range f.events {
		if e.attr.config == onBig.config {
			big = e
		} else {
			small = e
		}
	}
	f.run(100, 3_000_000, rates{onBig: 3000})
	small.tr -= 3_000_000
	f.run(100, 1_000_000, rates{onSmall: 1000})
	big.tr -= 1_000_000
	s.Stop()
	s.Read(&r)
	near(t, "cycles", s.Values(nil, nil, &r)[0], 3*3e6+1e6, 0.001)
}

func TestScaleAndUnit(t *testing.T) {
	f := newFake()
	e := anyCycles
	e.Scale = 0.5
	_, v := measure(f, func() { f.run(100, 1_000_000, busy) }, threads(e)...)
	near(t, "half", v[0], 1.5e6, 1e-9)
	e.Scale = math.Inf(1)
	_, v = measure(f, func() { f.run(100, 1_000_000, busy) }, threads(e)...)
	if v[0].Counted || v[0].Total != 0 || v[0].Why == "" {
		t.Errorf("a scale of infinity: %+v", v[0])
	}
}

func TestOtherThreadIsAttachedAnew(t *testing.T) {
	f := newFake()
	s, _ := measure(f, func() {}, threads(anyCycles)...)
	opened := f.next
	for range 3 {
		s.Attach()
	}
	if f.next != opened {
		t.Errorf("%d events opened anew though the thread is the same", f.next-opened)
	}
	f.self = 101
	s.Attach()
	r := s.NewReading()
	s.Start()
	f.run(101, 1_000_000, busy)
	f.run(100, 1_000_000, busy)
	s.Stop()
	s.Read(&r)
	near(t, "cycles of the other thread", s.Values(nil, nil, &r)[0], 3e6, 1e-9)
	s.Close()
	if len(f.events) != 0 {
		t.Errorf("%d events are open after Close", len(f.events))
	}
}

func TestSystemScope(t *testing.T) {
	f := newFake()
	imc := perfevent.Event{Name: "uncore_imc/cas/", Type: 20, Config: 0x304, CPUs: "0,18-19"}
	s, v := measure(f, func() { f.run(101, 1_000_000, rates{{20, 0x304}: 10}) }, Request{imc, Process})
	if n := len(s.system.instances); n != 3 {
		t.Errorf("open on %d CPUs, want 3", n)
	}
	near(t, "all CPUs", v[0], 3*10_000, 1e-9)
	for _, list := range []string{"x", "3-1", "-1", "1,", "0-99999999", "1-x"} {
		imc.CPUs = list
		if _, err := check(f, imc); err == nil || !strings.Contains(err.Error(), "list of CPUs") {
			t.Errorf("CPUs %q: %v", list, err)
		}
	}
	if _, v := measure(f, func() {}, Request{anyCycles, System}); v[0].Why != errNoCPUs.Error() {
		t.Errorf("an event of threads for the system: %+v", v[0])
	}
}

func FuzzCPUs(f *testing.F) {
	for _, list := range []string{"", "0", "0,18", "0-3,7", "3-1", "0-", "a", "0,,1", " 1 , 2 "} {
		f.Add(list)
	}
	f.Fuzz(func(t *testing.T, list string) {
		cpus, err := parseCPUs(list)
		if (err == nil) != (len(cpus) > 0) {
			t.Errorf("%q: %d CPUs, error %v", list, len(cpus), err)
		}
		if slices.ContainsFunc(cpus, func(cpu int) bool { return cpu < 0 }) {
			t.Errorf("%q: %v", list, cpus)
		}
	})
}

func TestReadingsTheWrongWayRound(t *testing.T) {
	f := newFake()
	s := open(f, threads(anyCycles))
	s.Attach()
	r := s.NewReadings(2)
	s.Start()
	s.Read(&r[0])
	f.run(100, 1000, busy)
	s.Read(&r[1])
	if v := s.Values(nil, &r[1], &r[0])[0]; v.Counted || v.Total != 0 || v.Why == "" {
		t.Errorf("%+v", v)
	}
}

func TestReadingsOfDifferentLayouts(t *testing.T) {
	f := newFake()
	s, _ := measure(f, func() {}, threads(anyCycles)...)
	old := s.NewReading()
	s.Start()
	s.Read(&old)
	f.self = 102
	s.Attach()
	now := s.NewReading()
	s.Start()
	s.Read(&now)
	if v := s.Values(nil, &old, &now)[0]; v.Counted || v.Why == "" {
		t.Errorf("readings of two threads: %+v", v)
	}
	var never Reading
	if v := s.Values(nil, nil, &never)[0]; v.Counted || v.Why == "" {
		t.Errorf("a reading never taken: %+v", v)
	}
}

func TestNothingAskedFor(t *testing.T) {
	s, v := measure(newFake(), func() {})
	if len(v) != 0 || len(s.Notes()) != 0 {
		t.Errorf("%v, %v", v, s.Notes())
	}
	unattached := open(newFake(), threads(anyCycles))
	r := unattached.NewReading()
	unattached.Start()
	unattached.Read(&r)
	unattached.Stop()
	unattached.Stop()
	unattached.Close()
	if v := unattached.Values(nil, nil, &r); v[0].Counted || v[0].Why == "" {
		t.Errorf("never attached: %+v", v)
	}
}

func refuseAll(errno syscall.Errno) func(attr, target) syscall.Errno {
	return func(attr, target) syscall.Errno { return errno }
}
