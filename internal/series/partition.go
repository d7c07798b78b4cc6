package series

import "math/bits"

// partition cuts sorted values into bins so that their code is small. The candidates are the subtrees of the binary
// trie of the values: a subtree's bin begins at its smallest value and is as wide as its largest
// needs. Of all ways to cover the trie by subtrees the cheapest is taken, header included.
// The trie is built from left to right on a stack that holds the path to
// the newest leaf; a node is decided when it is complete.
type partition struct {
	logN   int64 // binary logarithm of the number of values
	fee    int64 // what a bin costs in the header, beside its lower end
	starts [maxFound]uint32
	nstart int
	stack  [66]trieNode
	depth  int
}

// maxFound bounds the bins that are chosen. The gaps between them may become bins, too.
const maxFound = maxBins / 2

// headerFee is about what a bin takes in the header beside its lower end, in bits.
const headerFee = 24

// trieNode is a complete subtree. Its cost is worked out when it is needed: -1 before.
type trieNode struct {
	first, end int32 // its values, as indexes
	bins       int32 // number of bins before its own
	level      uint8 // length of the bits in which its first value and the one before it differ
	width      uint8 // length of the bits in which its values differ
	cost       int64 // of its values and bins
}

// cut chooses the bins for sorted and returns the index of each bin's first value. Where sorted is a
// sample, each of its values stands for several and could pay for more bins; but those would be made for
// the sample rather than for the values.
func (p *partition) cut(sorted []uint64) []uint32 {
	p.logN = log2(uint64(len(sorted)))
	p.fee = headerFee * costUnit
	for !p.run(sorted) {
		p.fee *= 2
	}
	return p.starts[:p.nstart]
}

// run goes through the values; it fails if they need more than maxFound bins.
func (p *partition) run(sorted []uint64) bool {
	p.nstart, p.depth = 0, 0
	for i := 0; i < len(sorted); {
		first, v := i, sorted[i]
		for i++; i < len(sorted) && sorted[i] == v; i++ {
		}
		level := uint8(65)
		if first > 0 {
			level = uint8(bits.Len64(v ^ sorted[first-1]))
		}
		for p.depth > 1 && p.stack[p.depth-1].level < level {
			p.merge(sorted)
		}
		if p.nstart == maxFound {
			return false
		}
		p.stack[p.depth] = trieNode{first: int32(first), end: int32(i), bins: int32(p.nstart), level: level, cost: -1}
		p.starts[p.nstart] = uint32(first)
		p.nstart++
		p.depth++
	}
	for p.depth > 1 {
		p.merge(sorted)
	}
	return true
}

// merge makes one node of the top two: one bin if that is cheaper, else the bins of both.
func (p *partition) merge(sorted []uint64) {
	p.depth--
	l, r := &p.stack[p.depth-1], &p.stack[p.depth]
	width := bits.Len64(sorted[r.end-1] - sorted[l.first])
	// More than all its bits two bins cannot save.
	if int64(r.end-l.first)*int64(width)*costUnit <= p.fee {
		l.end, l.width, l.cost = r.end, uint8(width), -1
		p.nstart = int(l.bins) + 1
		return
	}
	split := p.cost(l) + p.cost(r)
	l.end, l.width, l.cost = r.end, uint8(width), -1
	if p.cost(l) <= split {
		p.nstart = int(l.bins) + 1
	} else {
		l.cost = split
	}
}

// cost returns the cost of n, as one bin if nothing else was found.
func (p *partition) cost(n *trieNode) int64 {
	if n.cost < 0 {
		count := int64(n.end - n.first)
		n.cost = count*(p.logN-log2(uint64(count))+int64(n.width)*costUnit) + p.fee + int64(n.level)*(costUnit*8/7)
	}
	return n.cost
}

// costUnit is the number of parts in which costs count a bit. Costs are integers so that all machines
// choose the same bins.
const costUnit = 256

// log2 returns the binary logarithm of n > 0 in 1/costUnit, to within 0.01 bits.
func log2(n uint64) int64 {
	const one = 1 << 16
	whole := bits.Len64(n) - 1
	x := int64(n<<(63-whole)>>47) - one // the fraction of the mantissa
	x += x * (one - x) >> 16 * 22525 >> 16
	return (int64(whole)<<16 + x) >> 8
}
