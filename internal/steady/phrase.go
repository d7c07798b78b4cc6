package steady

import (
	"fmt"
	"strings"
)

// A phrase is a sentence with counts of values in it, which its reader may count in: each stands for the values from one
// position to another.
type phrase struct {
	text  string // with counted in the place of each count
	spans []span
}

type span struct{ from, to int }

const counted = "\x00"

// say formats as Sprintf does; %v of a span is its count, of a phrase the phrase.
func say(format string, args ...any) phrase {
	var p phrase
	for i, arg := range args {
		switch x := arg.(type) {
		case span:
			p.spans = append(p.spans, x)
			args[i] = counted
		case phrase:
			p.spans = append(p.spans, x.spans...)
			args[i] = x.text
		}
	}
	p.text = fmt.Sprintf(format, args...)
	return p
}

// in writes the phrase with counts as count words them.
func (p phrase) in(count func(from, to int) string) string {
	parts := strings.Split(p.text, counted)
	var b strings.Builder
	for i, part := range parts {
		if i > 0 && i <= len(p.spans) {
			b.WriteString(count(p.spans[i-1].from, p.spans[i-1].to))
		}
		b.WriteString(part)
	}
	return b.String()
}

// values words a count in values.
func values(from, to int) string {
	if to-from == 1 {
		return "1 value"
	}
	return fmt.Sprintf("%d values", to-from)
}

// Explain is Reason with other words for counts of values, for a caller whose values are blocks: count is given the positions of the
// first value and of the one after the last, and says for example "2,944 samples".
func (r Result) Explain(count func(from, to int) string) string { return r.phrase().in(count) }
