package osstat

import (
	"os"
	"strconv"
)

// thermal adds up the throttling events of cores (Documentation/ABI/testing/sysfs-devices-system-cpu). The threads of a
// core show the same count, so one of them is read. Machines with very many cores have the first 64 read.
type thermal struct{ cores []*textFile }

func newThermal(root string) *thermal {
	const most = 64
	t := new(thermal)
	for cpu := 0; len(t.cores) < most; cpu++ {
		dir := root + "/devices/system/cpu/cpu" + strconv.Itoa(cpu)
		siblings, err := os.ReadFile(dir + "/topology/thread_siblings_list")
		if err != nil && cpu > 0 {
			break // there is no such CPU
		}
		if first, ok := decimal(siblings); ok && int(first) != cpu {
			continue
		}
		f := fileAt(dir + "/thermal_throttle/core_throttle_count")
		if f.err != nil {
			break
		}
		t.cores = append(t.cores, f)
	}
	return t
}

func (t *thermal) stats() []Stat { return []Stat{ThermalThrottles} }

func (t *thermal) close() {
	for _, f := range t.cores {
		f.close()
	}
}

func (t *thermal) read(s *Snapshot) {
	if len(t.cores) == 0 {
		s.unknown("this machine does not count thermal throttling (no thermal_throttle in sysfs)", ThermalThrottles)
		return
	}
	sum := 0.0
	for _, f := range t.cores {
		n, err := f.field(0)
		if err != nil {
			s.unknown(err.Error(), ThermalThrottles)
			return
		}
		sum += n
	}
	s.set(ThermalThrottles, sum)
}
