package ab

import "slices"

// Stuck are the top-level benchmarks of a package that hung or crashed, on any side: they are not
// run again, so that the others can be. whole is whether that could not be told of which, and the
// package has to be given up.
func (j *Journal) Stuck(pkg string) (names []string, whole bool) {
	for _, p := range j.Current() {
		switch {
		case p.Pkg != pkg || p.Outcome == Fine || p.Outcome == Failed:
		case p.Stuck == "":
			whole = true
		case !slices.Contains(names, p.Stuck):
			names = append(names, p.Stuck)
		}
	}
	return names, whole
}

// A Hang is a benchmark that did not end on some side.
type Hang struct {
	Pkg, Name string // Name is "" where it is not known which benchmark hung
	Sides     [2]bool
	Pair      int     // the first
	Seconds   float64 // after which it was killed
}

// Endless reports whether it hung on the side of the head alone: infinitely slow.
func (h Hang) Endless() bool { return h.Sides[Head] && !h.Sides[Base] }

// Hangs are the benchmarks that did not end, in the order in which they hung.
func (j *Journal) Hangs() (hangs []Hang) {
	for _, p := range j.Current() {
		if p.Outcome != Hung {
			continue
		}
		i := slices.IndexFunc(hangs, func(h Hang) bool { return h.Pkg == p.Pkg && h.Name == p.Stuck })
		if i < 0 {
			i = len(hangs)
			hangs = append(hangs, Hang{Pkg: p.Pkg, Name: p.Stuck, Pair: p.Pair, Seconds: p.Seconds})
		}
		hangs[i].Sides[p.Side] = true
	}
	return hangs
}
