package runner

import (
	"fmt"
	"os"
	"strings"
)

// Recorded reports whether the line is one of a run whose operations a
// recorder has timed one by one, by its metrics: a mean and percentiles. Such
// a run should have samples.
func (r ResultLine) Recorded() bool {
	mean, percentile := false, false
	for _, m := range r.Metrics {
		mean = mean || m.Unit == "mean-ns/op"
		percentile = percentile || isPercentile(m.Unit)
	}
	return mean && percentile
}

// isPercentile reports whether a unit is one like "p99.9-ns/op".
func isPercentile(unit string) bool {
	p, ok := strings.CutSuffix(unit, "-ns/op")
	return ok && len(p) > 1 && p[0] == 'p' && strings.Trim(p[1:], "0123456789.") == ""
}

// lossMarks begin what a recorder logs when it cannot write samples. They are
// part of its text, which stands somewhere in a benchmark's log.
var lossMarks = []string{
	"samples from here on are not written: ",
	"PLATEAU_OUT: no samples are written: ",
}

// lossReason returns why a line of a log says that samples were lost.
func lossReason(line string) (reason string, ok bool) {
	for _, mark := range lossMarks {
		if _, reason, ok := strings.Cut(line, mark); ok {
			reason, _, _ = strings.Cut(reason, "; the runs before")
			return strings.TrimSpace(reason), true
		}
	}
	return "", false
}

// unsampledNote says how many recorded runs have no samples, and why as far
// as that is known; "" when there are none. logged are the reasons found in
// the logs.
func unsampledNote(j *Joined, logged []string, s *Samples, place sampleDir) string {
	if j.Unsampled == 0 {
		return ""
	}
	head := fmt.Sprintf("%d of %d recorded runs have no samples", j.Unsampled, j.Recorded)
	switch {
	case len(logged) > 3:
		return fmt.Sprintf("%s: %s; and %d other reasons", head, strings.Join(logged[:3], "; "), len(logged)-3)
	case len(logged) > 0:
		return head + ": " + strings.Join(logged, "; ")
	case place.dir == "":
		return head + ": there was no directory for them"
	}
	if err := tryWriting(place.dir); err != nil {
		return fmt.Sprintf("%s, and none can be written: %v", head, err)
	}
	switch {
	case len(s.Notes) > 0:
		return head + " that can be read: sample files are damaged, cut short or of another version of benchx"
	case s.files == 0:
		return fmt.Sprintf("%s: the benchmarks wrote none to %s", head, place.dir)
	}
	return head + " in the sample files: the benchmarks did not write them"
}

// tryWriting finds out whether a directory takes a file. A full file system
// may still take a small one, or say only when it must that it cannot.
func tryWriting(dir string) error {
	f, err := os.CreateTemp(dir, "full-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, 64<<10))
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
