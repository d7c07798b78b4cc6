package perfevent

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCPU(t *testing.T) {
	for _, c := range []struct {
		m    *Machine
		want CPU
	}{
		{skylakeSP, CPU{Name: "Intel(R) Xeon(R) Gold 6130 CPU @ 2.10GHz", Vendor: "GenuineIntel", Family: 6, Model: 85}}, // not the second processor's model
		{epyc, CPU{Vendor: "AuthenticAMD", Family: 25, Model: 17, Virtual: true}},
		{phone, CPU{Vendor: "0x41", Family: 8, Model: 0xd46}},
		{nothing, CPU{}},
	} {
		if got := c.m.CPU(); got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
}

func TestMachine(t *testing.T) {
	for _, c := range []struct {
		m      *Machine
		counts bool
		pmus   string
	}{
		{nothing, false, ""},
		{virtual, false, "breakpoint msr power software tracepoint"},
		{armMax, true, "armv8_pmuv3 software tracepoint"},
		{hybrid, true, "breakpoint cpu_atom cpu_core msr power software tracepoint"},
		{epyc, true, "amd_l3 breakpoint broken cpu msr power software tracepoint"}, // one whose type is no number is none
	} {
		if got := strings.Join(c.m.PMUs(), " "); got != c.pmus || c.m.Counts() != c.counts {
			t.Errorf("%s, counts %v; want %s, %v", got, c.m.Counts(), c.pmus, c.counts)
		}
	}
}

func TestTracepoints(t *testing.T) {
	got, err := skylakeSP.Tracepoints()
	want := []string{"broken:id_of", "raw_syscalls:sys_enter", "sched:sched_switch", "sched:sched_wakeup"}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v\n%s", err, d)
	}
	older := Describe("amd64", tree("sys/kernel/debug/tracing/events/sched/sched_switch/id 1"))
	if e, err := older.Parse("sched:sched_switch"); err != nil || e.Config != 1 {
		t.Errorf("%+v, %v", e, err)
	}
	if _, err := nothing.Tracepoints(); err == nil || !strings.Contains(err.Error(), "mount -t tracefs") {
		t.Errorf("without tracefs: %v", err)
	}
	if _, err := Describe("amd64", denied{}).Tracepoints(); err == nil || !strings.Contains(err.Error(), "belongs to root") {
		t.Errorf("without rights: %v", err)
	}
}

// denied is a file system of which nothing may be read.
type denied struct{}

func (denied) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

// TestList parses what is listed, on every machine: nothing but portable names may fail.
func TestList(t *testing.T) {
	for _, m := range []*Machine{nothing, virtual, skylakeSP, hybrid, epyc, armMax, phone} {
		var names []string
		for _, l := range m.List() {
			names = append(names, l.Name)
			if _, err := m.Parse(l.Name); err != nil && l.Class != Portable {
				t.Errorf("%s: %v", l.Name, err)
			}
			if l.What == "" && l.Class != Cache && l.Class != PMUEvent {
				t.Errorf("what is %s?", l.Name)
			}
		}
		if slices.Sort(names); len(names) != len(slices.Compact(names)) {
			t.Error("a name is listed twice")
		}
	}
	names := func(m *Machine) (list []string) {
		for _, l := range m.List() {
			if l.Class == PMUEvent {
				list = append(list, l.Name)
			}
		}
		return list
	}
	want := []string{"armv8_pmuv3/cpu_cycles/", "armv8_pmuv3/inst_retired/", "armv8_pmuv3/stall/", "armv8_pmuv3/stall_backend/", "armv8_pmuv3/stall_frontend/"}
	if d := cmp.Diff(want, names(armMax)); d != "" {
		t.Error(d)
	}
	if slices.Contains(names(skylakeSP), "hv_24x7/HPM_PCYC/") {
		t.Error("an event that wants a value is listed without")
	}
}

// TestLocal runs on whatever machine there is.
func TestLocal(t *testing.T) {
	m := Local()
	if e, err := m.Parse("task-clock"); err != nil || e.Type != TypeSoftware {
		t.Errorf("%+v, %v", e, err)
	}
	for _, l := range m.List() {
		if e, err := m.Parse(l.Name); err == nil && e.Name != l.Name {
			t.Errorf("%s became %s", l.Name, e.Name)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"cylces", "cycles", 1}, // neighbours swapped
		{"kitten", "sitting", 3},
		{"ca", "abc", 3}, // 2 where a place may be changed twice
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q is %d, want %d", c.a, c.b, got, c.want)
		}
	}
	if got := nearest(strings.Repeat("c", longestWord+1), []string{strings.Repeat("c", longestWord+1)}); got != nil {
		t.Errorf("a long word is compared: %q", got)
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		text  string
		value uint64
		want  Event
	}{
		{"config:0-7", 0xab, Event{Config: 0xab}},
		{"config:0-7,32-35", 0x1a0, Event{Config: 0x1_0000_00a0}},
		{"config1:63", 1, Event{Config1: 1 << 63}},
		{"config2:0-63", 1<<64 - 1, Event{Config2: 1<<64 - 1}},
		{"config:3,1", 0b10, Event{Config: 0b1000}}, // the kernel's bitmap has no order
	} {
		f, err := parseFormat(c.text)
		if err != nil || !f.fits(c.value) {
			t.Errorf("%s: %v", c.text, err)
		}
		var e Event
		f.put(&e, ^uint64(0)>>(64-f.width())) // to be replaced
		f.put(&e, c.value)
		if d := cmp.Diff(c.want, e); d != "" {
			t.Errorf("%s:\n%s", c.text, d)
		}
	}
	for _, text := range []string{"", "config", "config:", "config:64", "config:1-0", "config:-1", "config:a", "config3:0", "config:0-7,"} {
		if f, err := parseFormat(text); err == nil {
			t.Errorf("%q: %+v", text, f)
		}
	}
}

func FuzzFormat(f *testing.F) {
	for _, s := range []string{"config:0-7,32-35", "config1:63", "config2:0-63", "config:1-0"} {
		f.Add(s, uint64(0x1a0))
	}
	f.Fuzz(func(t *testing.T, text string, value uint64) {
		f, err := parseFormat(text)
		if err != nil {
			return
		}
		if f.width() < 1 || f.width() > 64 || f.config < 0 || f.config > 2 {
			t.Fatalf("%q: %+v", text, f)
		}
		// Reading back the bits gives the value as far as it fits.
		var e Event
		f.put(&e, value)
		field := [...]uint64{e.Config, e.Config1, e.Config2}[f.config]
		var got uint64
		for i, n := 0, 0; i < 64; i++ {
			if f.bits>>i&1 != 0 {
				got |= field >> i & 1 << n
				n++
			}
		}
		if got != value&mask(f.width()) || field&^f.bits != 0 {
			t.Fatalf("%q: %#x became %#x", text, value, field)
		}
	})
}
