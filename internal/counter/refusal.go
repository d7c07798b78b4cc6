package counter

import (
	"errors"
	"fmt"
	"syscall"
)

// A refusal is the kernel's answer that an event cannot be counted, in words that say what would help.
type refusal struct {
	why string
	err error
}

func (r *refusal) Error() string { return r.why }
func (r *refusal) Unwrap() error { return r.err }

// refused explains err, with which k refused to open an event with attribute a.
func refused(k kernel, a attr, err error) error {
	return &refusal{why: explain(k, a, err), err: err}
}

func explain(k kernel, a attr, err error) string {
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		return err.Error()
	}
	switch errno {
	case syscall.EACCES:
		return explainRights(k, a)
	case syscall.EPERM:
		return "perf_event_open is not permitted here, as in a container whose seccomp profile blocks it (EPERM): " +
			"run the container with --cap-add PERFMON, or with a profile that allows perf_event_open"
	case syscall.ENOSYS:
		return "there is no perf_event_open here (ENOSYS): the kernel was built without CONFIG_PERF_EVENTS, " +
			"or a sandbox such as gVisor stands in for it; run outside it"
	case syscall.ENOENT:
		return explainMissing(k, a)
	case syscall.EMFILE:
		return "too few file descriptors are left for it, and every event takes one for each thread (EMFILE): " +
			"raise the limit with ulimit -n, or count fewer events"
	case syscall.ENFILE:
		return "the system has no file left for it (ENFILE): raise fs.file-max, or count fewer events"
	case syscall.EINVAL:
		return "the kernel does not accept this encoding or its modifiers (EINVAL)"
	case syscall.ENOSPC:
		return "the hardware has no counter for it (ENOSPC)"
	case syscall.EBUSY:
		return "its counter is taken by another user, such as a profiler or the NMI watchdog (EBUSY): " +
			"end it, or set kernel.nmi_watchdog=0"
	case syscall.EOPNOTSUPP:
		return "the hardware cannot count it this way (EOPNOTSUPP)"
	case syscall.ENODEV:
		return "its device is not there (ENODEV)"
	case syscall.ESRCH:
		return "the thread has ended (ESRCH)"
	}
	return fmt.Sprintf("perf_event_open: %v", err)
}

// explainRights says what stands behind EACCES. The levels are those of Documentation/admin-guide/sysctl/kernel.rst;
// 3 and above are a patch of Debian and Ubuntu.
func explainRights(k kernel, a attr) string {
	const capability = "give the program CAP_PERFMON (setcap cap_perfmon=ep)"
	level, known := k.paranoid()
	switch {
	case !known:
		return "counting is not allowed (EACCES): lower kernel.perf_event_paranoid, or " + capability
	case level > 2:
		return fmt.Sprintf("kernel.perf_event_paranoid is %d, which forbids all counting: "+
			"sysctl kernel.perf_event_paranoid=2 as root, or %s", level, capability)
	case a.typ == typeTracepoint:
		return fmt.Sprintf("tracepoints are not open to this user (kernel.perf_event_paranoid is %d): run as root, or %s",
			level, capability)
	case level > 1 && !a.excludeKernel:
		return fmt.Sprintf("kernel.perf_event_paranoid is %d, which forbids counting in the kernel: "+
			"count user mode alone (:u), sysctl kernel.perf_event_paranoid=1 as root, or %s", level, capability)
	case level > 0:
		return fmt.Sprintf("kernel.perf_event_paranoid is %d, which forbids counting for the whole system: "+
			"sysctl kernel.perf_event_paranoid=0 as root, or %s", level, capability)
	}
	return "a security module does not allow it (EACCES)"
}

// explainMissing tells a machine without counters from one that lacks the event.
func explainMissing(k kernel, a attr) string {
	if a.typ != typeHardware && a.typ != typeCache && a.typ != typeRaw {
		return "the kernel does not know this event (ENOENT)"
	}
	cycles := attr{typ: typeHardware, excludeKernel: true, excludeHV: true}
	fd, err := k.open(cycles, target{0, -1}, -1)
	switch {
	case err == nil:
		k.close(fd)
		return "this CPU has no such event (ENOENT)"
	case errors.Is(err, syscall.ENOENT):
		return "this machine shows no hardware counters, as most virtual machines (ENOENT): " +
			"run on the host, or have the hypervisor pass its PMU on (-cpu host,pmu=on in QEMU)"
	}
	return "the kernel does not know this event (ENOENT)"
}
