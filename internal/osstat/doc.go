// Package osstat reads what the operating system and the Go runtime know about a program and the machine under it:
// processor time, page faults, switches of threads, peak memory, garbage collection, scheduling, stolen time,
// throttling, frequency.
//
// It is a complement to hardware counters, and works where there are none: everything that Linux, macOS, the BSDs and
// Windows tell an ordinary user. What a system does not tell is a [Reading] that says so, never 0.
//
//	s := osstat.New()
//	defer s.Close()
//	from, to := s.NewSnapshot(), s.NewSnapshot()
//	s.Begin(from)
//	work()
//	s.End(to)
//	faults := osstat.Between(from, to)[osstat.PageFaults]
package osstat
