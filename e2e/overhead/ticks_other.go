//go:build !amd64

package overhead

import "time"

// baseline names what ticks reads.
const baseline = "chained time.Since"

var origin = time.Now()

// ticks is the monotonic clock, in ns.
func ticks() int64 { return int64(time.Since(origin)) }
