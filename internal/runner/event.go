package runner

import (
	"bytes"
	"encoding/json"
)

// An Event is one line of go test -json: what go doc cmd/test2json calls a
// TestEvent, or go help buildjson a BuildEvent. Fields that nobody here reads
// are left out.
type Event struct {
	Action     string // "start", "run", "output", "pass", "fail", "skip", "build-output", "build-fail"
	Package    string // import path; "" in build events
	ImportPath string // what was built, in build events alone
	Test       string
	Output     string // a piece of output, not always a whole line
}

// ParseEvent reads one line of go test -json. Lines that are no event, such
// as those of a go command that prints its build errors as text, give false.
func ParseEvent(line []byte) (Event, bool) {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || line[0] != '{' {
		return Event{}, false
	}
	var e Event
	if err := json.Unmarshal(line, &e); err != nil || e.Action == "" {
		return Event{}, false
	}
	return e, true
}

// lineSplitter is a Writer that hands on whole lines, newline included. A
// line in progress is kept until its end comes; rest returns it.
type lineSplitter struct {
	line func([]byte) // what it gets is valid until it returns
	buf  []byte
}

func (s *lineSplitter) Write(p []byte) (int, error) {
	n := len(p)
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			s.buf = append(s.buf, p...)
			return n, nil
		}
		if len(s.buf) == 0 {
			s.line(p[:i+1])
		} else {
			s.buf = append(s.buf, p[:i+1]...)
			s.line(s.buf)
			s.buf = s.buf[:0]
		}
		p = p[i+1:]
	}
}

// rest returns the line that has not ended yet, nil when there is none.
func (s *lineSplitter) rest() []byte { return s.buf }
