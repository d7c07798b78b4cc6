package instrument

import (
	"cmp"
	"slices"
)

// An edit puts a text in the place of a stretch of a source, which may be empty.
type edit struct {
	from, to int // offsets in bytes
	text     string
}

func insertion(at int, text string) edit { return edit{at, at, text} }

// apply makes all edits. They do not overlap, and of several insertions at one offset the first comes first.
func apply(src []byte, edits []edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	size := len(src)
	for _, e := range edits {
		size += len(e.text)
	}
	out := make([]byte, 0, size)
	last := 0
	for _, e := range edits {
		out = append(out, src[last:e.from]...)
		out = append(out, e.text...)
		last = e.to
	}
	return append(out, src[last:]...)
}
