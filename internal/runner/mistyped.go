package runner

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Mistyped are remarks on flags that nobody here knows, and that differ by a letter or two from one of go test's, of plateau run's or of
// those named in also: go test leaves them to the test binary, which has to be built before it can refuse them.
func (c Command) Mistyped(also ...string) (notes []string) {
	known := slices.Concat(slices.Collect(maps.Keys(valueFlags)), slices.Collect(maps.Keys(boolFlags)), also)
	slices.Sort(known)
	for _, name := range c.unknown {
		if meant := nearest(name, known); meant != "" {
			notes = append(notes, fmt.Sprintf("-%s is no flag of plateau or go test and is left to the tests; -%s was meant?", name, meant))
		}
	}
	return notes
}

// nearest is the known name that one is most likely to have been, "" for none: one letter in four may be wrong.
func nearest(name string, known []string) (meant string) {
	best := len(name)/4 + 1
	if len(name) < 3 {
		return ""
	}
	for _, k := range known {
		if d := distance(strings.ToLower(name), k); d < best {
			meant, best = k, d
		}
	}
	return meant
}

// distance is the least number of letters to insert, leave out, replace, or swap with the next that makes a into b: the optimal string
// alignment distance.
func distance(a, b string) int {
	const none = 1 << 30
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		now := make([]int, len(b)+1)
		now[0] = i + 1
		for j := range len(b) {
			replaced, swapped := last[j], none
			if a[i] != b[j] {
				replaced++
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				swapped = before[j-1] + 1
			}
			now[j+1] = min(replaced, swapped, last[j+1]+1, now[j]+1)
		}
		before, last = last, now
	}
	return last[len(b)]
}
