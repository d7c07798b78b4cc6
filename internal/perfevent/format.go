package perfevent

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// A format says which bits of an event hold a term's value: a file in the directory format of a PMU
// (Documentation/ABI/testing/sysfs-bus-event_source-devices-format in Linux), such as "config:0-7,32-35".
type format struct {
	config int    // 0, 1 or 2: of Config, Config1, Config2
	bits   uint64 // the value's lowest bit goes to the lowest of these
}

func parseFormat(text string) (format, error) {
	field, ranges, found := strings.Cut(strings.TrimSpace(text), ":")
	var f format
	switch field {
	case "config":
	case "config1":
		f.config = 1
	case "config2":
		f.config = 2
	default:
		return f, fmt.Errorf("format %q is of no known field (config, config1 or config2)", text)
	}
	if !found {
		return f, fmt.Errorf("format %q names no bits", text)
	}
	for r := range strings.SplitSeq(ranges, ",") {
		from, to, err := parseRange(r)
		if err != nil {
			return f, fmt.Errorf("format %q: %w", text, err)
		}
		f.bits |= mask(to-from+1) << from
	}
	return f, nil
}

// parseRange reads "5" or "0-7", bits from 0 to 63.
func parseRange(s string) (from, to int, err error) {
	low, high, found := strings.Cut(s, "-")
	if !found {
		high = low
	}
	from, err = strconv.Atoi(low)
	if err == nil {
		to, err = strconv.Atoi(high)
	}
	if err != nil || from < 0 || to < from || to > 63 {
		return 0, 0, fmt.Errorf("no range of bits: %q", s)
	}
	return from, to, nil
}

// mask has the n lowest bits set, n from 1 to 64.
func mask(n int) uint64 { return ^uint64(0) >> (64 - n) }

// width is the number of bits that a value may have.
func (f format) width() int { return bits.OnesCount64(f.bits) }

func (f format) fits(value uint64) bool { return value&^mask(f.width()) == 0 }

// put replaces the term's value in an event. The value fits.
func (f format) put(e *Event, value uint64) {
	var spread uint64
	for rest := f.bits; rest != 0; rest &= rest - 1 {
		if value&1 != 0 {
			spread |= rest & -rest
		}
		value >>= 1
	}
	field := [...]*uint64{&e.Config, &e.Config1, &e.Config2}[f.config]
	*field = *field&^f.bits | spread
}
