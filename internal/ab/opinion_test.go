package ab

import (
	"reflect"
	"testing"
)

func TestNewOpinion(t *testing.T) {
	unsure := Finding{Pkg: "p", Name: "BenchmarkA", Unsure: true, MoreHelp: true, Pairs: 10, Needed: 14}
	with := func(change func(*Finding)) Finding {
		f := unsure
		change(&f)
		return f
	}
	flagged := with(func(f *Finding) { f.Flagged, f.Unsure = true, false })
	for _, c := range []struct {
		why      string
		findings []Finding
		strict   bool
		want     Opinion
	}{
		{"nothing", nil, false, Opinion{}},
		{"sure", []Finding{{Pkg: "p", Name: "BenchmarkA"}}, true, Opinion{}},
		{"in doubt", []Finding{unsure}, false, Opinion{Doubts: []Doubt{{"p", "BenchmarkA", 10, 14}}}},
		{"two statistics of one benchmark are one doubt", []Finding{unsure, with(func(f *Finding) { f.Needed = 30 }), with(func(f *Finding) { f.Needed = 0 })}, false,
			Opinion{Doubts: []Doubt{{"p", "BenchmarkA", 10, 30}}}},
		{"one name in two packages", []Finding{unsure, with(func(f *Finding) { f.Pkg = "q" })}, false,
			Opinion{Doubts: []Doubt{{"p", "BenchmarkA", 10, 14}, {"q", "BenchmarkA", 10, 14}}}},
		{"a budget is not asked again until it is exceeded", []Finding{with(func(f *Finding) { f.Budget = true })}, true, Opinion{}},
		{"no number of pairs helps", []Finding{with(func(f *Finding) { f.MoreHelp = false })}, true, Opinion{}},
		{"not worse", []Finding{with(func(f *Finding) { f.Harmless = true })}, false, Opinion{}},
		{"not worse, and that is not enough", []Finding{with(func(f *Finding) { f.Harmless = true })}, true, Opinion{Doubts: []Doubt{{"p", "BenchmarkA", 10, 14}}}},
		{"flagged twice, named once", []Finding{flagged, flagged}, false, Opinion{Flagged: map[string][]string{"p": {"BenchmarkA"}}, Tests: 2}},
		{"flagged, and another statistic in doubt", []Finding{flagged, unsure}, false,
			Opinion{Flagged: map[string][]string{"p": {"BenchmarkA"}}, Tests: 1, Doubts: []Doubt{{"p", "BenchmarkA", 10, 14}}}},
	} {
		if c.want.Flagged == nil {
			c.want.Flagged = map[string][]string{}
		}
		if got := NewOpinion(c.findings, c.strict); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.why, got, c.want)
		}
	}
}
