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

// limit is how long the next process of a package may take.
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

// left is about how long the rest of a block takes, from the pair of a package on: 0 when nothing is known.
func (t *Trial) left(b Block, pair, number int) time.Duration {
	total := time.Duration(0)
	for i, s := range t.Journal.Config.Subjects {
		if _, selected := b.Only[s.Pkg]; b.Only != nil && !selected {
			continue
		}
		pairs := b.To - pair
		if i >= number {
			pairs++
		}
		each := t.Journal.typical(s.Pkg, b.From)
		if each == 0 && pairs > 0 {
			return 0
		}
		total += time.Duration(pairs) * each
	}
	return total
}

// typical is the mean time of a pair of a package from a pair on, or of all if there is none; 0 when nothing is known.
func (j *Journal) typical(pkg string, from int) time.Duration {
	sum, n := 0.0, 0
	for _, p := range j.Current() {
		if p.Pkg == pkg && p.Pair >= from {
			sum, n = sum+p.Seconds, n+1
		}
	}
	if n == 0 && from > 1 {
		return j.typical(pkg, 1)
	}
	if n == 0 {
		return 0
	}
	return time.Duration(2 * sum / float64(n) * float64(time.Second))
}
