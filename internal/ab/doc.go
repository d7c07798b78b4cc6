// Package ab measures two versions of a program in turns: their test binaries are built
// once, and each run is a fresh process beside one of the other version.
//
// A Repository finds the base version and checks it out into a Worktree. Build makes
// the Subjects, a test binary of a package on both sides. A Trial runs pairs of
// processes in random order, keeps a sample file of each process and writes a Journal, from
// which a trial that was interrupted goes on. Course decides what is measured next. What the
// runs show is judged elsewhere: this package knows neither percentiles nor limits.
package ab

// A Side is one of the two versions.
type Side int

const (
	Base Side = iota // the version to compare with
	Head             // the one that is in question
)

// String is the side's name, in messages, journals and directories. Both are equally long, so that
// their processes start with equally long arguments.
func (s Side) String() string { return [...]string{"base", "head"}[s] }

// Sides are both, base first.
func Sides() [2]Side { return [2]Side{Base, Head} }
