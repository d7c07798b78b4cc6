package roofline

// Roof is what a machine could do at best: P_peak and the bandwidths of its memory. The zero Roof knows nothing.
type Roof struct {
	// Flops is the peak of arithmetic in FLOP/s, with full vectors on all cores that the work may use; 0: unknown.
	Flops float64 `json:"flops"`
	// Scalar is the peak of code without vector instructions in FLOP/s, as the Go compiler makes it (with fused
	// multiply-add on arm64 and from GOAMD64=v3 on, without on other amd64); 0: unknown.
	Scalar float64 `json:"scalar,omitempty"`
	// Memory are the levels of memory, the farthest and slowest first. Bytes of a [Work] are held against the first of them,
	// or where that could not have moved them in the time, the next.
	Memory []Level `json:"memory"`
}

// Level is a level of memory.
type Level struct {
	Name      string  `json:"name"`      // "memory", "L2"
	Bandwidth float64 `json:"bandwidth"` // in B/s; 0: unknown
}

// Ridge is the arithmetic intensity in FLOP/B from which on arithmetic is the lower roof, against the first level of
// memory: AI* = P_peak / B. It is 0 where one of the two is unknown.
func (r Roof) Ridge() float64 {
	if len(r.Memory) == 0 {
		return 0
	}
	return ratio(r.Flops, r.Memory[0].Bandwidth)
}

// At is the bound in FLOP/s at an arithmetic intensity in FLOP/B against the first level of memory: min(P_peak, B × AI).
// It is 0 where the intensity or one of the roofs is unknown.
func (r Roof) At(intensity float64) float64 {
	if len(r.Memory) == 0 || !known(intensity) || !known(r.Flops) || !known(r.Memory[0].Bandwidth) {
		return 0
	}
	return min(r.Flops, r.Memory[0].Bandwidth*intensity)
}
