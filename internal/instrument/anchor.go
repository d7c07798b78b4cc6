package instrument

import (
	"cmp"
	"slices"
)

// A pair is a line of one text and the equal line of another, by their indices.
type pair struct{ x, y int }

// anchors are the longest series of lines that each text has once, in the order of both: those that patience diff goes by.
func anchors(a, b []string) []pair {
	places := map[string]*pair{}
	for x, line := range a {
		if p := places[line]; p != nil {
			p.x = -1
		} else {
			places[line] = &pair{x, -1}
		}
	}
	for y, line := range b {
		if p := places[line]; p != nil {
			if p.y >= 0 {
				p.x = -1
			}
			p.y = y
		}
	}
	var common []pair
	for _, p := range places {
		if p.x >= 0 && p.y >= 0 {
			common = append(common, *p)
		}
	}
	slices.SortFunc(common, func(p, q pair) int { return cmp.Compare(p.x, q.x) })
	return increasing(common)
}

// increasing is the longest part of some pairs in which y grows, found by patience sorting.
func increasing(pairs []pair) []pair {
	var tops []int                   // the pair on top of each pile
	below := make([]int, len(pairs)) // the top of the pile before, when a pair was put down
	for i, p := range pairs {
		pile, _ := slices.BinarySearchFunc(tops, p.y, func(top, y int) int { return cmp.Compare(pairs[top].y, y) })
		below[i] = -1
		if pile > 0 {
			below[i] = tops[pile-1]
		}
		if pile == len(tops) {
			tops = append(tops, i)
		} else {
			tops[pile] = i
		}
	}
	longest := make([]pair, len(tops))
	if len(tops) > 0 {
		for i, at := len(tops)-1, tops[len(tops)-1]; i >= 0; i, at = i-1, below[at] {
			longest[i] = pairs[at]
		}
	}
	return longest
}
