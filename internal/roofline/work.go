package roofline

// Work is what one operation of a benchmark does.
type Work struct {
	// Flops are the floating-point operations of an operation; a fused multiply-add is two. 0: unknown.
	Flops float64 `json:"flops"`
	// Bytes are what an operation loads and stores: 8 for each float64, once for each pass over data that the caches do not
	// hold. 0: unknown. They are held against main memory; a benchmark that goes over the same small data again and again
	// finds it in a cache, and is held against that as soon as it is faster than main memory could be.
	Bytes float64 `json:"bytes"`
	// Traffic are bytes at nearer levels than the first, by the name of the level, where they are known to differ from Bytes;
	// levels that the Roof does not know are ignored.
	Traffic map[string]float64 `json:"traffic,omitempty"`
}
