package counter

import (
	"errors"
	"syscall"

	"github.com/plateau-bench/plateau/internal/perfevent"
)

const (
	typeHardware   = perfevent.TypeHardware
	typeSoftware   = perfevent.TypeSoftware
	typeTracepoint = perfevent.TypeTracepoint
	typeCache      = perfevent.TypeCache
	typeRaw        = perfevent.TypeRaw
)

// Software events, the config field of perf_event_attr (include/uapi/linux/perf_event.h).
const (
	softCPUClock       = 0
	softTaskClock      = 1
	softSwitches       = 3
	softMigrations     = 4
	softDummy          = 9
	softCgroupSwitches = 11
)

const (
	whyUserOnly = "counted in user mode only (:u), as kernel.perf_event_paranoid allows: 1 or CAP_PERFMON would add the kernel"
	whyKernels  = "it happens in the kernel, which is not counted here: the kernel's own figures (getrusage, /proc) have it; " +
		"counting it takes kernel.perf_event_paranoid=1 or CAP_PERFMON, and no :u"
	whyBothModes = "counted in user mode and in the kernel together: clocks take no notice of a modifier"
	whyNeverRan  = "the kernel never put it on a counter: another user has them, such as a profiler or the NMI watchdog"
)

// admit finds out how the calling thread may count an event: with the attribute a, possibly in user mode only,
// which note then says. The error says why not at all.
func admit(k kernel, a attr, t target) (admitted attr, note string, err error) {
	if a.excludeKernel && ofKernel(a) {
		return a, "", &refusal{why: whyKernels}
	}
	err = try(k, a, t)
	switch {
	case err == nil && isClock(a) && (a.excludeUser || a.excludeKernel):
		return a, whyBothModes, nil
	case err == nil:
		return a, "", nil
	}
	if !errors.Is(err, syscall.EACCES) || a.excludeKernel || a.excludeUser || t.tid < 0 {
		return a, "", refused(k, a, err)
	}
	user := a
	user.excludeKernel, user.excludeHV = true, true
	if err := try(k, user, t); err != nil {
		return a, "", refused(k, user, err)
	}
	switch {
	case ofKernel(a):
		return a, "", &refusal{why: whyKernels}
	case isClock(a):
		return user, "", nil // clocks take no notice of what is excluded
	}
	return user, whyUserOnly, nil
}

// try opens an event and closes it again.
func try(k kernel, a attr, t target) error {
	fd, err := k.open(a, t, -1)
	if err == nil {
		k.close(fd)
	}
	return err
}

// ofKernel reports whether an event takes place in the kernel alone: with the kernel excluded it reads 0. Of tracepoints
// those that are probes of user space do not, and are few.
func ofKernel(a attr) bool {
	return a.typ == typeTracepoint || a.typ == typeSoftware && (a.config == softSwitches || a.config == softMigrations || a.config == softCgroupSwitches)
}

func isClock(a attr) bool {
	return a.typ == typeSoftware && (a.config == softCPUClock || a.config == softTaskClock)
}

// canInheritThreads reports whether the kernel knows the attribute inherit_thread: Linux 5.13 and newer.
func canInheritThreads(k kernel) bool {
	dummy := attr{typ: typeSoftware, config: softDummy, excludeKernel: true, excludeHV: true, inherit: true, inheritThread: true}
	return !errors.Is(try(k, dummy, target{0, -1}), syscall.EINVAL)
}
