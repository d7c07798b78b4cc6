package steady

import "math"

const (
	levelReach = 0.01 // relative distance from the steady level up to which a segment belongs to it, for the default tolerance
	excursion  = 0.03 // share of the series that one segment inside the steady part may spend elsewhere
	excursions = 0.2  // share of the steady part that all of them may
	lateStart  = 0.6  // of the series: what begins after that has not been steady for long enough

	parameterPrice = 1.5  // log n for each parameter of an explanation; a segment has two, its level and its start
	mostResidual   = 30   // what one block can cost, in squared standard deviations
	mostOff        = 0.05 // share of the blocks that a curve may leave unexplained
	curveBlocks    = 20   // blocks from which on a curve can be told
)

// how says what a start was found by.
type how uint8

const (
	bySegment how = iota // the last change of level
	byCurve              // the end of a fading warm-up
	bySpread             // the end of a wilder part
)

// steadyLevel is what is known of the steady part when its start is looked for.
type steadyLevel struct {
	level float64
	sigma float64 // of a block, its wandering included
	half  float64 // height of the band above the level
	reach float64 // how far a segment of the steady part may lie away
	near  float64 // how far a curve may where the steady part begins
}

// belongs reports whether a mean of blocks is one of the level, give or take the noise of that mean and of the level, which is
// that of half of all blocks.
func (l *steadyLevel) belongs(mean float64, blocks, all int) bool {
	return math.Abs(mean-l.level) <= max(l.reach, 2*l.sigma*math.Sqrt(1/float64(blocks)+2/float64(all)))
}

// wandering widens the reach to that of the segments inside of the band which lie in the last half of the series, or which go up and down, as no
// warm-up does, until the end.
func (l *steadyLevel) wandering(held []float64, starts []int) {
	n := len(held)
	var up, down bool
	reach, after, inside := l.reach, 0.0, true
	for k := len(starts) - 1; k >= 0; k-- {
		from, to := starts[k], segmentEnd(starts, k, n)
		m := mean(held[from:to])
		d := math.Abs(m - l.level)
		if 2*(to-max(from, n/2)) > to-from && d <= l.half {
			l.reach = max(l.reach, d)
		}
		if inside = inside && d <= l.half; !inside {
			continue
		}
		reach = max(reach, d)
		if k < len(starts)-1 {
			up = up || after-m > levelReach
			down = down || m-after > levelReach
		}
		after = m
	}
	if up && down {
		l.reach = max(l.reach, reach)
	}
}

// firstSteady is the index of the segment with which the steady part begins: it grows from the last one backwards, over excursions,
// as long as no excursion is longer than excursion or than a later one.
func (l *steadyLevel) firstSteady(held []float64, starts []int) int {
	n := len(held)
	first, away, run, longest := -1, 0, 0, 0
	for k := len(starts) - 1; k >= 0; k-- {
		part := held[starts[k]:segmentEnd(starts, k, n)]
		if l.belongs(mean(part), len(part), n) {
			if float64(away) > excursions*max(float64(n-starts[k]), (1-lateStart)*float64(n)) {
				break
			}
			longest, run = max(longest, run), 0
			first = k
			continue
		}
		run += len(part)
		away += len(part)
		if first >= 0 && run > max(int(excursion*float64(n)), longest) {
			break
		}
	}
	if first < 0 {
		first = len(starts) - 1
	}
	return first
}

func segmentEnd(starts []int, k, n int) int {
	if k+1 < len(starts) {
		return starts[k+1]
	}
	return n
}

// locate finds the block with which the steady part of ys begins: of the segments, or of the curve that explains the blocks before the
// steady part and half as many after it better.
func (l *steadyLevel) locate(ys, held []float64, starts []int, positive bool) (block int, by how, c curve) {
	n := len(ys)
	block = starts[l.firstSteady(held, starts)]
	if n < curveBlocks || !positive {
		return block, bySegment, c
	}
	curves := newBins(ys, l.level, l.sigma).curves(n)
	far := block
	for i := range curves {
		far = max(far, int(min(curves[i].start(l.near), float64(n))))
	}
	region := min(n, max(far+far/2, curveBlocks))

	price := parameterPrice * math.Log(float64(n))
	cost := func(i int, fit float64) float64 {
		r := (ys[i] - fit) / l.sigma
		return min(r*r, mostResidual)
	}
	least := 0.0
	for k, from := range starts {
		if from >= region {
			break
		}
		if k > 0 {
			least += 2 * price
		}
		to := segmentEnd(starts, k, n)
		m := mean(held[from:to])
		for i := from; i < min(to, region); i++ {
			least += cost(i, m)
		}
	}
	for _, k := range curves {
		at := k.start(l.near)
		if at >= 0.9*float64(n) {
			continue
		}
		sum, off := price*float64(k.parameters()-1), 0
		for i := range region {
			c := cost(i, l.level+k.value(float64(i)))
			if sum += c; c > outlying*outlying {
				off++
			}
		}
		if sum < least && float64(off) <= mostOff*float64(region) {
			least, block, by, c = sum, int(at+0.5), byCurve, k
		}
	}
	return block, by, c
}
