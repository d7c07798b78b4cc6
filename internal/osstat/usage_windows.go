package osstat

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

func threadID() int { return int(windows.GetCurrentThreadId()) }

func usageSources() []source {
	kernel := windows.NewLazySystemDLL("kernel32.dll")
	const why = "Windows does not tell this of threads"
	const both = "Windows does not tell this of processes"
	return []source{
		&times{of: kernel.NewProc("GetThreadTimes"), handle: windows.CurrentThread(), user: ThreadUserTime, system: ThreadSystemTime},
		&times{of: kernel.NewProc("GetProcessTimes"), handle: windows.CurrentProcess(), user: UserTime, system: SystemTime},
		&memoryInfo{of: kernel.NewProc("K32GetProcessMemoryInfo")},
		absent{why, []Stat{ThreadPageFaults, ThreadMajorFaults, ThreadVoluntary, ThreadInvoluntary, ThreadMigrations, ThreadQueueTime}},
		absent{both, []Stat{MajorFaults, Voluntary, Involuntary}},
	}
}

// times reads GetThreadTimes or GetProcessTimes, which have the same arguments. The system counts whole ticks, usually
// of 15.6 ms.
type times struct {
	of           *windows.LazyProc
	handle       windows.Handle
	user, system Stat

	created, exited, kernelTime, userTime windows.Filetime
}

const tick = 15_625_000 // ns

func (t *times) stats() []Stat { return []Stat{t.user, t.system} }
func (t *times) close()        {}

func (t *times) read(s *Snapshot) {
	if err := t.of.Find(); err != nil {
		s.unknown(err.Error(), t.stats()...)
		return
	}
	ok, _, err := t.of.Call(uintptr(t.handle), uintptr(unsafe.Pointer(&t.created)), uintptr(unsafe.Pointer(&t.exited)),
		uintptr(unsafe.Pointer(&t.kernelTime)), uintptr(unsafe.Pointer(&t.userTime)))
	if ok == 0 {
		s.unknown(err.Error(), t.stats()...)
		return
	}
	s.setCoarse(t.user, span(t.userTime), tick)
	s.setCoarse(t.system, span(t.kernelTime), tick)
}

// span is a Filetime that is a duration, in ns.
func span(t windows.Filetime) float64 {
	const unit = 100 // ns
	return float64(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime)) * unit
}

// memoryInfo reads GetProcessMemoryInfo.
type memoryInfo struct {
	of       *windows.LazyProc
	counters processMemoryCounters
}

// processMemoryCounters is PROCESS_MEMORY_COUNTERS (psapi.h).
type processMemoryCounters struct {
	size                       uint32
	pageFaults                 uint32
	peakWorkingSet, workingSet uintptr
	quotas                     [4]uintptr
	pagefile, peakPagefile     uintptr
}

func (m *memoryInfo) stats() []Stat { return []Stat{PageFaults, PeakRSS} }
func (m *memoryInfo) close()        {}

func (m *memoryInfo) read(s *Snapshot) {
	if err := m.of.Find(); err != nil {
		s.unknown(err.Error(), m.stats()...)
		return
	}
	m.counters.size = uint32(unsafe.Sizeof(m.counters))
	ok, _, err := m.of.Call(uintptr(windows.CurrentProcess()), uintptr(unsafe.Pointer(&m.counters)), uintptr(m.counters.size))
	if ok == 0 {
		s.unknown(err.Error(), m.stats()...)
		return
	}
	s.set(PageFaults, float64(m.counters.pageFaults))
	s.set(PeakRSS, float64(m.counters.peakWorkingSet))
}
