package osstat

import (
	"math"
	"runtime/metrics"
)

// A change is what a histogram of the runtime gained between two readings. The zero value is one that is not known.
type change struct {
	before, after []uint64
	bounds        []float64 // s; one more than the counts, the first and the last may be infinite
}

func changeOf(before, after metrics.Value) change {
	if before.Kind() != metrics.KindFloat64Histogram || after.Kind() != metrics.KindFloat64Histogram {
		return change{}
	}
	b, a := before.Float64Histogram(), after.Float64Histogram()
	if len(b.Counts) != len(a.Counts) || len(a.Buckets) != len(a.Counts)+1 {
		return change{}
	}
	return change{before: b.Counts, after: a.Counts, bounds: a.Buckets}
}

// total is the number of events.
func (c change) total() (n uint64) {
	for i := range c.after {
		n += c.after[i] - c.before[i]
	}
	return n
}

// percentile is the event of rank ceil(p n / 100), in ns: the middle of the bucket that it is in, and half the bucket's
// width as the error. The last bucket has no end; its beginning is the value, and Why says so. None is why there is no
// reading if there is no event. p is from 1 to 100.
func (c change) percentile(p uint64, none string) Reading {
	if c.after == nil {
		return Reading{Why: whyNoMetric}
	}
	n := c.total()
	if n == 0 {
		return Reading{Why: none}
	}
	rank := n/100*p + (n%100*p+99)/100
	for i := range c.after {
		if gained := c.after[i] - c.before[i]; gained < rank {
			rank -= gained
			continue
		}
		return bucket(c.bounds[i], c.bounds[i+1])
	}
	return Reading{Why: none}
}

// bucket is an event between two bounds, in s.
func bucket(low, high float64) Reading {
	low, high = max(0, low)*1e9, max(0, high)*1e9
	if math.IsInf(high, 1) {
		return Reading{Value: low, Known: true, Why: "or more: the runtime's histogram ends there"}
	}
	return Reading{Value: (low + high) / 2, Error: (high - low) / 2, Known: true}
}
