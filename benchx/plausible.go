package benchx

import "fmt"

// implausible says why samples are none: those of one goroutine cannot take longer together than its run did, wall ns. Where
// several goroutines share a recorder they do, and nothing can be made of them.
func (s *S) implausible(c capture, tick float64, wall int64) string {
	if len(s.lanes.all) > 0 {
		return ""
	}
	total := 0.0
	for _, block := range c.all.blocks {
		for _, d := range block {
			total += float64(d)
		}
	}
	const doubt = 1e6 // ns
	if total*tick <= float64(wall)*1.01+doubt {
		return ""
	}
	return "no sample: several goroutines used one recorder; each needs its own Lane"
}

// miscounted says that laps are not iterations, where far more or far fewer went by than the benchmark has iterations.
func (s *S) miscounted(c capture) []string {
	if s.managed.state != loopNew || c.parts || s.b.N < edgeLaps {
		return nil
	}
	laps := (c.all.n+c.all.backward+c.lost)*c.batch + s.skipped
	n := int64(s.b.N)
	doubt := n/20 + 4*c.batch*int64(1+len(s.lanes.all))
	if laps >= n-doubt && laps <= n+doubt {
		return nil
	}
	return []string{fmt.Sprintf("about %d laps in %d iterations: percentiles are of what lies between laps, not of iterations", laps, n)}
}
