package reportx

// mostHeld bounds the samples of a pool that are kept decoded while it is
// described, to 128 MiB of them. Larger pools are decoded again each time they
// are looked at, six to eight times in all.
const mostHeld = 128 << 20 / 8

// A holder is memory for the decoded samples of one pool after the other, and for how they are spread.
type holder struct {
	buf      []int64
	spreader *spreader // nil: not yet needed
}

// scratch is for the spread of one pool after the other.
func (h *holder) scratch() *spreader {
	if h.spreader == nil {
		h.spreader = newSpreader()
	}
	return h.spreader
}

// hold decodes the samples of a pool, once, unless they are too many. What an
// earlier pool held is overwritten.
func (h *holder) hold(p *pool) error {
	n := int64(0)
	for _, r := range p.runs {
		n += r.series.Steady() / int64(r.group)
	}
	if n > mostHeld {
		return nil
	}
	if int64(cap(h.buf)) < n {
		h.buf = make([]int64, 0, n)
	}
	h.buf = h.buf[:0]
	for i := range p.runs {
		r := &p.runs[i]
		from := len(h.buf)
		err := r.Blocks(func(block []int64) bool {
			h.buf = append(h.buf, block...)
			return true
		})
		if err != nil {
			return err
		}
		r.held = h.buf[from:len(h.buf):len(h.buf)]
	}
	return nil
}
