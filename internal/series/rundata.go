package series

import (
	"fmt"
	"strconv"
)

// RunData is a complete run with its samples, which stay encoded until they are asked for
// (some 2 bytes a sample).
type RunData struct {
	Run
	Process *Process // nil if the file's process line is missing or damaged
	Line    int      // line number of the run line

	chunks [][]chunk // by series, in capture order
}

// chunk is one data line.
type chunk struct {
	code []byte
	line int
}

// add appends the chunk with sequence number seq that holds n values.
func (r *RunData) add(series, seq, n int, c chunk) error {
	if series < 0 || series >= len(r.chunks) {
		return fmt.Errorf("data line: series %d of %d", series, len(r.chunks))
	}
	if want := len(r.chunks[series]); seq != want {
		return fmt.Errorf("data line: chunk %d of series %d where chunk %d was expected, lines are missing or doubled", seq, series, want)
	}
	m, err := Count(c.code)
	if err != nil {
		return fmt.Errorf("data line: %w", err)
	}
	if m != n || len(c.code) > MaxChunk {
		return fmt.Errorf("data line: a chunk of %d bytes and %d values is said to hold %d", len(c.code), m, n)
	}
	r.chunks[series] = append(r.chunks[series], c)
	return nil
}

// complete compares what came with what was announced.
func (r *RunData) complete(chunks string) error {
	want, err := strconv.Atoi(chunks)
	if err != nil {
		return fmt.Errorf("end line: %q is not a number", chunks)
	}
	total := 0
	for i, s := range r.Series {
		n := int64(0)
		for _, c := range r.chunks[i] {
			m, _ := Count(c.code)
			n += int64(m)
		}
		if n != s.Samples {
			return fmt.Errorf("end line: series %d has %d of %d samples", i, n, s.Samples)
		}
		total += len(r.chunks[i])
	}
	if total != want {
		return fmt.Errorf("end line: %d chunks of %d", total, want)
	}
	return nil
}

// Blocks decodes the samples of a series and hands them to yield in capture order, warm-up included,
// up to MaxValues at a time, until yield returns false. A block is valid until yield returns; its memory is buf where
// that suffices. It may be called any number of times, also concurrently with different bufs.
// The error, if any, is a *LineError.
func (r *RunData) Blocks(series int, buf []int64, yield func(block []int64) bool) error {
	if series < 0 || series >= len(r.chunks) {
		return fmt.Errorf("run %s has no series %d", r.Name, series)
	}
	for _, c := range r.chunks[series] {
		block, err := Decode(buf[:0], c.code)
		if err != nil {
			return at(c.line, err)
		}
		buf = block
		if !yield(block) {
			return nil
		}
	}
	return nil
}
