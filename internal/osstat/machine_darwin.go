package osstat

import (
	"encoding/binary"
	"runtime"

	"golang.org/x/sys/unix"
)

func machineSources() []source {
	of := []Stat{StealTime, ThermalThrottles, QuotaThrottles, QuotaThrottleTime, Frequency}
	return []source{load{}, absent{"it is not read on " + runtime.GOOS, of}}
}

// load reads vm.loadavg, a struct loadavg (sys/resource.h): three averages in units of 1/fscale, and fscale.
type load struct{}

func (load) stats() []Stat { return []Stat{Load} }
func (load) close()        {}

func (load) read(s *Snapshot) {
	const size, atScale = 24, 16
	raw, err := unix.SysctlRaw("vm.loadavg")
	if err != nil || len(raw) != size {
		s.unknown("vm.loadavg cannot be read", Load)
		return
	}
	average, scale := binary.LittleEndian.Uint32(raw), binary.LittleEndian.Uint64(raw[atScale:])
	if scale == 0 {
		s.unknown("vm.loadavg has no scale", Load)
		return
	}
	s.set(Load, float64(average)/float64(scale))
}
