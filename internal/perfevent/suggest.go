package perfevent

import (
	"slices"
	"strings"
)

const (
	mostSuggestions = 3
	// longestWord is in bytes. A longer word is no misspelt event, and comparing it takes time.
	longestWord = 64
)

// nearest lists up to three of the known words that word may have meant, the nearest first, equally near ones in order of
// the alphabet. It is empty when none is near: within a third of the word's letters.
func nearest(word string, known []string) []string {
	if word == "" || len(word) > longestWord {
		return nil
	}
	type candidate struct {
		word     string
		distance int
	}
	var list []candidate
	for _, k := range known {
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d <= max(1, len(word)/3) {
			list = append(list, candidate{k, d})
		}
	}
	slices.SortFunc(list, func(a, b candidate) int {
		if a.distance != b.distance {
			return a.distance - b.distance
		}
		return strings.Compare(a.word, b.word)
	})
	list = slices.Compact(list)
	var words []string
	for _, c := range list[:min(len(list), mostSuggestions)] {
		if c.distance <= list[0].distance+1 { // beside a near word, a far one was hardly meant
			words = append(words, c.word)
		}
	}
	return words
}

// distance is the number of insertions, deletions, replacements and swaps of neighbours that turn a into b, no place being
// changed twice (optimal string alignment; Damerau 1964, doi:10.1145/363958.363994).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(replaced, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
