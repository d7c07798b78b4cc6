package ab

import (
	"regexp"
	"strconv"
	"strings"
)

// Pattern is a -test.bench pattern that selects exactly these benchmarks, named as printed but without the -procs suffix,
// and what is below them. testing matches each part of a name between slashes by itself. A pattern that no command line
// takes is "".
func Pattern(names []string) string {
	var alternatives []string
	for _, name := range names {
		parts := strings.Split(name, "/")
		for i, p := range parts {
			parts[i] = "^" + regexp.QuoteMeta(p) + "$"
		}
		alternatives = append(alternatives, strings.Join(parts, "/"))
	}
	if pattern := strings.Join(alternatives, "|"); len(pattern) <= longestPattern {
		return pattern
	}
	return ""
}

// longestPattern is what is safe in a command line: Windows takes 32,767 characters for all of it.
const longestPattern = 16 << 10

// top is the top-level benchmark that a printed name belongs to.
func top(name string) string {
	name, _, _ = strings.Cut(name, "/")
	return WithoutProcs(name, 0)
}

// WithoutProcs is a printed name without the suffix that testing adds for GOMAXPROCS: -procs, or any number for 0. A
// procs of 1 has none.
func WithoutProcs(name string, procs int) string {
	i := strings.LastIndexByte(name, '-')
	if i < 0 || procs == 1 {
		return name
	}
	n, err := strconv.Atoi(name[i+1:])
	if err != nil || n < 1 || procs > 0 && n != procs {
		return name
	}
	return name[:i]
}
