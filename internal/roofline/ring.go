package roofline

import "time"

// CachePeak is the bandwidth of a cache: the triad over arrays that stay in it, with 24 bytes an element.
type CachePeak struct {
	Name  string `json:"name"` // "L1", "L2"
	Size  int64  `json:"size"` // of the cache in bytes, over the threads that share it
	Rates Rates  `json:"rates"`
}

// ring is the memory that a thread goes round and round in.
type ring struct {
	a, b, c []float64
	laps    int // round the ring in one step
}

const (
	// ringPad keeps the arrays from beginning at the same place in a page, where a load would seem to depend on the
	// store before it: elements.
	ringPad = 2 * rowBytes / 8
	// ringStep is about how many elements are one step.
	ringStep = 32 * 1024
)

// measureCaches measures each level whose size is known and that is clearly larger than the one before.
func (s stream) measureCaches(levels []cacheLevel, threads int, window time.Duration) []CachePeak {
	var peaks []CachePeak
	for i, level := range levels {
		n := int(resident(levels, i)) / triadBytes / triadStep * triadStep
		if n == 0 {
			continue
		}
		if rates := s.measureRings(n, threads, window); known(rates.Core.Best) {
			peaks = append(peaks, CachePeak{level.name(), level.size, rates})
		}
	}
	return peaks
}

func (s stream) measureRings(n, threads int, window time.Duration) Rates {
	pitch := n + ringPad
	memory, err := obtain(3 * pitch * threads * 8)
	if err != nil {
		return Rates{}
	}
	defer memory.free()
	rings := make([]ring, threads)
	for i := range rings {
		at := 3 * pitch * i
		rings[i] = ring{memory.floats(at, n), memory.floats(at+pitch, n), memory.floats(at+2*pitch, n), 1 + ringStep/n}
	}
	return bothWays(threads, func(threads int) float64 {
		return perSecond(threads, window, func(thread int) float64 { return rings[thread].run(s) * triadBytes })
	})
}

// run goes round and says how many elements it was.
func (r ring) run(s stream) float64 {
	for range r.laps {
		s.run(&r.a[0], &r.b[0], &r.c[0], 3, len(r.a))
	}
	return float64(r.laps * len(r.a))
}
