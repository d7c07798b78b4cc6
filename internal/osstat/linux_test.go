//go:build linux

package osstat

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/plateau-bench/plateau/internal/counter"
	"github.com/plateau-bench/plateau/internal/perfevent"
)

// write makes files below a new folder, each with a text.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func read(t *testing.T, from source) *Snapshot {
	t.Helper()
	s := new(Snapshot)
	from.read(s)
	from.close()
	return s
}

func TestThermal(t *testing.T) {
	// Four CPUs on two cores.
	files := map[string]string{}
	for cpu, siblings := range []string{"0,2", "1,3", "0,2", "1,3"} {
		dir := "devices/system/cpu/cpu" + string(rune('0'+cpu))
		files[dir+"/topology/thread_siblings_list"] = siblings + "\n"
		files[dir+"/thermal_throttle/core_throttle_count"] = []string{"7", "35", "7", "35"}[cpu] + "\n"
	}
	s := read(t, newThermal(write(t, files)))
	if want := (Reading{Value: 42, Known: true}); s.readings[ThermalThrottles] != want {
		t.Errorf("%+v, want %+v", s.readings[ThermalThrottles], want)
	}
}

func TestQuota(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		times Reading
		time  Reading
	}{
		{"v2, of the group and of the one that it is in", map[string]string{
			"self":                "0::/a/b\n",
			"fs/a/b/cpu.stat":     "usage_usec 5\nnr_periods 10\nnr_throttled 3\nthrottled_usec 2000\n",
			"fs/a/cpu.stat":       "usage_usec 5\nnr_periods 10\nnr_throttled 4\nthrottled_usec 500\n",
			"fs/cpu.stat":         "usage_usec 5\n",
			"fs/a/b/c/cpu.stat":   "nr_throttled 100\nthrottled_usec 100\n",
			"fs/other/b/cpu.stat": "nr_throttled 100\nthrottled_usec 100\n",
		}, Reading{Value: 7, Known: true}, Reading{Value: 2_500_000, Known: true}},
		{"v1", map[string]string{
			"self":                      "4:memory:/m\n3:cpu,cpuacct:/a\n0::/v2\n",
			"fs/cpu,cpuacct/a/cpu.stat": "nr_periods 1\nnr_throttled 2\nthrottled_time 12345\n",
			"fs/v2/cpu.stat":            "nr_throttled 100\nthrottled_usec 100\n",
		}, Reading{Value: 2, Known: true}, Reading{Value: 12345, Known: true}},
	} {
		root := write(t, c.files)
		s := read(t, newQuota(root+"/self", root+"/fs"))
		if s.readings[QuotaThrottles] != c.times || s.readings[QuotaThrottleTime] != c.time {
			t.Errorf("%s: %+v, %+v", c.name, s.readings[QuotaThrottles], s.readings[QuotaThrottleTime])
		}
	}
	for name, files := range map[string]map[string]string{
		"no group":  {},
		"no quota":  {"self": "0::/\n", "fs/cpu.stat": "usage_usec 5\n"},
		"malformed": {"self": "0:\nx\n::\n", "fs/cpu.stat": "nr_throttled x\n"},
	} {
		root := write(t, files)
		s := read(t, newQuota(root+"/self", root+"/fs"))
		if r := s.readings[QuotaThrottles]; r.Known || !strings.Contains(r.Why, "control group") {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestFilesOfTheMachine(t *testing.T) {
	root := write(t, map[string]string{
		"stat":    "cpu  10 20 30 40 50 60 70 123 0 0\ncpu0 1 2 3 4 5 6 7 8\n",
		"loadavg": "1.25 0.5 0.1 1/2 3\n",
		"status":  "Name:\tx\nVmHWMx:\t5 kB\nVmHWM:\t   2048 kB\nVmRSS:\t 1 kB\n",
		"short":   "cpu 1 2",
		"empty":   "",
		"words":   "VmHWM: many\n",
		"sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq": "2400000\n",
	})
	for _, c := range []struct {
		stat Stat
		from source
		want Reading
	}{
		{StealTime, &steal{stat: fileAt(root + "/stat")}, Reading{Value: 1.23e9, Error: 1e7, Known: true}},
		{StealTime, &steal{stat: fileAt(root + "/short")}, Reading{Why: root + "/short has no number there"}},
		{StealTime, &steal{stat: fileAt(root + "/empty")}, Reading{Why: root + "/empty has no number there"}},
		{Load, &load{average: fileAt(root + "/loadavg")}, Reading{Value: 1.25, Error: 0.005, Known: true}},
		{Load, &load{average: fileAt(root + "/empty")}, Reading{Why: root + "/empty: no number where one should be"}},
		{Load, &load{average: fileAt(root + "/gone")}, Reading{Why: "open " + root + "/gone: no such file or directory"}},
		{PeakRSS, &peak{status: fileAt(root + "/status")}, Reading{Value: 2 << 20, Known: true}},
		{PeakRSS, &peak{status: fileAt(root + "/stat")}, Reading{Why: root + "/stat has no VmHWM:"}},
		{PeakRSS, &peak{status: fileAt(root + "/words")}, Reading{Why: root + "/words: no number where one should be"}},
	} {
		if got := read(t, c.from).readings[c.stat]; got != c.want {
			t.Errorf("%s: %+v, want %+v", c.stat.Info().Name, got, c.want)
		}
	}
	f := &frequency{root: root + "/sys", cpus: map[int]*textFile{currentCPU(): fileAt(root + "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq")}}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if got := read(t, f).readings[Frequency]; got.Known && got.Value != 2.4e9 {
		t.Errorf("frequency: %+v", got)
	}
}

func FuzzDecimal(f *testing.F) {
	for _, text := range []string{"", "0", "12.5", "1.2.3", ".5", "99999999999999999999999", "7x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, ok := decimal([]byte(text))
		if n < 0 || !ok && n != 0 {
			t.Errorf("%q is %v, %v", text, n, ok)
		}
	})
}

// TestCountersAgree compares getrusage with the kernel's software events over 200 threads that come and go.
func TestCountersAgree(t *testing.T) {
	faults := perfevent.Event{Name: "page-faults", Type: perfevent.TypeSoftware, Config: 2}
	switches := perfevent.Event{Name: "context-switches", Type: perfevent.TypeSoftware, Config: 3}
	for _, e := range []perfevent.Event{faults, switches} {
		if how, err := counter.Check(e); err != nil || how != "" {
			t.Skipf("this machine does not count %s as asked for: %v%s", e.Name, err, how)
		}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for range 20 {
		c := counter.Open(counter.Request{Event: faults, Scope: counter.Process}, counter.Request{Event: switches, Scope: counter.Process})
		counted, least, most := besideUsage(c)
		c.Close()
		if !counted[0].Counted || !counted[1].Counted {
			// A thread that the runtime starts during the attach can be missed, which is found out and said.
			t.Logf("not counted: %q, %q", counted[0].Why, counted[1].Why)
			continue
		}
		if n := counted[0].Total; n < least[PageFaults].Value || n > most[PageFaults].Value {
			t.Errorf("%v page faults counted, %v to %v by getrusage", n, least[PageFaults].Value, most[PageFaults].Value)
		}
		low := least[Voluntary].Value + least[Involuntary].Value
		high := most[Voluntary].Value + most[Involuntary].Value
		if n := counted[1].Total; n < 0.99*low || n > 1.01*high {
			t.Errorf("%v switches counted, %v to %v by getrusage", n, low, high)
		}
		t.Logf("page faults %v (%v), switches %v (%v)", counted[0].Total, least[PageFaults].Value, counted[1].Total, low)
		return
	}
	t.Error("never counted")
}

// besideUsage has threads come and go, and returns what c counted and what getrusage says from within and from without.
func besideUsage(c *counter.Session) (counted []counter.Value, least, most Readings) {
	s := New(PageFaults)
	defer s.Close()
	outer, inner := [2]*Snapshot{s.NewSnapshot(), s.NewSnapshot()}, [2]*Snapshot{s.NewSnapshot(), s.NewSnapshot()}
	r := c.NewReading()
	c.Attach()
	s.Begin(outer[0])
	c.Start()
	s.Begin(inner[0])
	var all sync.WaitGroup
	for range 200 {
		all.Add(1)
		go func() {
			runtime.LockOSThread() // the thread ends with the goroutine
			defer all.Done()
			memory := make([]byte, 1<<16)
			for i := range 20 {
				memory[i<<10] = 1
				nap := syscall.NsecToTimespec(10_000)
				_ = syscall.Nanosleep(&nap, nil)
			}
		}()
	}
	all.Wait()
	s.End(inner[1])
	c.Stop()
	s.End(outer[1])
	c.Read(&r)
	return c.Values(nil, nil, &r), Between(inner[0], inner[1]), Between(outer[0], outer[1])
}
