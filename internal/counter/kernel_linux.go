package counter

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// bitInheritThread is the flag inherit_thread of perf_event_attr (Linux 5.13).
const bitInheritThread = unix.CBitFieldMaskBit35

// linux is the kernel that runs this program.
type linux struct{}

func system() kernel { return linux{} }

func (linux) open(a attr, t target, group int) (int, error) {
	u := unix.PerfEventAttr{
		Type: a.typ, Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Config: a.config, Ext1: a.config1, Ext2: a.config2,
		Read_format: unix.PERF_FORMAT_GROUP | unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
	}
	// The leader alone is disabled: its state is that of the group.
	for _, flag := range []struct {
		set bool
		bit uint64
	}{
		{group < 0, unix.PerfBitDisabled},
		{a.excludeUser, unix.PerfBitExcludeUser},
		{a.excludeKernel, unix.PerfBitExcludeKernel},
		{a.excludeHV, unix.PerfBitExcludeHv},
		{a.inherit, unix.PerfBitInherit},
		{a.inheritThread, bitInheritThread},
	} {
		if flag.set {
			u.Bits |= flag.bit
		}
	}
	return unix.PerfEventOpen(&u, t.tid, t.cpu, group, unix.PERF_FLAG_FD_CLOEXEC)
}

// read, enable and disable are raw: they take about a microsecond, and the scheduler is to take no notice of them.

func (linux) read(fd int, words []uint64) (int, error) {
	n, _, errno := unix.RawSyscall(unix.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(words))), uintptr(len(words)*8))
	if errno != 0 {
		return 0, errno
	}
	return int(n) / 8, nil
}

func (linux) enable(fd int) error  { return ioctl(fd, unix.PERF_EVENT_IOC_ENABLE) }
func (linux) disable(fd int) error { return ioctl(fd, unix.PERF_EVENT_IOC_DISABLE) }

func ioctl(fd int, request uintptr) error {
	if _, _, errno := unix.RawSyscall(unix.SYS_IOCTL, uintptr(fd), request, 0); errno != 0 {
		return errno
	}
	return nil
}

func (linux) close(fd int) { _ = unix.Close(fd) }

func (linux) tid() int { return unix.Gettid() }

// threads lists /proc/self/task until two listings are the same. The kernel ends a listing early, or leaves one out, when
// the thread that it has just listed ends (next_tid and first_tid in fs/proc/base.c). That thread is in no later
// listing, and so one that is repeated is whole.
func (linux) threads() ([]int, error) {
	const listings = 200
	last, err := listThreads()
	for range listings {
		if err != nil {
			return nil, err
		}
		var again []int
		if again, err = listThreads(); slices.Equal(last, again) {
			return last, err
		}
		last = again
	}
	return nil, errRestless
}

func listThreads() (tids []int, err error) {
	fd, err := unix.Open("/proc/self/task", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("open /proc/self/task: %w", err)
	}
	defer unix.Close(fd)
	var buf [8 << 10]byte
	for {
		n, err := unix.ReadDirent(fd, buf[:])
		if err != nil {
			return nil, fmt.Errorf("list /proc/self/task: %w", err)
		}
		if n == 0 {
			return tids, nil
		}
		_, _, names := unix.ParseDirent(buf[:n], -1, nil)
		for _, name := range names {
			if tid, err := strconv.Atoi(name); err == nil {
				tids = append(tids, tid)
			}
		}
	}
}

func (linux) cpuTime() int64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return t.Nano()
}

func (linux) paranoid() (int, bool) {
	text, err := os.ReadFile("/proc/sys/kernel/perf_event_paranoid")
	if err != nil {
		return 0, false
	}
	level, err := strconv.Atoi(strings.TrimSpace(string(text)))
	return level, err == nil
}

// room leaves a quarter of the file descriptors to the benchmark. They are given out from the lowest number.
func (linux) room(fd int) bool {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return true
	}
	return uint64(fd) < limit.Cur-limit.Cur/4
}

// wait is raw, so that the scheduler does not start a thread in the meantime.
func (linux) wait(d time.Duration) {
	t := unix.NsecToTimespec(d.Nanoseconds())
	_, _, _ = unix.RawSyscall(unix.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&t)), 0, 0)
}
