package reportx

import (
	"math"
	"slices"
	"strings"
)

// sketchWidth is the number of characters of a sketch, at most.
const sketchWidth = 48

// A sketch is a series as a line of text: the medians of up to sketchWidth stretches of equal
// length as blocks of eight heights, the steady part in brackets.
type sketch struct {
	medians     []float64 // ns
	start, stop int       // stretches; start -1 without a steady part
}

// newSketch makes the sketch of values.
func newSketch(xs []float64) sketch {
	n := min(sketchWidth, len(xs))
	k := sketch{start: -1}
	var part []float64
	for i := range n {
		part = append(part[:0], xs[i*len(xs)/n:(i+1)*len(xs)/n]...)
		slices.Sort(part)
		k.medians = append(k.medians, part[len(part)/2])
	}
	return k
}

// mark puts brackets around values start to stop of n.
func (k *sketch) mark(start, stop, n int) {
	width := len(k.medians)
	k.start = start * width / n
	if start > 0 && width > 1 { // what is discarded shows, however little it is
		k.start = max(k.start, 1)
	}
	k.stop = max((stop*width+n-1)/n, k.start+1)
}

var blocks = []rune("▁▂▃▄▅▆▇█")

// leastSketched is the least relative height of a sketch: differences of less than a tenth
// in all do not fill it.
const leastSketched = 1.1

// String is the line: ▇▅▃[▂▂▁▁▂▁], "" without a value. Heights are logarithmic
// where all medians are positive.
func (k sketch) String() string {
	if len(k.medians) == 0 {
		return ""
	}
	height := func(x float64) float64 { return x }
	lo, hi := slices.Min(k.medians), slices.Max(k.medians)
	span := hi - lo
	if lo > 0 {
		height = math.Log
		span = math.Max(math.Log(hi/lo), math.Log(leastSketched))
	}
	var b strings.Builder
	for i, x := range k.medians {
		if i == k.start {
			b.WriteByte('[')
		}
		level := 0.0
		if span > 0 {
			level = (height(x) - height(lo)) / span * float64(len(blocks))
		}
		b.WriteRune(blocks[min(int(level), len(blocks)-1)])
		if k.start >= 0 && i+1 == k.stop {
			b.WriteByte(']')
		}
	}
	return b.String()
}

// scale is the range of the medians, one where they look the same.
func (k sketch) scale() string {
	if len(k.medians) == 0 {
		return ""
	}
	lo, hi := slices.Min(k.medians), slices.Max(k.medians)
	if one := formatNS(lo); one == formatNS(hi) {
		return one
	}
	return timeRange(lo, hi)
}
