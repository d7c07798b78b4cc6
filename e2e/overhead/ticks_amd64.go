package overhead

// baseline names what ticks reads.
const baseline = "chained RDTSC"

// ticks reads the time-stamp counter, without waiting for the instructions
// before it. It is the floor that captures are compared with, so it is its
// own few instructions and not the module's clock.
func ticks() int64
