package counter

// memory is a piece of memory for counts.
type memory struct{ words []uint64 }
