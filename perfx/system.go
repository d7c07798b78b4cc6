package perfx

import (
	"strings"

	"github.com/plateau-bench/plateau/internal/osstat"
	"github.com/plateau-bench/plateau/internal/tally"
)

// system is what the operating system and the Go runtime count anyway. Reading all of it takes some 50 us, so it is read twice,
// around all iterations: unlike events it includes the warm-up.
type system struct {
	sampler    *osstat.Sampler
	begin, end *osstat.Snapshot
}

func newSystem() *system {
	s := &system{sampler: osstat.New()}
	s.begin, s.end = s.sampler.NewSnapshot(), s.sampler.NewSnapshot()
	return s
}

func (s *system) started() { s.sampler.Begin(s.begin) }
func (s *system) stopped() { s.sampler.End(s.end) }

// counts are the figures over iters operations, those that are known.
func (s *system) counts(iters int64) (counts []tally.Count) {
	for stat, r := range osstat.Between(s.begin, s.end) {
		if !r.Known {
			continue
		}
		info := osstat.Stat(stat).Info()
		c := tally.Count{Name: info.Name, Scope: info.Owner.String(), Total: &r.Value, Iters: iters}
		if info.Kind == osstat.Count {
			c.Unit = unitOf(info.Name)
		}
		counts = append(counts, c)
	}
	return counts
}

// unitOf is the unit of a figure for each operation. The name ends in its own unit, if it has one.
func unitOf(name string) string { return strings.TrimSuffix(name, "/op") + "/op" }

// isSystem reports whether the system counts something of the name, and the kernel's events do not.
func isSystem(name string) bool {
	for stat := range osstat.NumStats {
		if info := stat.Info(); info.Name == name && (info.Owner == osstat.Runtime || info.Owner == osstat.System) {
			return true
		}
	}
	return false
}
