package steady

import (
	"math"
	"slices"
)

// What an eye sees of a series is a line, drawn with the thickness of the noise, in a picture as high as the line moves. These
// say when it sees two levels instead of one.
const (
	lineParts = 30   // the line is a running median over this part of the series
	lineLeast = 7    // and over this many blocks at least, where there are enough
	bandFloor = 0.01 // half height of the band within which the line is level: at least this, for the default tolerance,
	bandRange = 0.1  // this share of the range of the line,
	bandNoise = 3    // and this many standard deviations of the noise;
	bandMost  = 0.1  // but not more than this
	bandAway  = 0.2  // share of the last half that may be outside of the band
)

// A band is the level that most of the last half of a series keeps.
type band struct {
	line  []float64 // running medians
	rise  float64   // range of line, at most log 2: a change to twice the level fills the picture
	half  float64   // half height
	noise float64   // standard deviation of a block about line
	level float64
	away  float64 // share of the last half outside
}

// newBand finds the band of ys, logarithms or relative values. raw is ys before a cycle was averaged out of it; strict is the tolerance, as a
// multiple of the default, with which the floor of the height scales.
func newBand(ys, raw []float64, strict float64) band {
	n := len(ys)
	b := band{line: runningMedian(ys, max(3, n/lineParts, min(lineLeast, n/4)))}
	tail := n / 2
	scratch := make([]float64, n)
	rest := scratch[:n-tail]
	for i := range rest {
		rest[i] = math.Abs(raw[tail+i] - b.line[tail+i])
	}
	b.noise = toSigma * median(rest)
	b.noise = max(b.noise, stepNoise(raw[tail:], scratch, 1))
	b.rise = min(slices.Max(b.line)-slices.Min(b.line), math.Ln2)
	b.half = min(max(strict*bandFloor, bandRange*b.rise, bandNoise*b.noise), max(bandMost, strict*bandFloor))

	sorted := slices.Clone(b.line[tail:])
	slices.Sort(sorted)
	most, at := 0, 0
	for i, j := 0, 0; i < len(sorted); i++ {
		for sorted[i]-sorted[j] > 2*b.half {
			j++
		}
		if i-j+1 > most {
			most, at = i-j+1, j
		}
	}
	b.away = 1 - float64(most)/float64(len(sorted))
	inside := sorted[at : at+most]
	b.level = inside[len(inside)/2]

	if n < lineParts {
		return b
	}
	// The mean is a better level than the median of few lines, when only what lies inside counts.
	sum, count := 0.0, 0.0
	for i := tail; i < n; i++ {
		if math.Abs(b.line[i]-b.level) <= b.half {
			sum += b.hold(ys[i])
			count++
		}
	}
	if count > 0 {
		b.level += sum / count
	}
	return b
}

// hold is the deviation of y from the level, held within the height of the band.
func (b *band) hold(y float64) float64 {
	return min(max(y-b.level, -2*b.half), 2*b.half)
}

// runningMedian gives the medians of width entries around each; at the ends, of the first and last ones.
func runningMedian(ys []float64, width int) []float64 {
	out := make([]float64, len(ys))
	width = min(width, len(ys))
	near := make([]float64, width)
	for i := range ys {
		from := min(max(i-width/2, 0), len(ys)-width)
		out[i] = median(near[:copy(near, ys[from:from+width])])
	}
	return out
}

const (
	wanderParts = 12   // the longest means have this part of the last half
	wanderJump  = 1.15 // less is chance
)

// wander is the standard deviation of independent noise whose means, over any number of blocks, would spread as much as those of the last half
// do about the level: real machines wander for as long as one looks (frequency, neighbours, memory layout), and where that has been found steady, it
// is noise.
func (b *band) wander(ys []float64) float64 {
	return max(b.spread(ys[len(ys)/2:]), leastSigma)
}

// spread is wander of all of tail.
func (b *band) spread(tail []float64) float64 {
	sigma := 0.0
	for k := 1; k == 1 || k <= len(tail)/wanderParts; k *= 2 {
		square, count := 0.0, 0.0
		for from := 0; from+k <= len(tail); from += k {
			sum := 0.0
			for _, y := range tail[from : from+k] {
				sum += b.hold(y)
			}
			square += sum * sum / float64(k)
			count++
		}
		if s := math.Sqrt(square / count); s > sigma*wanderJump {
			sigma = s
		}
	}
	return sigma
}
