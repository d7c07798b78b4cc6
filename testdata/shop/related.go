package shop

import (
	"cmp"
	"slices"
)

// related returns the n articles of other products that are most like the one with the given ID, the best first;
// of equals the one with the lower ID comes first.
func (s *Shop) related(id, n int) []Article {
	type candidate struct {
		id, score int
	}
	this := s.articles[id]
	var candidates []candidate
	for i, a := range s.articles {
		if a.Name != this.Name {
			candidates = append(candidates, candidate{i, likeness(this, a)})
		}
	}
	slices.SortFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
	})
	out := make([]Article, 0, n)
	for _, c := range candidates[:min(n, len(candidates))] {
		out = append(out, s.articles[c.id])
	}
	return out
}

// likeness is higher the more two articles have in common: up to 100 for the price, a point less for each euro of
// difference, and 100 for each common tag, 50 for the colour, 30 for the size.
func likeness(a, b Article) int {
	score := 100 - min(100, max(a.Cents-b.Cents, b.Cents-a.Cents)/100)
	for _, tag := range a.Tags {
		if slices.Contains(b.Tags, tag) {
			score += 100
		}
	}
	if a.Colour == b.Colour {
		score += 50
	}
	if a.Size == b.Size {
		score += 30
	}
	return score
}
