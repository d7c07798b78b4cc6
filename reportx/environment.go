package reportx

import (
	"slices"
	"strings"
)

// environmentKeys are the configuration that says where runs were made, in the
// order in which it is shown.
func environmentKeys() []string { return []string{"goos", "goarch", "cpu", "go"} }

// setConfig sets the value of a key.
func (r *Run) setConfig(key, value string) {
	for i, kv := range r.Config {
		if kv.Key == key {
			r.Config[i].Value = value
			return
		}
	}
	r.Config = append(r.Config, KeyValue{key, value})
}

// config is the value of a key, "" without one.
func (r *Run) config(key string) string {
	for _, kv := range r.Config {
		if kv.Key == key {
			return kv.Value
		}
	}
	return ""
}

// values are the known values of a key over the runs, in the order in which
// they first appear, each with the numbers of its runs from 1.
func (b *Benchmark) values(key string) (values []string, runs [][]int) {
	for i, r := range b.Runs {
		v := r.config(key)
		if v == "" {
			continue
		}
		at := slices.Index(values, v)
		if at < 0 {
			at = len(values)
			values, runs = append(values, v), append(runs, nil)
		}
		runs[at] = append(runs[at], i+1)
	}
	return values, runs
}

// environmentNotes say in what the environments of pooled runs differ.
func environmentNotes(b *Benchmark) (notes []string) {
	for _, key := range environmentKeys() {
		values, runs := b.values(key)
		if len(values) < 2 {
			continue
		}
		const named = 4
		var words []string
		for i, v := range values {
			if i == named {
				words = append(words, "others")
				break
			}
			words = append(words, printable(v)+" in "+runList(runs[i]))
		}
		notes = append(notes, "runs of different environments are taken together: "+key+" "+strings.Join(words, ", "))
	}
	return notes
}

// environment is where the benchmarks of a package ran, as far as all runs agree.
func environment(all []*Summary) string {
	var parts []string
	for _, key := range []string{"goos", "goarch", "cpu"} {
		if v := commonValue(all, key); v != "" {
			parts = append(parts, v)
		}
	}
	return printable(strings.Join(parts, " "))
}

// commonValue is the value of a key that all runs have, "" where they differ or
// some benchmark has none.
func commonValue(all []*Summary, key string) string {
	common := ""
	for i, s := range all {
		value := s.source.config(key)
		if known, _ := s.source.values(key); len(known) > 1 || i > 0 && value != common {
			return ""
		}
		common = value
	}
	return common
}
