package ab

import "time"

const (
	// firstLimit bounds a process while nothing is known of its package: ten minutes, as go test
	// bounds tests, or what so many times the benchtime of each benchmark is.
	firstLimit     = 10 * time.Minute
	firstBenchtime = 20
	// laterLimit is the least bound once a process of the package has ended well, and laterFactor that as a multiple of the longest one.
	laterLimit  = time.Minute
	laterFactor = 10
)

// limit is how long the next process of a package may take, were there no deadline.
func (t *Trial) limit(s *Subject) time.Duration {
	if t.Limit > 0 {
		return t.Limit
	}
	longest := 0.0
	for _, p := range t.Journal.Current() {
		if p.Pkg == s.Pkg && p.Outcome == Fine {
			longest = max(longest, p.Seconds)
		}
	}
	if longest > 0 {
		return max(laterLimit, time.Duration(laterFactor*longest*float64(time.Second)))
	}
	benchtime, err := time.ParseDuration(t.Command.Benchtime)
	if err != nil {
		benchtime = time.Second
	}
	n := max(len(s.Benchmarks[Base]), len(s.Benchmarks[Head]))
	return max(firstLimit, firstBenchtime*time.Duration(n*t.Command.CPUs)*benchtime)
}

// overtime is how long a process may go on after the deadline, so that what was begun in good faith can end.
const overtime = 10 * time.Second

// bounded is a limit that ends with the overtime, and whether that is what bounds it.
func (t *Trial) bounded(limit time.Duration) (time.Duration, bool) {
	if t.Deadline.IsZero() {
		return limit, false
	}
	if left := max(time.Until(t.Deadline)+overtime, 1); left < limit {
		return left, true
	}
	return limit, false
}

// A TimeUp is the error of what the deadline has ended or kept from beginning.
type TimeUp struct {
	During string // what it has ended; "" for what was not begun
}

func (e *TimeUp) Error() string {
	if e.During == "" {
		return "no time is left"
	}
	return "no time is left: " + e.During
}
