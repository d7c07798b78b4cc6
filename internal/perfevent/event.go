package perfevent

// Types of events, the type field of perf_event_attr (include/uapi/linux/perf_event.h in Linux). Types above
// these belong to PMUs, each with the number in its sysfs file type.
const (
	TypeHardware   = 0
	TypeSoftware   = 1
	TypeTracepoint = 2
	TypeCache      = 3
	TypeRaw        = 4
	TypeBreakpoint = 5
)

// An Event is what the kernel is asked to count, in the terms of perf_event_attr.
// The zero value counts CPU cycles.
type Event struct {
	// Name is the event as it was asked for, modifiers included: "cycles", "instructions:u".
	Name string

	Type                     uint32
	Config, Config1, Config2 uint64

	// What is left out: "cycles:u" excludes the kernel and the hypervisor, "cycles:k" the user's part and the
	// hypervisor. Without a modifier nothing is excluded.
	ExcludeUser, ExcludeKernel, ExcludeHV bool

	// Scale turns a count into Unit, as the files NAME.scale and NAME.unit of the PMU say. 0 stands for 1.
	Scale float64
	// Unit is that of the scaled count, such as "Joules" or "MiB". "" is a plain count.
	Unit string

	// PMU is the sysfs name of the PMU that counts, such as "cpu_core" or "msr". "" is one that the kernel chooses.
	PMU string
	// CPUs is the list of CPUs, such as "0,18", on which a PMU that belongs to no single thread counts for the
	// whole system: opened for each of them, with pid -1. "" is an event of threads.
	CPUs string
	// Also lists the same event of further PMUs: of the other types of cores on a hybrid CPU, where each counts only
	// while a thread is on its cores, or of the other units of a PMU that counts for the system. Counts are added up,
	// and Scale and Unit are those of the sum. Events in it have no name and no Also.
	Also []Event
}
