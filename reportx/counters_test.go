package reportx

import (
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/tally"
)

// counted is a count of a thread, for each operation.
func counted(name string, total float64) tally.Count {
	return tally.Count{Name: name, Scope: tally.Thread, Total: &total, Unit: name + "/op"}
}

// anyway is a count that the system takes of all operations.
func anyway(scope, name string, total float64, operations int64) tally.Count {
	return tally.Count{Name: name, Scope: scope, Total: &total, Unit: name + "/op", Iters: operations}
}

func countersOf(records ...*tally.Record) *Counters {
	var runs []*Run
	for _, r := range records {
		runs = append(runs, &Run{tally: r})
	}
	return counters(runs)
}

func (c *Counters) ratio(name string) (value float64, ok bool) {
	for _, r := range c.Ratios {
		if r.Name == name {
			return r.Value, true
		}
	}
	return 0, false
}

// Without a task-clock the times that the system keeps tell whether the thread ran: 200 of 300 operations are those of the record.
func TestUtilisationFromTimesOfTheSystem(t *testing.T) {
	times := []tally.Count{anyway(tally.Thread, "user-time-ns", 450, 300), anyway(tally.Thread, "system-time-ns", 150, 300)}
	c := countersOf(&tally.Record{Iters: 200, From: 100, WallNS: 1000, Counts: times})
	if u, ok := c.ratio("cpu-utilisation"); !ok || u != 0.4 {
		t.Errorf("utilisation %v, want 400 of 1000 ns", u)
	}
	if text := strings.Join(c.lines(), "\n"); !strings.Contains(text, "in proportion") || strings.Contains(text, "ran or waited") {
		t.Error(text)
	}
	c = countersOf(&tally.Record{Iters: 300, WallNS: 1000, Counts: append(times, counted("task-clock", 900))})
	if u, _ := c.ratio("cpu-utilisation"); u != 0.9 || len(c.Notes) > 0 {
		t.Errorf("utilisation %v, want that of task-clock; %q", u, c.Notes)
	}
	c = countersOf(&tally.Record{Iters: 300, WallNS: 1000, Counts: times[:1]})
	if _, ok := c.ratio("cpu-utilisation"); ok {
		t.Error("user time alone is not the time on a CPU")
	}
}
