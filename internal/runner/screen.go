package runner

import (
	"io"
	"strings"
	"time"
)

// A Screen shows lines as they come and where the run is. On a terminal the
// status is the last line and is written over and over; elsewhere it is a
// line of its own, and only now and then. Its methods must not be called
// concurrently.
type Screen struct {
	W        io.Writer
	Terminal bool

	shown  string // the status on the terminal now
	next   string // a plain status that waits for its turn
	bench  string // the benchmark of the last plain status
	last   time.Time
	broken bool // W failed; go on measuring
}

// plainEvery is the time after which a plain status is repeated for a
// benchmark that was named before.
const plainEvery = 30 * time.Second

// The status line does not wrap: a terminal narrower than the line cuts it,
// so that one carriage return is enough to write over it.
const (
	eraseLine = "\r\x1b[K"
	noWrap    = "\x1b[?7l"
	wrap      = "\x1b[?7h"
)

// Text shows whole lines, above the status.
func (s *Screen) Text(text string) {
	if !belongsAbove(text) {
		s.Flush()
	}
	if s.shown == "" {
		s.write(text)
		return
	}
	s.write(eraseLine + text + statusLine(s.shown))
}

// belongsAbove reports whether a line goes on with what the lines before it
// told: the log of a benchmark comes after its result.
func belongsAbove(text string) bool {
	return strings.HasPrefix(text, "--- BENCH: ") || strings.HasPrefix(text, "    ")
}

// Status shows where the run is. A plain status waits for the next line of
// another benchmark, or for Flush.
func (s *Screen) Status(st Status, now time.Time) {
	if s.Terminal {
		if line := st.String(); line != s.shown {
			s.shown = line
			s.write(eraseLine + statusLine(line))
		}
		return
	}
	if st.Name == "" || st.Over || sameBenchmark(st.Name, s.bench) && now.Sub(s.last) < plainEvery {
		return
	}
	s.bench, s.last = st.Name, now
	s.next = "plateau: " + st.String() + "\n"
}

// Flush shows a plain status that waits.
func (s *Screen) Flush() {
	if s.next != "" {
		s.write(s.next)
		s.next = ""
	}
}

// Clear removes the status from a terminal.
func (s *Screen) Clear() {
	s.next = ""
	if s.shown != "" {
		s.shown = ""
		s.write(eraseLine)
	}
}

func statusLine(line string) string {
	// Names are printable as testing prints them; others are not let through.
	line = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, line)
	return noWrap + "plateau: " + line + wrap
}

func (s *Screen) write(text string) {
	if !s.broken {
		_, err := io.WriteString(s.W, text)
		s.broken = err != nil
	}
}
