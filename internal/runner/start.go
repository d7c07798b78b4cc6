package runner

import (
	"strings"
	"time"
)

// startGrace is how long a package that prints nothing counts as one that
// may never have begun. go test announces packages that failed to build like
// others, and says at once that they failed.
const startGrace = 100 * time.Millisecond

// Starts tells the packages whose test binaries run from those that go test
// announces and that never began. Its zero value is ready to use.
type Starts struct {
	waiting []start
}

type start struct {
	pkg string
	at  time.Time
}

// Announced notes that go test says a package starts.
func (s *Starts) Announced(pkg string, now time.Time) {
	s.waiting = append(s.waiting, start{pkg, now})
}

// Output notes a piece of a package's output. It returns since when the
// package's test binary runs, and whether that is news.
func (s *Starts) Output(pkg, piece string) (since time.Time, began bool) {
	for i, w := range s.waiting {
		if w.pkg == pkg {
			s.waiting = append(s.waiting[:i], s.waiting[i+1:]...)
			return w.at, !isOutcome(piece)
		}
	}
	return time.Time{}, false
}

// Waited calls began for each package that has been silent for long enough to
// be at work: with b.Loop testing prints nothing until the first run is over.
func (s *Starts) Waited(now time.Time, began func(pkg string, since time.Time)) {
	kept := s.waiting[:0]
	for _, w := range s.waiting {
		if now.Sub(w.at) < startGrace {
			kept = append(kept, w)
		} else {
			began(w.pkg, w.at)
		}
	}
	s.waiting = kept
}

// isOutcome reports whether a package's output begins with the line that ends
// it: "FAIL	m/a [build failed]", "?   	m/a	[no test files]".
func isOutcome(piece string) bool {
	for _, word := range []string{"FAIL\t", "ok  \t", "?   \t"} {
		if strings.HasPrefix(piece, word) {
			return true
		}
	}
	return false
}
