package instrument

import (
	"cmp"
	"slices"
)

// An edit inserts text at an offset of a source.
type edit struct {
	at   int // in bytes
	text string
}

// apply inserts all texts. Of several at one offset the first comes first.
func apply(src []byte, edits []edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.at, b.at) })
	size := len(src)
	for _, e := range edits {
		size += len(e.text)
	}
	out := make([]byte, 0, size)
	last := 0
	for _, e := range edits {
		out = append(out, src[last:e.at]...)
		out = append(out, e.text...)
		last = e.at
	}
	return append(out, src[last:]...)
}
