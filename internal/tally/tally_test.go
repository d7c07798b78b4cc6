package tally

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func total(x float64) *float64 { return &x }

func TestRecordSurvivesJSON(t *testing.T) {
	want := &Record{Iters: 10, From: 3, WallNS: 1e6, Procs: 2, Notes: []string{"n"}, Counts: []Count{
		{Name: "cycles", Scope: Thread, Total: total(0), Unit: "cycles/op"},
		{Name: "r1", Scope: Process, Why: "no such event"},
	}}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse(data)
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v, %s", err, cmp.Diff(want, got))
	}
	if !strings.Contains(string(data), `"total":null`) {
		t.Errorf("what was not counted must not look like 0: %s", data)
	}
}

func TestPerOp(t *testing.T) {
	r := &Record{Iters: 4}
	for _, c := range []struct {
		why  string
		in   Count
		want float64
		ok   bool
	}{
		{"a count", Count{Total: total(6), Unit: "x/op"}, 1.5, true},
		{"none is not 0", Count{Unit: "x/op"}, 0, false},
		{"counted over other operations", Count{Total: total(6), Unit: "x/op", Iters: 6}, 1, true},
		{"a quantity that is no sum", Count{Total: total(6)}, 0, false},
	} {
		if got, ok := r.PerOp(&c.in); got != c.want || ok != c.ok {
			t.Errorf("%s: %v, %v, want %v, %v", c.why, got, ok, c.want, c.ok)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, in := range []string{
		"", "[]", `{"iters":-1}`, `{"iters":1,"from":-1}`, `{"iters":1,"wall_ns":-1}`,
		`{"iters":1,"counts":[{"name":"cycles","total":-1}]}`, `{"iters":1,"counts":[{"name":"cycles","total":1.0000001e18}]}`,
		`{"iters":1,"counts":[{"iters":1000000000000001}]}`, `{"iters":1,"counts":[{"share":1.1}]}`,
		`{"iters":1000000000000001}`, `{"iters":1,"from":1000000000000001}`, `{"iters":1,"wall_ns":1e19}`, `{"iters":1,"procs":1048577}`,
		`{"iters":0,"counts":[{"name":"cycles","total":1}]}`, `{"iters":-1,"notes":["n"]}`,
	} {
		if r, err := Parse([]byte(in)); err == nil {
			t.Errorf("%s: %+v, want an error", in, r)
		}
	}
}

// What is just not too much, and a record that is there for its notes.
func TestParseTakes(t *testing.T) {
	for _, in := range []string{
		`{"iters":0,"notes":["the counts were too many for a line"]}`, `{"iters":1}`,
		`{"iters":1000000000000000,"from":1000000000000000,"wall_ns":1e18,"procs":1048576,"counts":[{"total":1e18,"iters":1000000000000000,"share":1}]}`,
	} {
		if _, err := Parse([]byte(in)); err != nil {
			t.Error(err)
		}
	}
}

func TestScope(t *testing.T) {
	event, system := Count{Scope: Process}, Count{Scope: Thread, Iters: 9}
	for why, c := range map[string]struct {
		record Record
		want   string
	}{
		"nothing":                      {Record{}, Thread},
		"both":                         {Record{Counts: []Count{event, {Scope: Thread}}}, Thread},
		"several goroutines":           {Record{Parallel: true, Counts: []Count{{Scope: Thread}}}, Process},
		"the process alone":            {Record{Counts: []Count{system, event}}, Process},
		"nothing but the system":       {Record{Counts: []Count{system, {Scope: Process, Iters: 9}}}, Thread},
		"the runtime is of no scope":   {Record{Counts: []Count{{Scope: Runtime}, {Scope: System}}}, Thread},
		"events that were not counted": {Record{Counts: []Count{{Scope: Thread, Why: "no"}, event}}, Thread},
	} {
		if got := c.record.Scope(); got != c.want {
			t.Errorf("%s: %s, want %s", why, got, c.want)
		}
	}
}
