package reportx

import "github.com/plateau-bench/plateau/internal/quantile"

// mostHeld bounds what a holder has decoded, in words of 4 bytes, to 96 MiB: as a rule a sample takes one.
// Runs beyond are decoded each time they are looked at, some three times in all.
const mostHeld = 96 << 20 / 4

// A holder is memory for the decoded samples of one pool after the other, and for how they are spread. The zero
// value is ready.
type holder struct {
	pieces   [][]uint32
	used     int       // words, those at the end of a piece that were too few included
	limit    int       // words; 0 is mostHeld
	spreader *spreader // nil: not yet needed
}

// heldPiece is how many words the memory grows by: whatever it has is never copied.
const heldPiece = 1 << 16

// scratch is for the spread of one pool after the other.
func (h *holder) scratch() *spreader {
	if h.spreader == nil {
		h.spreader = newSpreader()
	}
	return h.spreader
}

// hold decodes the samples of a pool, once, as many runs as there is room for. What it returns is the runs of the
// pool in their order, and valid until it is called again.
func (h *holder) hold(p *pool) ([]quantile.Run, error) {
	h.used = 0
	runs := p.streams()
	for i, r := range p.runs {
		kept, err := h.holdRun(r)
		if err != nil {
			return nil, err
		}
		if kept != nil {
			runs[i] = kept
		}
	}
	return runs, nil
}

// holdRun decodes a run; nil where there is no room for it.
func (h *holder) holdRun(r pooledRun) (*held, error) {
	if int64(h.used)+r.series.Steady()/int64(r.group) > int64(h.most()) {
		return nil, nil
	}
	before, fits, run := h.used, true, new(held)
	err := r.Blocks(func(block []int64) bool {
		fits = run.hold(block, h)
		return fits
	})
	if err != nil || !fits {
		h.used = before
		return nil, err
	}
	return run, nil
}

func (h *holder) most() int {
	if h.limit > 0 {
		return h.limit
	}
	return mostHeld
}

// take is so many words, at most 2*heldLen, of whatever content; nil where none are left.
func (h *holder) take(n int) []uint32 {
	if room := heldPiece - h.used%heldPiece; room < n {
		h.used += room
	}
	at := h.used
	if at+n > h.most() {
		return nil
	}
	if at/heldPiece == len(h.pieces) {
		h.pieces = append(h.pieces, make([]uint32, heldPiece))
	}
	h.used += n
	return h.pieces[at/heldPiece][at%heldPiece:][:n:n]
}
