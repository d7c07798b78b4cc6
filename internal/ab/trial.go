package ab

import (
	"os"
	"slices"
	"time"

	"github.com/plateau-bench/plateau/internal/runner"
)

// A Trial runs the pairs of processes.
type Trial struct {
	Dir     string // of what is kept, absolute
	Journal *Journal
	Command runner.Command
	Env     [2][]string
	Signals <-chan os.Signal
	// Limit is how long a process may take; 0 is a generous one, see limit.go.
	Limit time.Duration
	// Deadline is when all is to be over: a process that is not likely to be is not begun, and one that goes on for longer than
	// the overtime is killed. Zero for none.
	Deadline time.Time
	// Progress is told before each process. It may be nil.
	Progress func(Status)

	spent       time.Duration // by processes
	first, last time.Time     // when the first one began and the last one ended
}

// A Status is what is about to be measured.
type Status struct {
	Pkg   string
	Pair  int
	Block Block
	Left  time.Duration // to the end of the block, 0 when not known
}

// Measure runs the pairs of a block up to one of them, those that the journal has not yet. A pair of a package is kept
// when both sides are over, however they ended. Errors are an Interrupted, a TimeUp, or say what could not be done.
func (t *Trial) Measure(b Block, to int) error {
	for pair := b.From; pair <= to; pair++ {
		for i := range t.Journal.Config.Subjects {
			if err := t.pair(b, pair, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// pair runs both sides of a package.
func (t *Trial) pair(b Block, pair, number int) error {
	s := &t.Journal.Config.Subjects[number]
	names, selected := b.Only[s.Pkg]
	stuck, whole := t.Journal.Stuck(s.Pkg)
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(stuck, top(name)) })
	if t.Journal.Has(s.Pkg, pair) || b.Only != nil && (!selected || len(names) == 0) || whole || t.nothingLeft(s, stuck) {
		return nil
	}
	first := Order(t.Journal.Config.Seed, pair, number)
	var ended [2]*Process
	for i, side := range [2]Side{first, 1 - first} {
		if err := t.pause(t.Journal.typical(s.Pkg, names) * time.Duration(2-i) / 2); err != nil {
			return err
		}
		if t.Progress != nil {
			t.Progress(Status{Pkg: s.Pkg, Pair: pair, Block: b, Left: t.left(b, pair, number)})
		}
		limit, last := t.bounded(t.limit(s))
		p, err := t.run(job{
			subject: s, number: number, pair: pair, side: side,
			benchmark: Pattern(names), skip: Pattern(stuck), order: remaining(s.Benchmarks[side], names, stuck), limit: limit, last: last,
		})
		if err != nil {
			return err
		}
		ended[side] = p
	}
	if ended[Base].refused != "" && ended[Head].refused != "" {
		return &RefusedError{ended[Head].refused}
	}
	return t.Journal.AddPair(ended[Base], ended[Head])
}

// remaining are the top-level benchmarks that a process runs, in their order: of names, nil for all, without those that
// got stuck.
func remaining(all, names, stuck []string) (list []string) {
	for _, name := range all {
		named := len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return top(n) == name })
		if named && !slices.Contains(stuck, name) {
			list = append(list, name)
		}
	}
	return list
}

// nothingLeft reports whether every benchmark that both sides have got stuck.
func (t *Trial) nothingLeft(s *Subject, stuck []string) bool {
	for _, name := range s.Benchmarks[Head] {
		if slices.Contains(s.Benchmarks[Base], name) && !slices.Contains(stuck, name) {
			return false
		}
	}
	return len(stuck) > 0
}

// pause says why the next process is not to be begun, which is likely to take so long, with what has to follow it.
func (t *Trial) pause(need time.Duration) error {
	select {
	case sig := <-t.Signals:
		return &Interrupted{sig}
	default:
	}
	if !t.Deadline.IsZero() && !time.Now().Add(need).Before(t.Deadline) {
		return new(TimeUp)
	}
	return nil
}

// spend notes the time of a process.
func (t *Trial) spend(began time.Time, took time.Duration) {
	t.spent += took
	if t.first.IsZero() {
		t.first = began
	}
	t.last = began.Add(took)
}

// Cost is the time that processes took, and that from the beginning of the first one to the end of the last.
func (t *Trial) Cost() (processes, all time.Duration) { return t.spent, t.last.Sub(t.first) }
