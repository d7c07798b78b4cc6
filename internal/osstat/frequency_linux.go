package osstat

import (
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// frequency reads that of the CPU which runs the thread, as the kernel has it last (scaling_cur_freq, kHz).
type frequency struct {
	root string
	cpus map[int]*textFile
}

func (f *frequency) stats() []Stat { return []Stat{Frequency} }

func (f *frequency) close() {
	for _, file := range f.cpus {
		file.close()
	}
}

func (f *frequency) read(s *Snapshot) {
	const khz = 1000
	cpu := currentCPU()
	file := f.cpus[cpu]
	if file == nil {
		file = fileAt(f.root + "/devices/system/cpu/cpu" + strconv.Itoa(cpu) + "/cpufreq/scaling_cur_freq")
		f.cpus[cpu] = file
	}
	n, err := file.field(0)
	if err != nil {
		s.unknown("the kernel does not tell it (no cpufreq, as in most virtual machines)", Frequency)
		return
	}
	s.set(Frequency, n*khz)
}

// currentCPU is the number of the CPU that runs the calling thread; 0 if the kernel does not say.
func currentCPU() int {
	var cpu uint32
	if _, _, errno := unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&cpu)), 0, 0); errno != 0 {
		return 0
	}
	return int(cpu)
}
