package ab

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// What came to harm on both sides is one thing, with what it said first; what hangs in the head alone is endless.
func TestHarms(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "base"), "panic: first\nexit status 2\n")
	write(t, filepath.Join(dir, "head"), "panic: second\nexit status 2\n")
	j := &Journal{Processes: []*Process{
		{Pair: 1, Pkg: "p", Side: Head, Outcome: Crashed, Stuck: "BenchmarkA", Log: "head"},
		{Pair: 1, Pkg: "p", Side: Base, Outcome: Crashed, Stuck: "BenchmarkA", Log: "base"},
		{Pair: 2, Pkg: "p", Side: Base, Outcome: Fine},
		{Pair: 2, Pkg: "p", Side: Head, Outcome: Hung, Stuck: "BenchmarkB", Seconds: 3.14159, Log: "gone"},
		{Pair: 3, Pkg: "p", Side: Base, Outcome: Failed, Failed: []string{"BenchmarkC-2"}, Log: "gone"},
		{Pair: 3, Pkg: "p", Side: Head, Outcome: Fine},
		{Pair: 4, Pkg: "p", Side: Head, Outcome: Crashed, Stuck: "BenchmarkD"}, // half of a pair does not count
	}}
	for limit, within := range map[time.Duration]string{3 * time.Second: "3s", 0: "3.14s"} {
		var texts []string
		got := j.Harms(dir, limit)
		for _, h := range got {
			texts = append(texts, fmt.Sprint(h.Name, " ", h.What, " ", h.On, " ", h.Said, " ", h.Endless))
		}
		want := []string{"BenchmarkA panicked [base head] [panic: second] false", "BenchmarkB did not end within " + within + " [head] [] true", "BenchmarkC failed [base] [] false"}
		if !slices.Equal(texts, want) {
			t.Errorf("%q, want %q", texts, want)
		}
		if got[0].Log != filepath.Join(dir, "head") || got[0].Pkg != "p" {
			t.Errorf("%+v", got[0])
		}
	}
	if got := new(Journal).Harms(dir, 0); got != nil {
		t.Errorf("%+v of nothing", got)
	}
}

// Trouble is told once of each benchmark, side and kind, and what decides nothing says so.
func TestTroubles(t *testing.T) {
	failed := func(pair int, side Side) *Process {
		return &Process{Pair: pair, Pkg: "p", Side: side, Outcome: Failed, Failed: []string{"BenchmarkC-2"}, Log: "log"}
	}
	j := &Journal{Processes: []*Process{
		{Pair: 1, Pkg: "p", Side: Base, Outcome: Fine}, {Pair: 1, Pkg: "p", Side: Head, Outcome: Hung, Stuck: "BenchmarkEndless", Log: "log"},
		{Pair: 2, Pkg: "p", Side: Base, Outcome: Hung, Stuck: "BenchmarkBase", Log: "log"}, {Pair: 2, Pkg: "p", Side: Head, Outcome: Fine},
		{Pair: 1, Pkg: "q", Side: Base, Outcome: Hung, Log: "log"}, {Pair: 1, Pkg: "q", Side: Head, Outcome: Hung, Log: "log"},
		{Pair: 1, Pkg: "r", Side: Base, Outcome: Crashed, Log: "log"}, {Pair: 1, Pkg: "r", Side: Head, Outcome: Crashed, Stuck: "BenchmarkD", Log: "log"},
		failed(3, Base), failed(3, Head), failed(4, Base), failed(4, Head),
	}}
	var got []string
	for _, x := range j.Troubles("/t", time.Second) {
		got = append(got, fmt.Sprint(x.Undecided, " ", x.Text))
	}
	killed := func(pair int) string { return fmt.Sprintf(" did not end within 1s in pair %d and was killed", pair) }
	nothing := func(pair int) string {
		return fmt.Sprintf(" in pair %d: what is left of it decides nothing; /t/log has what it said", pair)
	}
	want := []string{
		"false BenchmarkEndless of head" + killed(1) + ", that of base did end: infinitely slow",
		"true BenchmarkBase of base" + killed(2) + ", that of head did end: nothing can be said of it",
		"true q" + killed(1) + ", on both sides: nothing can be said of it",
		"false BenchmarkEndless of head hung: /t/log has where",
		"false BenchmarkBase of base hung: /t/log has where",
		"false the test binary of q of base hung: /t/log has where",
		"false the test binary of q of head hung: /t/log has where",
		"true the test binary of r of base took its process down" + nothing(1),
		"true BenchmarkD of head took its process down" + nothing(1),
		"true BenchmarkC-2 of base failed" + nothing(3),
		"true BenchmarkC-2 of head failed" + nothing(3),
	}
	for i := range want {
		want[i] = strings.ReplaceAll(want[i], "/t/log", filepath.Join("/t", "log"))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
