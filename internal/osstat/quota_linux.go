package osstat

import (
	"bufio"
	"bytes"
	"os"
	"path"
	"strings"
)

// quota adds up what the CPU quotas of the process's control group, and of those that it is in, took
// (Documentation/admin-guide/cgroup-v2.rst; cgroup-v1 counts time in ns).
type quota struct {
	groups []*textFile
	word   string  // before the time
	unit   float64 // of the time, ns
}

func newQuota(self, root string) *quota {
	text, _ := os.ReadFile(self)
	q := &quota{word: "throttled_usec", unit: 1e3}
	dir, group := root, ""
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		// hierarchy:controllers:path
		part := strings.SplitN(lines.Text(), ":", 3)
		if len(part) != 3 {
			continue
		}
		isV1 := false
		for controller := range strings.SplitSeq(part[1], ",") {
			isV1 = isV1 || controller == "cpu"
		}
		if isV1 {
			q.word, q.unit = "throttled_time", 1
			dir, group = root+"/"+part[1], part[2]
			break
		}
		if part[1] == "" {
			group = part[2]
		}
	}
	q.open(dir, group)
	return q
}

// open opens the files of a group and of those that it is in, as far as they have a quota to speak of.
func (q *quota) open(dir, group string) {
	for group = path.Clean("/" + group); ; group = path.Dir(group) {
		f := fileAt(path.Join(dir, group, "cpu.stat"))
		if _, err := f.number("nr_throttled"); err == nil {
			q.groups = append(q.groups, f)
		} else {
			f.close()
		}
		if group == "/" {
			return
		}
	}
}

func (q *quota) stats() []Stat { return []Stat{QuotaThrottles, QuotaThrottleTime} }

func (q *quota) close() {
	for _, f := range q.groups {
		f.close()
	}
}

func (q *quota) read(s *Snapshot) {
	if len(q.groups) == 0 {
		s.unknown("the process is in no control group that counts throttling (no nr_throttled in cpu.stat)", q.stats()...)
		return
	}
	var times, time float64
	for _, f := range q.groups {
		n, err := f.number("nr_throttled")
		t, err2 := f.number(q.word)
		if err != nil || err2 != nil {
			s.unknown("the control group is gone", q.stats()...)
			return
		}
		times, time = times+n, time+t
	}
	s.set(QuotaThrottles, times)
	s.set(QuotaThrottleTime, time*q.unit)
}
