package roofline

// Work is what one operation of a benchmark does.
type Work struct {
	// Flops are the floating-point operations of an operation; a fused multiply-add is two. 0: unknown.
	Flops float64 `json:"flops"`
	// Bytes are what an operation moves between the processor and the first level of memory of a [Roof], which is main
	// memory where peaks are measured: loads and stores that no cache can save, 8 for each float64 once. 0: unknown.
	Bytes float64 `json:"bytes"`
	// Single says that the arithmetic is in 32 bits, of which vectors hold twice as many.
	Single bool `json:"single,omitempty"`
	// Traffic are bytes at further levels, by the name of the level; levels that the Roof does not know are ignored.
	Traffic map[string]float64 `json:"traffic,omitempty"`
}

// at is what an operation moves at level i of a roof.
func (w Work) at(i int, level string) float64 {
	if i == 0 {
		return w.Bytes
	}
	return w.Traffic[level]
}
