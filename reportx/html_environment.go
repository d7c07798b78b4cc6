package reportx

import (
	"slices"
	"strings"
	"time"
)

// An htmlEnvironment is what is known of where runs were made, by key, in the order in which it came up.
type htmlEnvironment struct {
	keys   []string
	values map[string][]string
}

// add adds a value, once.
func (e *htmlEnvironment) add(key, value string) {
	if !slices.Contains(e.keys, key) {
		e.keys = append(e.keys, key)
	}
	if value = printable(value); value != "" && !slices.Contains(e.values[key], value) {
		e.values[key] = append(e.values[key], value)
	}
}

// facts are the values of each key, so many at most.
func (e *htmlEnvironment) facts(most int) (list []htmlFigure) {
	for _, key := range e.keys {
		if values := shortList(e.values[key], most); len(values) > 0 {
			list = append(list, htmlFigure{Head: printable(key), Text: strings.Join(values, ", ")})
		}
	}
	return list
}

// environmentBlock says where the runs of a package were made.
func environmentBlock(group []*Summary) htmlBlock {
	e := htmlEnvironment{values: make(map[string][]string)}
	for _, s := range group {
		for _, kv := range s.Config {
			e.add(kv.Key, kv.Value)
		}
		for _, r := range s.source.Runs {
			for _, kv := range r.Config {
				e.add(kv.Key, kv.Value)
			}
		}
	}
	e.add("measured", measured(group))
	for _, s := range group {
		e.add("runs of a benchmark", processWords(s.Process))
		names, _ := files(s.source.Runs)
		for _, f := range names {
			e.add("files", displayed(f))
		}
	}
	return htmlBlock{Title: "Environment", Level: 3, Whole: true, Facts: e.facts(shownValues)}
}

// processWords say which process a run had, "" where that is not known.
func processWords(process string) string {
	switch process {
	case "one":
		return "in one process"
	case "fresh":
		return "each in a process of its own"
	}
	return ""
}

// measured is when the runs began, the first and the last one, in UTC; "" where it is not known.
func measured(group []*Summary) string {
	var first, last time.Time
	for _, s := range group {
		for _, r := range s.source.Runs {
			if r.Start.IsZero() {
				continue
			}
			if first.IsZero() || r.Start.Before(first) {
				first = r.Start
			}
			if r.Start.After(last) {
				last = r.Start
			}
		}
	}
	if first.IsZero() {
		return ""
	}
	first, last = first.UTC(), last.UTC()
	from, to := first.Format(time.DateTime), last.Format(time.DateTime)
	switch {
	case from == to:
		return from + " UTC"
	case first.Format(time.DateOnly) == last.Format(time.DateOnly):
		return from + " to " + last.Format(time.TimeOnly) + " UTC"
	}
	return from + " to " + to + " UTC"
}
