package osstat

// A Stat names a figure that can be read.
type Stat uint8

const (
	// Of the calling thread; its goroutine is to be locked to it.

	ThreadUserTime    Stat = iota // processor time in user mode, ns
	ThreadSystemTime              // processor time in the kernel, ns
	ThreadPageFaults              // minor and major ones
	ThreadMajorFaults             // page faults that needed input or output
	ThreadVoluntary               // switches away from the thread because it waited for something
	ThreadInvoluntary             // switches away from it because another was to run
	ThreadMigrations              // moves to another CPU
	ThreadQueueTime               // time for which it could have run and had no CPU, ns

	// Of the process.

	UserTime    // processor time in user mode, ns
	SystemTime  // processor time in the kernel, ns
	PageFaults  // minor and major ones
	MajorFaults // page faults that needed input or output
	Voluntary   // voluntary switches of its threads
	Involuntary // involuntary switches of its threads
	PeakRSS     // the largest resident memory since the process began, bytes

	// Of the Go runtime.

	GCCycles     // garbage collections that ended
	GCPauseTime  // time for which they stopped the world, ns
	GCPauseMax   // the longest of those stops, ns
	GCAssistTime // processor time for which allocating goroutines had to help, ns; known when a collection ended
	GCTime       // processor time of collecting altogether, ns; an estimate of the runtime, known as above
	AllocBytes   // allocated on the heap, bytes
	Allocs       // objects allocated on the heap
	MutexTime    // time for which goroutines waited for mutexes, ns
	SchedP50     // the median time for which goroutines could have run and did not, ns; of every eighth wait
	SchedP99     // its 99th percentile, ns
	SchedMax     // the longest, ns
	Goroutines   // at the second reading
	HeapObjects  // memory of live objects and of dead ones not yet swept, at the second reading, bytes

	// Of the machine.

	StealTime         // time for which the hypervisor ran something else, of all CPUs together, ns; 0 also where it does not say
	Load              // the load average of the last minute, at the second reading
	ThermalThrottles  // events of throttling for heat, of all cores
	QuotaThrottles    // periods in which the CPU quota of a control group stopped the process
	QuotaThrottleTime // time for which it did, of all CPUs together, ns
	Frequency         // that of the CPU that runs the thread, at the second reading, Hz

	NumStats // the number of figures
)

// A Kind says what a figure is between two readings.
type Kind uint8

const (
	Count Kind = iota // what happened in between; meaningful per operation
	Level             // a state, at the second reading
	Peak              // the largest of the events in between, or of the whole life of the process (PeakRSS)
)

// An Owner says whose figure it is.
type Owner uint8

const (
	Thread Owner = iota
	Process
	Runtime
	System
)

// String returns "thread", "process", "runtime" or "system".
func (o Owner) String() string {
	switch o {
	case Thread:
		return "thread"
	case Process:
		return "process"
	case Runtime:
		return "runtime"
	}
	return "system"
}

// Info describes a figure.
type Info struct {
	// Name has the unit at its end where that is none of its own: "user-time-ns", "page-faults". It is unique among
	// the figures of an owner.
	Name  string
	Owner Owner
	Kind  Kind
}

// Info describes s, which is less than NumStats.
func (s Stat) Info() Info { return infos[s] }

var infos = [NumStats]Info{
	ThreadUserTime:    {"user-time-ns", Thread, Count},
	ThreadSystemTime:  {"system-time-ns", Thread, Count},
	ThreadPageFaults:  {"page-faults", Thread, Count},
	ThreadMajorFaults: {"major-faults", Thread, Count},
	ThreadVoluntary:   {"voluntary-switches", Thread, Count},
	ThreadInvoluntary: {"involuntary-switches", Thread, Count},
	ThreadMigrations:  {"cpu-migrations", Thread, Count},
	ThreadQueueTime:   {"queue-time-ns", Thread, Count},

	UserTime:    {"user-time-ns", Process, Count},
	SystemTime:  {"system-time-ns", Process, Count},
	PageFaults:  {"page-faults", Process, Count},
	MajorFaults: {"major-faults", Process, Count},
	Voluntary:   {"voluntary-switches", Process, Count},
	Involuntary: {"involuntary-switches", Process, Count},
	PeakRSS:     {"peak-rss-bytes", Process, Peak},

	GCCycles:     {"gc-cycles", Runtime, Count},
	GCPauseTime:  {"gc-pause-ns", Runtime, Count},
	GCPauseMax:   {"gc-pause-max-ns", Runtime, Peak},
	GCAssistTime: {"gc-assist-ns", Runtime, Count},
	GCTime:       {"gc-cpu-ns", Runtime, Count},
	AllocBytes:   {"alloc-bytes", Runtime, Count},
	Allocs:       {"allocs", Runtime, Count},
	MutexTime:    {"mutex-wait-ns", Runtime, Count},
	SchedP50:     {"sched-latency-p50-ns", Runtime, Level},
	SchedP99:     {"sched-latency-p99-ns", Runtime, Level},
	SchedMax:     {"sched-latency-max-ns", Runtime, Peak},
	Goroutines:   {"goroutines", Runtime, Level},
	HeapObjects:  {"heap-objects-bytes", Runtime, Level},

	StealTime:         {"steal-time-ns", System, Count},
	Load:              {"load-1min", System, Level},
	ThermalThrottles:  {"thermal-throttles", System, Count},
	QuotaThrottles:    {"quota-throttles", System, Count},
	QuotaThrottleTime: {"quota-throttle-ns", System, Count},
	Frequency:         {"frequency-hz", System, Level},
}
