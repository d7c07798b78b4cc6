package series

import (
	"fmt"
	"strconv"
)

// RunData is a complete run with its samples, which stay encoded until they are asked for
// (some 2 bytes a sample), in memory or in the file.
type RunData struct {
	Run
	Process *Process // nil if the file's process line is missing or damaged
	Line    int      // line number of the run line

	chunks [][]chunk // by series, in capture order
}

// chunk is one data line.
type chunk struct {
	n      int    // values
	code   []byte // nil where it is stored
	stored *stored
	line   int
}

// values appends the values of the chunk to dst.
func (c *chunk) values(dst []int64) ([]int64, error) {
	if c.stored != nil {
		return c.stored.values(dst)
	}
	return Decode(dst, c.code)
}

// add appends the chunk with sequence number seq, of size bytes, that is said to hold n values.
func (r *RunData) add(series, seq, n, size int, c chunk) error {
	if series < 0 || series >= len(r.chunks) {
		return fmt.Errorf("data line: series %d of %d", series, len(r.chunks))
	}
	if want := len(r.chunks[series]); seq != want {
		return fmt.Errorf("data line: chunk %d of series %d where chunk %d was expected, lines are missing or doubled", seq, series, want)
	}
	if c.n != n || size > MaxChunk {
		return fmt.Errorf("data line: a chunk of %d bytes and %d values is said to hold %d", size, c.n, n)
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
			n += int64(c.n)
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
		block, err := c.values(buf[:0])
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
