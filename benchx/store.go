package benchx

import (
	"errors"
	"sync"
	"unsafe"

	"github.com/plateau-bench/plateau/internal/series"
)

// errNoMemory is the error where the system has no memory left for us.
var errNoMemory = errors.New("no memory for samples outside the Go heap")

// store holds the samples of earlier runs, encoded, until they have been pooled.
var store arena

// An arena is memory for encoded samples, in sheets.
type arena struct {
	sync.Mutex
	space   []byte // what is left of the newest sheet
	sheets  []*sheet
	encoder *series.Encoder
}

// encode returns the samples as pieces, fewer where there is no memory for more.
func (a *arena) encode(all samples) []piece {
	a.Lock()
	defer a.Unlock()
	stage := sheets.get() // gathers short blocks, so that a piece is worth its head
	if stage == nil || !a.ready() {
		return nil
	}
	defer sheets.put(stage)
	var pieces []piece
	full := false // what follows a gap would seem to follow what was before it
	flush := func(values []int64, everything bool) []int64 {
		for !full && len(values) > 0 && (everything || len(values) == len(stage)) {
			if full = len(a.space) < series.MaxChunk && !a.grow(); full {
				return nil
			}
			code, n := a.encoder.Append(a.space[:0:len(a.space)], values)
			pieces = append(pieces, piece{code: code, n: n})
			a.space = a.space[len(code):]
			values = stage[:copy(stage[:], values[n:])]
		}
		return values
	}
	values := stage[:0]
	for _, block := range all.blocks {
		for len(block) > 0 && !full {
			n := copy(stage[len(values):], block)
			values, block = stage[:len(values)+n], block[n:]
			values = flush(values, false)
		}
	}
	flush(values, true)
	return pieces
}

// ready makes the encoder, which has no pointers and lives beside the samples.
func (a *arena) ready() bool {
	if a.encoder != nil {
		return true
	}
	memory := mapMemory(int(unsafe.Sizeof(series.Encoder{})))
	if memory == nil {
		return false
	}
	a.encoder = (*series.Encoder)(unsafe.Pointer(&memory[0]))
	return true
}

func (a *arena) grow() bool {
	c := sheets.get()
	if c == nil {
		return false
	}
	a.sheets = append(a.sheets, c)
	a.space = c.bytes()
	return true
}

// empty gives all memory back; nothing that was encoded may be read any more.
func (a *arena) empty() {
	a.Lock()
	defer a.Unlock()
	sheets.put(a.sheets...)
	clear(a.sheets)
	a.sheets, a.space = a.sheets[:0], nil
}
