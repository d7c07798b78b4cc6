package reportx

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// failures follow what benchmark output says about benchmarks without a result.
type failures struct {
	seen     map[string]bool // benchmarks noted
	panicked bool            // a stack trace comes, and may have a benchmark's name
	named    int             // benchmarks since the last package ended
}

// failedPackage begins the name of a package among benchmarks that failed.
const failedPackage = "package "

// inStack matches a call of a benchmark in a stack trace: example.com/shop.BenchmarkGet.func1(0xc000...).
var inStack = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[^\s(]*\.(Benchmark[^.(\s]*)[.(]`) })

// failure takes a line that may be about a failure.
func (in *benchInput) failure(line []byte) {
	switch {
	case bytes.HasPrefix(line, []byte("--- FAIL: Benchmark")):
		name, _, _ := strings.Cut(strings.TrimPrefix(string(line), "--- FAIL: "), " ")
		in.failed(name, "failed: the run has no result")
	case bytes.HasPrefix(line, []byte("panic: ")), bytes.HasPrefix(line, []byte("fatal error: ")):
		in.panicked = true
	case in.panicked && bytes.Contains(line, []byte(".Benchmark")):
		if m := inStack().FindSubmatch(line); m != nil {
			in.panicked = false
			in.failed(string(m[1]), "panicked: it and what would have come after it in its package have no results")
		}
	case bytes.HasPrefix(line, []byte("FAIL\t")):
		in.failedPackage(strings.Fields(string(line))[1:])
	case bytes.HasPrefix(line, []byte("ok  \t")):
		in.failures.named = 0
	}
}

// failed notes that a benchmark failed, once.
func (in *benchInput) failed(name, how string) {
	in.failures.named++
	if in.seen[name] {
		return
	}
	if in.seen == nil {
		in.seen = make(map[string]bool)
	}
	in.seen[name] = true
	in.rs.note(in.file, in.lines.place(), name+" "+how)
	in.rs.failed = append(in.rs.failed, name)
}

// failedPackage notes that a package failed: what it lacks is not missing for being new.
func (in *benchInput) failedPackage(words []string) {
	if len(words) == 0 {
		return
	}
	if in.rs.failedPkgs == nil {
		in.rs.failedPkgs = make(map[string]bool)
	}
	in.rs.failedPkgs[words[0]] = true
	if in.failures.named == 0 {
		in.failed(failedPackage+words[0], "failed, and does not say of which benchmark")
	}
	in.failures.named, in.panicked = 0, false
}

// hasFailed reports whether a benchmark, or one that it belongs to, or its package failed.
func (rs *Results) hasFailed(pkg, name string) bool {
	for _, f := range rs.failed {
		if rest, ok := strings.CutPrefix(name, f); ok && (rest == "" || rest[0] == '-' || rest[0] == '/') {
			return true
		}
	}
	return rs.failedPkgs[pkg]
}
