//go:build !linux

package osstat

// absent is a source of figures that this system does not give.
type absent struct {
	why string
	of  []Stat
}

func (a absent) stats() []Stat    { return a.of }
func (a absent) read(s *Snapshot) { s.unknown(a.why, a.of...) }
func (a absent) close()           {}
