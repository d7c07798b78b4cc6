package reportx

import (
	"math"
	"strings"
	"unicode/utf8"
)

// sparkWidth is the number of characters of a histogram in a line of text, at most, and sparkLeast the fewest that say something.
const sparkWidth, sparkLeast = 56, 8

// sparkLegend explains the line.
const sparkLegend = "▁▄█: how many samples take how long, from the fastest to the slowest; both scales are logarithmic"

// spark is the histogram of d in at most so many characters, "" without one.
func (d *Distribution) spark(width int) string {
	if d.spread == nil {
		return ""
	}
	return d.spread.spark(width, d.perOp)
}

// perOp converts picoseconds of a batch to ns of an operation.
func (d *Distribution) perOp(ps float64) float64 { return ps / float64(d.Batch) / 1000 }

// spark is a histogram of samples in a line of text, at most so many characters wide: 12µs ▂▇█▃▁ ▁  ▁ 1.1ms. Its ends are the
// fastest and the slowest sample. Durations are on a logarithmic scale, and so are counts: a block is eight
// eighths high where samples are most frequent, and one eighth where there is one at all. It is "" where there is nothing to show, as all samples look the same.
func (s *spread) spark(width int, perOp func(float64) float64) string {
	lo, hi := s.positive()
	if hi == 0 {
		return ""
	}
	from, to := scaled(perOp(float64(s.min))), scaled(perOp(float64(hi)))
	if from == to {
		return "" // the table says it all
	}
	cells := min(sparkWidth, width-utf8.RuneCountInString(from+to)-2)
	if cells < sparkLeast {
		return ""
	}
	counts := s.counts(float64(lo), float64(hi), cells)
	most := int64(1)
	for _, n := range counts {
		most = max(most, n)
	}
	var b strings.Builder
	b.WriteString(from + " ")
	for _, n := range counts {
		b.WriteRune(sparkBlock(n, most))
	}
	b.WriteString(" " + to)
	return b.String()
}

func sparkBlock(n, most int64) rune {
	if n == 0 {
		return ' '
	}
	level := 0.0
	if most > 1 {
		level = math.Log(float64(n)) / math.Log(float64(most)) * float64(len(blocks)-1)
	}
	return blocks[int(math.Round(level))]
}

func scaled(ns float64) string { return formatTime(ns, 3) }
