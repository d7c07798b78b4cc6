package roofline

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// cacheLevel is a data cache as one thread has it when all threads are at work.
type cacheLevel struct {
	level int
	size  int64 // in bytes, over the processors that share it
}

func (c cacheLevel) name() string { return "L" + strconv.Itoa(c.level) }

// cacheLevels are the data caches of the first processor below root, the nearest first; none where the system does not tell.
func cacheLevels(root string) []cacheLevel {
	paths, _ := filepath.Glob(filepath.Join(root, "cpu0", "cache", "index[0-9]*"))
	var levels []cacheLevel
	for _, path := range paths {
		level, err := strconv.Atoi(word(path, "level"))
		size := cacheSize(word(path, "size")) / int64(max(1, processors(word(path, "shared_cpu_list"))))
		if err == nil && size > 0 && word(path, "type") != "Instruction" {
			levels = append(levels, cacheLevel{level, size})
		}
	}
	slices.SortFunc(levels, func(a, b cacheLevel) int { return cmp.Compare(a.level, b.level) })
	return levels
}

// processors counts those of a list like "0-3,8".
func processors(list string) int {
	n := 0
	for part := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(part, "-")
		first, err := strconv.Atoi(from)
		last := first
		if err == nil && isRange {
			last, err = strconv.Atoi(to)
		}
		if err == nil && last >= first {
			n += last - first + 1
		}
	}
	return n
}

// resident is how many bytes a stream goes through to show the bandwidth of level i: half of it, but no more than four
// times the level before, as the last level is vast on servers. 0: it is not clearly larger than the level before.
func resident(levels []cacheLevel, i int) int64 {
	size := levels[i].size / 2
	if i == 0 {
		return size
	}
	before := levels[i-1].size
	if size < 2*before {
		return 0
	}
	return min(size, max(4*before, mib))
}
