package osstat

const (
	procRoot   = "/proc"
	sysRoot    = "/sys"
	cgroupRoot = "/sys/fs/cgroup"
)

func machineSources() []source {
	return []source{
		&steal{stat: fileAt(procRoot + "/stat")},
		&load{average: fileAt(procRoot + "/loadavg")},
		newThermal(sysRoot),
		newQuota(procRoot+"/self/cgroup", cgroupRoot),
		&frequency{root: sysRoot, cpus: map[int]*textFile{}},
	}
}

// steal reads the eighth number of the line "cpu" of /proc/stat (man 5 proc), which counts 1/100 s.
type steal struct{ stat *textFile }

func (st *steal) stats() []Stat { return []Stat{StealTime} }
func (st *steal) close()        { st.stat.close() }

func (st *steal) read(s *Snapshot) {
	const nth, unit = 8, 1e9 / 100
	n, err := st.stat.field(nth) // the word "cpu" is 0
	if err != nil {
		s.unknown(err.Error(), StealTime)
		return
	}
	s.setCoarse(StealTime, n*unit, unit)
}

// load reads the first number of /proc/loadavg.
type load struct{ average *textFile }

func (l *load) stats() []Stat { return []Stat{Load} }
func (l *load) close()        { l.average.close() }

func (l *load) read(s *Snapshot) {
	n, err := l.average.field(0)
	if err != nil {
		s.unknown(err.Error(), Load)
		return
	}
	s.setCoarse(Load, n, 0.005)
}
