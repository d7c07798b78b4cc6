package ab

import (
	"fmt"
	"slices"
)

// Fresh reports whether a pair belongs to a block that confirms.
func (j *Journal) Fresh(pair int) bool {
	return slices.ContainsFunc(j.Blocks, func(b Block) bool { return b.Fresh && b.From <= pair && pair <= b.To })
}

// Sampled reports whether any process that counts has kept samples. Without them nothing in the files says when runs began.
func (j *Journal) Sampled() bool {
	return slices.ContainsFunc(j.Current(), func(p *Process) bool { return p.Sampled > 0 })
}

// Course is how the runs were made, in words, for whoever has nothing but the result.
func (j *Journal) Course() string {
	first, more, fresh := 0, 0, 0
	for _, b := range j.Blocks {
		switch n := b.To - b.From + 1; {
		case b.Fresh:
			fresh += n
		case b.From == 1:
			first = n
		default:
			more += n
		}
	}
	text := fmt.Sprintf("%d pairs of runs in random order, seed %d", first, j.Config.Seed)
	if more > 0 {
		text += fmt.Sprintf("; %d more of what was unsure", more)
	}
	if fresh > 0 {
		text += fmt.Sprintf("; %d fresh ones of what was flagged", fresh)
	}
	if !j.Over {
		text += "; broken off before its end"
	}
	return text
}
