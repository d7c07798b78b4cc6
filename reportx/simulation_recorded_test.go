package reportx

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/plateau-bench/plateau/internal/recorded"
	"github.com/plateau-bench/plateau/internal/verdict"
)

// recordedDir has the samples of four programs run again and again on a noisy machine, each run a
// process of its own: text with one number a line, in ns, runs separated by blank lines.
const recordedDir = "../../shared/data/aa"

var recordedNames = []string{"http", "json", "map", "gc"}

// A recording is the runs of one program in their order, and the same with a slower tail.
type recording struct{ runs, slower []inMemory }

func readRecording(t *testing.T, name string) (r recording) {
	t.Helper()
	runs, err := recorded.ReadFile(filepath.Join(recordedDir, name+".txt.gz"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("needs recorded runs of one program: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range runs {
		r.runs, r.slower = append(r.runs, run), append(r.slower, recorded.DoubledTail(run))
	}
	return r
}

// A stretch is neighbouring runs as pairs of which a coin says which is which side's: of the program with
// itself, and with a slower tail on the new side.
type stretch struct{ same, slower pairsOf }

// stretches draws n of them with so many pairs, from all over the recording.
func (r recording) stretches(seed uint64, n, pairs int) (list []stretch) {
	random := rand.New(rand.NewPCG(seed, 2))
	starts := len(r.runs) - 2*pairs + 1
	for i := range n {
		list = append(list, r.stretch(i*starts/n, pairs, func(int) bool { return random.IntN(2) == 0 }))
	}
	return list
}

func (r recording) stretch(start, pairs int, oldFirst func(pair int) bool) (s stretch) {
	for i := range pairs {
		a, b := start+2*i, start+2*i+1
		first := oldFirst(i)
		if !first {
			a, b = b, a
		}
		s.same.old, s.same.new = append(s.same.old, r.runs[a]), append(s.same.new, r.runs[b])
		s.slower.new = append(s.slower.new, r.slower[b])
		s.same.oldFirst = append(s.same.oldFirst, first)
	}
	s.slower.old, s.slower.oldFirst = s.same.old, s.same.oldFirst
	return s
}

// apart is how many of n stretches share no run at most, of which neighbours overlap. What they show is worth no more than
// that many that are independent.
func (r recording) apart(n, pairs int) int { return min(n, len(r.runs)/(2*pairs)) }

// split is the first h pairs and those that follow.
func (p pairsOf) split(h int) (first, fresh pairsOf) {
	return pairsOf{p.old[:h], p.new[:h], p.oldFirst[:h]}, pairsOf{p.old[h:], p.new[h:], p.oldFirst[h:]}
}

// Recorded noise of four programs, p99 at the default limit: ten pairs, and ten pairs that fresh ones confirm.
func TestSimulationRecorded(t *testing.T) {
	const pairs = 10
	n := simulate(t, 400, 8)
	t.Logf("p99 at a limit of 10%%, %d comparisons each: the program with itself (false: worse, of both directions), and with its slowest 2%% doubled (found)", n)
	fresh := verdict.FreshPairs(1, pairs)
	t.Logf("%-9s 10 pairs: false, unsure; found, unsure | then %d fresh: false, flagged; found, flagged", "", fresh)
	apart, apartC := 0, 0
	var falsely, found, falselyC, foundC float64
	for i, name := range recordedNames {
		r := readRecording(t, name)
		var same, slow, sameC, slowC answers
		for _, s := range r.stretches(uint64(i), n, pairs) {
			same.add(s.same.gated(t, GateOptions{}))
			slow.add(s.slower.gated(t, GateOptions{}))
		}
		apart, apartC = apart+r.apart(n, pairs), apartC+r.apart(n, pairs+fresh)
		for _, s := range r.stretches(uint64(i)+100, n, pairs+fresh) {
			first, fresh := s.same.split(pairs)
			sameC.add(first.confirmed(t, fresh, GateOptions{}))
			first, fresh = s.slower.split(pairs)
			slowC.add(first.confirmed(t, fresh, GateOptions{}))
		}
		t.Logf("%-9s %5.2f %5.1f; %5.1f %5.1f | %5.2f %4.1f; %5.1f %5.1f", name, same.false(), percent(same.unsure, n), percent(slow.worse, n), percent(slow.unsure, n),
			sameC.false(), percent(sameC.flagged, n), percent(slowC.worse, n), percent(slowC.flagged, n))
		falsely, found = falsely+same.false()/4, found+percent(slow.worse, n)/4
		falselyC, foundC = falselyC+sameC.false()/4, foundC+percent(slowC.worse, n)/4
		atMost(t, name+", false", same.false(), 2.5, r.apart(n, pairs))
		atMost(t, name+", false with confirmation", sameC.false(), 0.5, r.apart(n, pairs+fresh))
	}
	t.Logf("%-9s %5.2f        %5.1f       | %5.2f       %5.1f", "on average", falsely, found, falselyC, foundC)
	t.Logf("of the comparisons of the four programs together %d and %d share no run", apart, apartC)
	atMost(t, "false on average", falsely, 2.5, apart)
	atMost(t, "false on average with confirmation", falselyC, 0.5, apartC)
	atLeast(t, "found on average", found, 65, apart)
	atLeast(t, "found on average with confirmation", foundC, 65, apartC)
}
