package counter

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"syscall"
)

// divide makes of events of one class as few groups as fit the hardware, in the order asked for, so that neighbours
// stay together. The note says if there is more than one.
func divide(k kernel, parts []*part) (groups []*group, note string) {
	if c := parts[0].unit; c.pmu == typeSoftware || c.scope == System {
		// Nothing limits software. What counts for the whole system is not tried: it would be for others, too.
		return []*group{{parts: parts}}, ""
	}
	for rest := parts; len(rest) > 0; {
		n := prefix(k, rest)
		groups = append(groups, &group{parts: rest[:n:n]})
		rest = rest[n:]
	}
	if len(groups) > 1 {
		note = fmt.Sprintf("%d events are more than the hardware counts at once: split into %d groups of at most %d, which take turns",
			len(parts), len(groups), len(groups[0].parts))
	}
	return groups, note
}

// prefix is the size of the largest group at the beginning of parts that the hardware has the counters for; at
// least 1, and more where events must not be parted.
func prefix(k kernel, parts []*part) int {
	if fits(k, parts) {
		return len(parts)
	}
	least := inseparable(parts)
	// The first size above least that does not fit; a prefix of what fits, fits.
	return least + sort.Search(len(parts)-least-1, func(i int) bool { return !fits(k, parts[:least+i+1]) })
}

// fits tries a group on the calling thread. One that does not fit is refused (EINVAL, ENOSPC), or opens and never runs.
func fits(k kernel, parts []*part) bool {
	fds, err := openGroup(k, parts, target{0, -1})
	if err != nil {
		// Other errors have nothing to do with the size, and are met and explained when the session attaches.
		return !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOSPC)
	}
	defer closeAll(k, fds)
	leader := fds[0]
	if k.enable(leader) != nil || k.disable(leader) != nil {
		return false
	}
	reading := make([]uint64, words(len(parts)))
	n, err := k.read(leader, reading)
	return err == nil && n == len(reading) && reading[wordRunning] > 0
}

// Intel's top-down metrics (Ice Lake and newer) are counted together with slots only, and slots leads their group
// (Linux, tools/perf/Documentation/topdown.txt).
const (
	configSlots       = 0x0400
	configFirstMetric = 0x8000
	configLastMetric  = 0x8700
)

func isSlots(p *part) bool {
	return p.unit.pmu == pmuCPU && p.attr.typ == typeRaw && p.attr.config == configSlots
}

func isSlotsMetric(p *part) bool {
	c := p.attr.config
	return p.unit.pmu == pmuCPU && p.attr.typ == typeRaw && c >= configFirstMetric && c <= configLastMetric && c&0xff == 0
}

// slotsFirst puts slots and its metrics before the other events, each in the order asked for, if slots is among them.
func slotsFirst(parts []*part) []*part {
	if !slices.ContainsFunc(parts, isSlots) {
		return parts
	}
	rank := func(p *part) int {
		switch {
		case isSlots(p):
			return 0
		case isSlotsMetric(p):
			return 1
		}
		return 2
	}
	sorted := slices.Clone(parts)
	slices.SortStableFunc(sorted, func(a, b *part) int { return rank(a) - rank(b) })
	return sorted
}

// inseparable is the number of events at the beginning of parts that make sense in one group only.
func inseparable(parts []*part) int {
	n := 1
	if !isSlots(parts[0]) {
		return n
	}
	for n < len(parts) && isSlotsMetric(parts[n]) {
		n++
	}
	return n
}
