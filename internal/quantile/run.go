package quantile

import (
	"errors"
	"fmt"
)

// ErrNoSamples is the error for input that holds no sample at all: nothing
// can be said, and zero would look like a measurement.
var ErrNoSamples = errors.New("no samples")

// Run is the samples of one run as a stream that can be read any number of
// times and is the same each time.
type Run interface {
	// Blocks calls yield with consecutive blocks of the samples, in capture
	// order, until they are exhausted or yield returns false; the latter is not
	// an error. A block may be of any length, is valid until yield returns, and
	// is not modified by yield.
	Blocks(yield func(block []int64) bool) error
}

// Slice is a [Run] held in memory. It is read and never modified.
type Slice []int64

// Blocks yields the whole slice as one block, or nothing when it is empty.
func (s Slice) Blocks(yield func(block []int64) bool) error {
	if len(s) > 0 {
		yield(s)
	}
	return nil
}

// chunkLen is how many values the inner loops see at a time: few enough that several
// loops over them find them in the first-level cache.
const chunkLen = 1024

// sequence is several runs read one after the other.
type sequence []Run

// blocks calls yield with the blocks of one run.
func (s sequence) blocks(run int, yield func(block []int64) bool) error {
	err := s[run].Blocks(yield)
	if err != nil && len(s) > 1 {
		return fmt.Errorf("read samples of run %d of %d: %w", run+1, len(s), err)
	}
	if err != nil {
		return fmt.Errorf("read samples: %w", err)
	}
	return nil
}

// chunks calls yield with at most chunkLen values of one run at a time.
func (s sequence) chunks(yield func(run int, chunk []int64) bool) error {
	for i := range s {
		more := true
		err := s.blocks(i, func(block []int64) bool {
			for more && len(block) > 0 {
				n := min(chunkLen, len(block))
				more = yield(i, block[:n:n])
				block = block[n:]
			}
			return more
		})
		if err != nil || !more {
			return err
		}
	}
	return nil
}
