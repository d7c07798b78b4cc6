package reportx

import (
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
)

// neighbours are the runs of both sides in time, and the places at which two of different sides follow each other that may be a
// pair.
type neighbours struct {
	runs    []timedRun
	most    []int // the first runs of as many pairs as there can be, those that come first preferred
	certain []int // of the pairs that are in every choice of as many
}

// matching pairs neighbours. In n runs the most pairs are found from the left; with fewest[i] the least number of runs
// before i that stay alone, and likewise behind, a pair is certain when its first run can in no best choice stay
// alone, nor go with the run before it.
func matching(runs []timedRun) neighbours {
	m := neighbours{runs: runs}
	n := len(runs)
	differ := func(i int) bool { return i >= 0 && i+1 < n && runs[i].side != runs[i+1].side }
	before, behind := make([]int, n+1), make([]int, n+2)
	for i := 1; i <= n; i++ {
		before[i] = before[i-1] + 1
		if differ(i - 2) {
			before[i] = min(before[i], before[i-2])
		}
	}
	for i := n - 1; i >= 0; i-- {
		behind[i] = behind[i+1] + 1
		if differ(i) {
			behind[i] = min(behind[i], behind[i+2])
		}
	}
	least := behind[0]
	best := func(i int) bool { return differ(i) && before[i]+behind[i+2] == least }
	for i := range n {
		if best(i) && before[i]+1+behind[i+1] > least && !best(i-1) {
			m.certain = append(m.certain, i)
		}
	}
	for i := 0; i+1 < n; i++ {
		if differ(i) {
			m.most = append(m.most, i)
			i++
		}
	}
	return m
}

// pairs are indices of old and new for the pairs that begin at these places, and whether the same side was first in all of them.
func (m neighbours) pairs(at []int) (fixed bool, pairs [][2]int) {
	var first [2]int
	for _, i := range at {
		a, b := m.runs[i], m.runs[i+1]
		first[a.side]++
		if a.side == 1 {
			a, b = b, a
		}
		pairs = append(pairs, [2]int{a.index, b.index})
	}
	return first[0] == 0 || first[1] == 0, pairs
}

// trialFile is the name of a file of plateau ab, which begins with the number of the pair.
var trialFile = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{4,})-\d{2,}-.*\.bench$`) })

// named are the pairs by the names of the files, if these tell: all of them have a number, each once on a side, and
// runs of the same number follow each other.
func (m neighbours) named() (at []int, ok bool) {
	place := make(map[int]int) // in m.runs, by number
	for i, r := range m.runs {
		match := trialFile().FindStringSubmatch(filepath.Base(r.File))
		if match == nil {
			return nil, false
		}
		number, err := strconv.Atoi(match[1])
		if err != nil {
			return nil, false
		}
		first, seen := place[number]
		switch {
		case !seen:
			place[number] = i
		case first != i-1 || m.runs[first].side == r.side:
			return nil, false
		default:
			at = append(at, first)
		}
	}
	return at, true
}
