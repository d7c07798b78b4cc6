package reportx

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/plateau-bench/plateau/internal/steady"
)

// WriteSteadyText writes the answers for a person to read: a row for each
// series, under it a sketch with the steady part in brackets, and under all
// of them what else is to be said.
func WriteSteadyText(w io.Writer, list []Steadiness) error {
	out := bufio.NewWriter(w)
	t := table{left: []bool{true, false, true, false, false, false, true}, under: make(map[int]string)}
	t.add(row{{"series"}, {"n"}, {"class"}, {"start"}, {"stop"}, {"confidence"}, {"levels"}}...)
	for _, s := range list {
		start := absent
		if s.Start >= 0 {
			start = formatCount(s.Start)
		}
		if line := s.sketch.String(); line != "" {
			t.under[len(t.rows)] = "  " + line + "  " + s.sketch.scale()
		}
		t.add(cell{printable(s.ID)}, cell{formatCount(s.N)}, cell{s.Class}, cell{start}, cell{formatCount(s.Stop)},
			cell{strconv.FormatFloat(s.Confidence, 'f', 2, 64)}, cell{levels(s.Levels)})
	}
	t.write(out)
	lines := steadyLines(list)
	if len(lines) > 0 {
		out.WriteByte('\n')
	}
	for _, line := range lines {
		out.WriteString(line + "\n")
	}
	return out.Flush()
}

// levels are the first few levels and the last.
func levels(ns []float64) string {
	const most = 4
	var words []string
	for i, x := range ns {
		switch {
		case len(ns) <= most || i < most-1 || i == len(ns)-1:
			words = append(words, formatTime(x, 3))
		case i == most-1:
			words = append(words, fmt.Sprintf("(%d more)", len(ns)-most))
		}
	}
	if words == nil {
		return absent
	}
	return strings.Join(words, " ")
}

// steadyLines says what the table does not: what the live rule would have done, the
// reason where an answer is not just a start, and what a value is. What holds for
// several series is said once.
func steadyLines(list []Steadiness) (lines []string) {
	var found remarkList
	for _, s := range list {
		if text := s.answer(); text != "" {
			found.add(printable(s.ID), text)
		}
	}
	for _, s := range list {
		if s.Value != "" {
			found.add(printable(s.ID), "each sample is "+s.Value)
		}
		if s.Dropped > 0 {
			found.add(printable(s.ID), plural(s.Dropped, "value")+" left out as no duration, and positions count without")
		}
	}
	for _, m := range found.list {
		lines = append(lines, m.among(len(list)))
	}
	return lines
}

// answer is what is to be said beside the row.
func (s Steadiness) answer() string {
	switch {
	case s.Live:
		return "the live rule " + s.Reason
	case s.Online:
		return s.live() + ": " + s.Reason
	}
	return s.Reason
}

// live says what the live rule would have done.
func (s Steadiness) live() string {
	all := plural(s.N, "sample")
	switch {
	case s.Class == string(steady.Short):
		return "the live rule would have gone on"
	case s.Start < 0:
		return "the live rule would not have settled within " + all
	}
	discarded := "none"
	if s.Start > 0 {
		discarded = "the first " + formatCount(s.Start)
	}
	switch {
	case !s.Decided && s.used < s.N:
		return fmt.Sprintf("the live rule would have gone on; with time for no more than %s it would have stopped after %s and discarded %s", all, formatCount(s.used), discarded)
	case !s.Decided:
		return fmt.Sprintf("the live rule would have gone on; with time for no more than %s it would have discarded %s", all, discarded)
	case s.Stop == s.N:
		return fmt.Sprintf("the live rule would have used all %s and discarded %s", all, discarded)
	}
	return fmt.Sprintf("the live rule would have stopped after %s of %s and discarded %s", formatCount(s.Stop), all, discarded)
}
