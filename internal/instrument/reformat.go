package instrument

import (
	"bytes"
	"fmt"
	"go/format"
)

// reformat formats what became of a text if that was formatted, and ends its lines as that does.
func reformat(before, after []byte) ([]byte, error) {
	if endsInCRLF(before) {
		out, err := reformat(toLF(before), toLF(after))
		return toCRLF(out), err
	}
	if clean, err := format.Source(before); err != nil || !bytes.Equal(clean, before) {
		return after, nil
	}
	out, err := format.Source(after)
	if err != nil {
		return nil, fmt.Errorf("formatting the result: %w", err)
	}
	return out, nil
}

// endsInCRLF reports whether all lines of a text end as on Windows, where git may have checked it out so.
func endsInCRLF(text []byte) bool {
	n := bytes.Count(text, []byte("\r\n"))
	return n > 0 && n == bytes.Count(text, []byte("\n"))
}

func toLF(text []byte) []byte   { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }
func toCRLF(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) }
