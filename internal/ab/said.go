package ab

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Said is what a log, as writeLog makes it, says about the end of a benchmark of a process: the panic, where it hung, the
// message of its failure, or else the last lines. Empty lines are left out, and there are a few at most.
func Said(log string, p *Process, name string) []string {
	log = strings.TrimSuffix(log, "\n")
	if i := strings.LastIndex(log, "\n"); exitLine().MatchString(log[i+1:]) {
		log = log[:max(i, 0)]
	}
	const most = 8
	switch {
	case strings.HasPrefix(name, "Benchmark") && p.failed(name):
		if _, after, ok := strings.Cut(log, "--- FAIL: "+name+"\n"); ok {
			return first(indented(after), most)
		}
	case p.Outcome == Hung:
		if m := benchmarkFrame().FindStringIndex(log); m != nil {
			return first(lines(log[m[0]:]), 2) // the call and its line
		}
	case panicLine().MatchString(log):
		return first(lines(log[panicLine().FindStringIndex(log)[0]:]), most)
	}
	all := slices.DeleteFunc(lines(log), routine().MatchString)
	return all[max(0, len(all)-most):]
}

var (
	exitLine  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^exit status -?[0-9]+$`) })
	panicLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^(panic|fatal error): `) })
)

// routine is what testing always prints.
var routine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(goos|goarch|pkg|cpu): |^Benchmark\S*\s+\d+\s|^(PASS|FAIL)$`)
})

// Ended is what became of the process, as a verb: "panicked".
func Ended(log string) string {
	if m := panicLine().FindString(log); m == "panic: " {
		return "panicked"
	} else if m != "" {
		return "had a fatal error"
	}
	log = strings.TrimSpace(log)
	if last := log[strings.LastIndex(log, "\n")+1:]; exitLine().MatchString(last) {
		return "exited with status " + strings.TrimPrefix(last, "exit status ")
	}
	return "took its process down"
}

func (p *Process) failed(name string) bool {
	for _, f := range p.Failed {
		if f == name {
			return true
		}
	}
	return false
}

// lines are those that are not empty.
func lines(text string) (list []string) {
	for line := range strings.Lines(text) {
		if line = strings.ReplaceAll(strings.TrimRight(line, " \t\r\n"), "\t", "    "); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// indented are the lines up to the first that is not indented, as testing prints what a benchmark logs.
func indented(text string) (list []string) {
	for _, line := range lines(text) {
		if line[0] != ' ' && line[0] != '\t' {
			break
		}
		list = append(list, strings.TrimSpace(line))
	}
	return list
}

func first(list []string, most int) []string { return list[:min(most, len(list))] }
