package roofline

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	kib = 1 << 10
	mib = 1 << 20

	// leastFootprint and mostFootprint bound the bytes of the three arrays together.
	leastFootprint = 96 * mib
	mostFootprint  = 1024 * mib
	// blindFootprint is taken where the system does not tell how much memory is free.
	blindFootprint = 256 * mib
	// footprintCaches is how many times the last-level cache the arrays should be. STREAM asks that of each array; here
	// it is asked of all three, as the memory would have to be found on every user's machine.
	footprintCaches = 4
	// freeShare is the part of the free memory that may be used: an eighth.
	freeShare = 8
)

// footprint is the size of the three arrays together in bytes: four times the last-level caches (0: unknown), within
// bounds, and never more than an eighth of the free memory (negative: unknown).
func footprint(cache, free int64) int64 {
	size := int64(blindFootprint)
	if cache > 0 {
		size = min(max(footprintCaches*cache, leastFootprint), mostFootprint)
	}
	if free < 0 {
		return min(size, blindFootprint)
	}
	return min(size, free/freeShare)
}

// lastLevelCache adds up the last-level caches of the processors below root ("/sys/devices/system/cpu"); 0: unknown.
func lastLevelCache(root string) int64 {
	paths, _ := filepath.Glob(filepath.Join(root, "cpu[0-9]*", "cache", "index[0-9]*"))
	sizes := map[int]map[string]int64{}
	deepest := 0
	for _, path := range paths {
		level, err := strconv.Atoi(word(path, "level"))
		if err != nil {
			continue
		}
		if sizes[level] == nil {
			sizes[level] = map[string]int64{}
		}
		// Caches that several processors share are listed with each of them.
		sizes[level][word(path, "shared_cpu_list")] = cacheSize(word(path, "size"))
		deepest = max(deepest, level)
	}
	var sum int64
	for _, size := range sizes[deepest] {
		sum += size
	}
	return sum
}

// cacheSize reads "32K" or "300M"; 0: something else.
func cacheSize(text string) int64 {
	unit := int64(1)
	switch {
	case strings.HasSuffix(text, "K"):
		unit = kib
	case strings.HasSuffix(text, "M"):
		unit = mib
	}
	n, err := strconv.ParseInt(strings.TrimRight(text, "KM"), 10, 32)
	if err != nil || n < 0 {
		return 0
	}
	return n * unit
}

// freeMemory is what this process may still use in bytes, -1 where the system does not tell: the memory that is
// available, or what the control group leaves if that is less.
func freeMemory(root string) int64 {
	free := int64(-1)
	for line := range strings.SplitSeq(word(root, "proc/meminfo"), "\n") {
		fields := strings.Fields(line)
		if len(fields) >= 2 && fields[0] == "MemAvailable:" {
			free = number(fields[1], -1)
			if free >= 0 && free < math.MaxInt64/kib {
				free *= kib
			}
		}
	}
	if free < 0 {
		return -1
	}
	for _, group := range memoryGroups {
		limit := number(word(root, group.limit), math.MaxInt64)
		used := number(word(root, group.used), 0)
		free = min(free, max(limit-used, 0))
	}
	return free
}

// memoryGroups are where the two versions of control groups keep a container's limit.
var memoryGroups = []struct{ limit, used string }{
	{"sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory.current"},
	{"sys/fs/cgroup/memory/memory.limit_in_bytes", "sys/fs/cgroup/memory/memory.usage_in_bytes"},
}

// word is the trimmed text of a file, "" where it cannot be read.
func word(folder, name string) string {
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// number reads a size that is not negative; "max" and the like are what otherwise says.
func number(text string, otherwise int64) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return otherwise
	}
	return n
}
