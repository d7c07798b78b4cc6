package benchx

import (
	"strings"
	"unicode"
)

// A stage is a named moment within the iterations.
type stage struct {
	name    string
	marks   track // pairs: the iteration's number in the track it belongs to, and the duration up to the mark
	lost    int64
	first   int64 // ns, of the iteration that the first lap ends; -1 without
	ignored bool
}

// maxStageName is the length of a stage's name in bytes: it stands in every unit of a result line, and a line of 64 KiB loses the
// whole file to benchstat.
const maxStageName = 64

// maxStages is how many stages a benchmark may name. A line of results has to be read by people.
const maxStages = 8

// Mark records how long the iteration has been going on, as a sample of the stage of that name: time to first token is
// s.Mark("ttft") when it arrives, reported as ttft-p99-ns/op. An iteration begins at the lap before it, or at Begin in the
// same iteration. A name is used as the beginning of a unit; characters that cannot be in one become '_', and
// what is longer than 64 bytes is cut. At most 8 names
// count, and operations that are measured in batches have no stages.
func (r *recorder) Mark(name string) {
	t := r.now()
	for _, st := range r.stages {
		if st != nil && st.name == name { // nil only where goroutines share a recorder, which they must not
			r.mark(st, t)
			return
		}
	}
	r.newStage(name, t)
}

func (r *recorder) mark(st *stage, t int64) {
	if st.ignored || r.phase == phaseIdle {
		return
	}
	d, ok := r.sinceIteration(t)
	if !ok {
		if st.first < 0 && r.owner != nil {
			st.first = r.owner.sinceBegin(momentOf(r.owner.b))
		}
		return
	}
	number := r.count()
	if r.began != 0 {
		number = r.parts.count()
	}
	if !st.marks.put(number) || !st.marks.put(d) {
		st.lost++
	}
}

// sinceIteration is the time since the current iteration began; false before the first lap.
func (r *recorder) sinceIteration(t int64) (int64, bool) {
	switch {
	case r.began != 0:
		return t - r.began, true
	case r.phase == phaseFirst:
		return 0, false
	case r.chain:
		return t - r.mem[(r.pos-1)&(chunkLen-1)], true
	default:
		return t - r.begin, true
	}
}

func (r *recorder) newStage(name string, t int64) {
	n := len(r.stages)
	if n >= len(r.space) {
		return
	}
	st := &stage{name: name, first: -1, ignored: r.batch > 1 || n >= maxStages}
	st.marks.keep = 2 * r.keep
	r.space[n] = st
	r.stages = r.space[:n+1]
	r.mark(st, t)
}

// stageRoom is for how many iterations with a mark each there is memory, which is obtained here, between two iterations, rather
// than inside one.
func (r *recorder) stageRoom() int64 {
	least := int64(chunkLen)
	for _, st := range r.stages {
		if st.ignored {
			continue
		}
		marks := &st.marks
		if marks.limit-marks.pos < 2*probeLaps {
			marks.close()
			if !marks.reserve() {
				continue
			}
		}
		least = min(least, int64(marks.limit-marks.pos)/2)
	}
	return least
}

func (r *recorder) restartStages() {
	for _, st := range r.stages {
		st.marks.restart()
		st.first = -1
	}
}

// unitName makes name fit to stand at the beginning of a unit: no space, and none of the separators - * / of the benchmark
// format.
func unitName(name string) string {
	if len(name) > maxStageName {
		name = strings.ToValidUTF8(name[:maxStageName], "")
	}
	unit := strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '.':
			return c
		case c > 0x7f && c != 0xfffd && unicode.IsLetter(c):
			return c
		}
		return '_'
	}, name)
	if unit == "" {
		return "_"
	}
	return unit
}
