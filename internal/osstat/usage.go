package osstat

// figures are what getrusage and its like tell of a thread or a process. Times are in ns.
type figures struct {
	user, system, minor, major, voluntary, involuntary float64
}

// usageStats are the figures that they become.
type usageStats [6]Stat

var (
	threadUsage  = usageStats{ThreadUserTime, ThreadSystemTime, ThreadPageFaults, ThreadMajorFaults, ThreadVoluntary, ThreadInvoluntary}
	processUsage = usageStats{UserTime, SystemTime, PageFaults, MajorFaults, Voluntary, Involuntary}
)

func (u usageStats) set(s *Snapshot, f figures) {
	for i, value := range [...]float64{f.user, f.system, f.minor + f.major, f.major, f.voluntary, f.involuntary} {
		s.set(u[i], value)
	}
}
