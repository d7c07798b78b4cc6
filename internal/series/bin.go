package series

import "math/bits"

// maxBins bounds the bins of a chunk; at least one slot of the coding table belongs to each.
const maxBins = 1 << 10

// bin is a range of scaled values, [lower, lower + 2^width), coded as one symbol and width plain bits.
type bin struct {
	lower uint64
	width uint8
	count uint32 // values of the window in this bin
	freq  uint32 // its slots in the coding table
	cost  uint32 // of one value, in 1/costUnit bits
	ansSymbol
}

// costUnit is the number of parts in which costs count a bit. Costs are integers so that all machines
// make the same chunks.
const costUnit = 256

// partition chooses the bins for sorted values: of all the ways to cut the binary trie of the values
// into subtrees, the one with the smallest code. A subtree's bin begins at its smallest value and
// is as wide as its largest needs. The trie is built from left to right on a stack that holds
// the path to the newest leaf; each node is decided when it is complete.
func (e *Encoder) partition(sorted []uint64) {
	starts := e.sorted[:0]
	if &sorted[0] == &e.sorted[0] {
		starts = e.spare[:0]
	}
	p := partitioner{sorted: sorted, starts: starts, logN: log2(len(sorted)), fee: headerFee * costUnit}
	for {
		p.run()
		if len(p.starts) <= maxBins {
			break
		}
		p.fee *= 2
	}
	e.nbins = len(p.starts)
	for i, start := range p.starts {
		end := len(sorted)
		if i+1 < e.nbins {
			end = int(p.starts[i+1])
		}
		e.bins[i] = bin{
			lower: sorted[start],
			width: uint8(bits.Len64(sorted[end-1] - sorted[start])),
			count: uint32(end) - uint32(start),
		}
	}
}

// headerFee is about what a bin takes in the header beside its lower end, in bits.
const headerFee = 24

type partitioner struct {
	sorted []uint64
	starts []uint64 // index of the first value of each bin chosen so far
	logN   int64
	fee    int64
	stack  [66]trieNode
	depth  int
}

// trieNode is a complete subtree.
type trieNode struct {
	first, end int   // its values, as indexes
	bins       int   // number of bins before its own
	level      int   // length of the bits in which its first value and the one before differ
	cost       int64 // of its values and bins
}

func (p *partitioner) run() {
	p.starts, p.depth = p.starts[:0], 0
	sorted := p.sorted
	for i := 0; i < len(sorted); {
		first, v := i, sorted[i]
		for i++; i < len(sorted) && sorted[i] == v; i++ {
		}
		level := 65
		if first > 0 {
			level = bits.Len64(v ^ sorted[first-1])
		}
		for p.depth > 1 && p.stack[p.depth-1].level < level {
			p.merge()
		}
		n := &p.stack[p.depth]
		*n = trieNode{first: first, end: i, bins: len(p.starts), level: level}
		n.cost = p.leaf(n, 0)
		p.starts = append(p.starts, uint64(first))
		p.depth++
	}
	for p.depth > 1 {
		p.merge()
	}
}

// merge makes one node of the top two: one bin if that is cheaper, else the bins of both.
func (p *partitioner) merge() {
	p.depth--
	l, r := &p.stack[p.depth-1], &p.stack[p.depth]
	l.cost += r.cost
	l.end = r.end
	width := bits.Len64(p.sorted[l.end-1] - p.sorted[l.first])
	if c := p.leaf(l, width); c <= l.cost {
		l.cost = c
		p.starts = p.starts[:l.bins+1]
	}
}

// leaf returns the cost of a node as one bin.
func (p *partitioner) leaf(n *trieNode, width int) int64 {
	count := n.end - n.first
	return int64(count)*(p.logN-log2(count)+int64(width)*costUnit) + p.fee + int64(n.level)*(costUnit*8/7)
}

// log2 returns the binary logarithm of n > 0, in 1/costUnit, to within 0.01.
func log2(n int) int64 {
	const one = 1 << 16
	whole := bits.Len(uint(n)) - 1
	x := int64(n)<<16>>whole - one // fraction of the mantissa
	x += x * (one - x) >> 16 * 22525 >> 16
	return (int64(whole)<<16 + x) * costUnit >> 16
}

// costOf returns the cost of all values of the bins, without their header.
func costOf(bins []bin) int64 {
	n := 0
	for i := range bins {
		n += int(bins[i].count)
	}
	sum := int64(0)
	for i := range bins {
		b := &bins[i]
		sum += int64(b.count) * (log2(n) - log2(int(b.count)) + int64(b.width)*costUnit)
	}
	return sum
}

// binIndex finds the bin of a value: cells that grow with the value, indexBits bits of precision each.
type binIndex struct {
	first [(65 - indexBits) << indexBits]uint16 // the bin that holds or precedes the cell's first value
}

const indexBits = 6

// cell numbers the cells in ascending order.
func cell(u uint64) int {
	if u < 1<<indexBits {
		return int(u)
	}
	e := bits.Len64(u) - 1 - indexBits
	return e<<indexBits + int(u>>e)
}

func (x *binIndex) build(bins []bin) {
	at := 0
	for i := range bins {
		c := cell(bins[i].lower)
		for ; at <= c; at++ {
			x.first[at] = uint16(max(i-1, 0))
		}
	}
	for last := cell(bins[len(bins)-1].lower + (1<<bins[len(bins)-1].width - 1)); at <= last; at++ {
		x.first[at] = uint16(len(bins) - 1)
	}
}

// find returns the index of the last bin that begins at or before u.
func (x *binIndex) find(bins []bin, u uint64) int {
	s := int(x.first[cell(u)])
	for s+1 < len(bins) && bins[s+1].lower <= u {
		s++
	}
	return s
}
