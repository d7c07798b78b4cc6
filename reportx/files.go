package reportx

import "fmt"

// files are those that the runs were read from, and how many of the runs each has.
func files(runs []*Run) (names []string, count map[string]int) {
	count = make(map[string]int)
	for _, r := range runs {
		if count[r.File]++; count[r.File] == 1 {
			names = append(names, r.File)
		}
	}
	return names, count
}

// pooledFiles is a note where files that look like sides of a comparison were
// taken together: two or more have several runs of the benchmark each. Files of a
// run each are one measurement in fresh processes.
func pooledFiles(runs []*Run) []string {
	names, count := files(runs)
	several := 0
	for _, n := range count {
		if n > 1 {
			several++
		}
	}
	if several < 2 {
		return nil
	}
	return []string{fmt.Sprintf("runs of %d files are taken together; to compare them: plateau compare OLD NEW", len(names))}
}
