// Package clock reads the cheapest counter that the machine offers and relates it to the monotonic clock.
//
// A hot path reads raw ticks with [Ticks] and keeps them; nothing is calibrated beforehand. When the work is done, two
// [Pair]s of (tick, monotonic time) that were read before and after it give the length of a tick over just that stretch.
// A single reading of both clocks can be torn apart by an interrupt, so a Pair is the narrowest of several readings that
// are bracketed by the counter.
//
// The counters, by platform:
//
//	amd64           the time-stamp counter (RDTSC), where CPUID says that it is invariant
//	arm64           CNTVCT_EL0 on Linux, macOS and FreeBSD, where its frequency is at least 20 MHz
//	everything else the monotonic clock: a tick is a nanosecond
//
// On amd64 and arm64 Ticks reads the hardware counter in any case; [Trusted] says whether it may be used. Where it says no,
// use [Nano].
//
// RDTSC is used without a fence. A fence costs more than the read; an unfenced read moves by some ten nanoseconds within the
// instruction window, and in a chain of reads what one interval loses the next gains.
package clock

import (
	"sync"
	"time"
)

// Source names the counter behind [Ticks].
type Source string

const (
	TSC       Source = "tsc"       // x86 time-stamp counter, invariant
	CNTVCT    Source = "cntvct"    // ARM generic timer, virtual count
	Monotonic Source = "monotonic" // the operating system's monotonic clock
)

// Facts are what is known of the clock after the first call of [Open].
type Facts struct {
	Source Source
	First  Pair    // the first reading of both clocks in this process
	ReadNS float64 // cost of one read of the counter in ns, the best of several short loops; above 0
	StepNS float64 // smallest step seen between two different readings in ns; above 0
}

// base is what Nano counts from. It is set by the first call of Open.
var base time.Time

var open = sync.OnceValue(func() Facts {
	base = time.Now()
	source := hardware()
	if source == "" {
		source = Monotonic
	}
	return measure(source)
})

// Open finds out which counter to trust and what a read of it costs. The first call takes some 30 microseconds, every other
// one a few nanoseconds. It must have returned before Ticks, Nano and ReadPair mean anything.
func Open() Facts { return open() }

// Trusted reports whether Ticks reads a counter that runs at a constant rate on all processors.
func (f Facts) Trusted() bool { return f.Source != Monotonic || !hasHardware }

// Nano returns the monotonic time in ns since the first call of Open.
func Nano() int64 { return nano() }

// measure reads the counter in short loops: the best loop tells the cost, the smallest difference the step.
func measure(source Source) Facts {
	f := Facts{Source: source}
	read := Ticks
	if !f.Trusted() {
		read = Nano
	}
	const loops, reads = 8, 64
	var step int64
	var best, spent, ticks int64
	f.First = ReadPair()
	for range loops {
		begin, last := Nano(), read()
		first := last
		for range reads {
			t := read()
			if d := t - last; d > 0 && (step == 0 || d < step) {
				step = d
			}
			last = t
		}
		d := Nano() - begin
		if best == 0 || d < best {
			best = d
		}
		spent += d
		ticks += last - first
	}
	f.ReadNS = max(float64(best)/(reads+2), 0.1)
	tick := 1.0
	if f.Trusted() && ticks > 0 {
		tick = float64(spent) / float64(ticks)
	}
	f.StepNS = max(float64(step)*tick, 0.1)
	return f
}
