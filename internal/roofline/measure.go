package roofline

import (
	"runtime"
	"time"
	"unsafe"
)

// Options say how to measure. The zero value is right for a user's machine.
type Options struct {
	// Budget is about how long all of it takes on a machine that is idle; 0: one second.
	Budget time.Duration
	// Threads are what "all cores" means; 0: GOMAXPROCS.
	Threads int
	// Footprint is the size of the three arrays together in bytes; 0: four times the last-level cache, at most a
	// gibibyte and an eighth of what is free.
	Footprint int64
}

// processorFiles is where Linux describes the processors.
const processorFiles = "/sys/devices/system/cpu"

const (
	trials = 5 // and one before them to warm up
	// The parts share out the budget: four arithmetic kernels and up to three caches, each on one core and on all, make
	// (8+6)×6/150, memory 2×6/72, filling the arrays a third at most: 106% in all.
	kernelParts = 150
	memoryParts = 72
	fillParts   = 3
)

func (o Options) threads() int {
	if o.Threads > 0 {
		return o.Threads
	}
	return runtime.GOMAXPROCS(0)
}

func (o Options) budget() time.Duration {
	if o.Budget > 0 {
		return o.Budget
	}
	return time.Second
}

func (o Options) footprint(cache int64) int64 {
	if o.Footprint > 0 {
		return o.Footprint
	}
	return footprint(cache, freeMemory("/"))
}

// Measure runs the kernels on one core and on all. Each figure is the best of five trials. It keeps all cores busy while
// it runs, and takes memory outside the Go heap that it gives back. Nothing fails: what could not be measured is 0, and
// Notes say why.
func Measure(o Options) Peaks { return measure(available()[0], o) }

func measure(set kernels, o Options) Peaks {
	p := Peaks{
		Version: peaksVersion, CPU: model(), Arch: runtime.GOARCH, Threads: o.threads(), Measured: time.Now().UTC(), Rounds: 1,
		Vector: set.vector64.name, Scalar: set.scalar64.name, Cache: lastLevelCache(processorFiles),
	}
	window := o.budget() / kernelParts
	p.Flops64 = set.vector64.measure(p.Threads, window)
	p.Flops32 = set.vector32.measure(p.Threads, window)
	p.Scalar64 = set.scalar64.measure(p.Threads, window)
	p.Scalar32 = set.scalar32.measure(p.Threads, window)
	p.Caches = set.cache.measureCaches(cacheLevels(processorFiles), p.Threads, window)
	if arrays, err := newArrays(o.footprint(p.Cache), p.Threads, o.budget()/fillParts); err == nil {
		p.Memory = set.memory.measure(arrays, p.Threads, o.budget()/memoryParts)
		p.Footprint = arrays.bytes()
		arrays.memory.free()
	}
	p.Notes = p.notes()
	return p
}

// rounds is how many rounds of an arithmetic kernel are one step, a small part of a window: 13,000 for the usual one of
// 7 ms, which take some 30 us.
func rounds(window time.Duration) int { return int(min(max(2*window.Microseconds(), 200), 20_000)) }

// state is the memory of an arithmetic kernel on one thread.
type state struct {
	acc  [rows * rowBytes]byte
	coef [coefRows * rowBytes]byte
}

// newState has operands that neither overflow nor become subnormal, for as many rounds as you like: sums of 0.5×1, or
// x×0.5 + 1, which tends to 2. Zeros would spare the multipliers power that real work takes.
func (k arithmetic) newState() state {
	var s state
	if k.bits == 32 {
		broadcast[float32](&s.coef[0], 0.5, 1)
	} else {
		broadcast[float64](&s.coef[0], 0.5, 1)
	}
	return s
}

// broadcast fills the two rows of coefficients.
func broadcast[F float32 | float64](coef *byte, a, b F) {
	elements := unsafe.Slice((*F)(unsafe.Pointer(coef)), coefRows*rowBytes/int(unsafe.Sizeof(a)))
	half := len(elements) / coefRows
	for i := range half {
		elements[i], elements[half+i] = a, b
	}
}

// measure runs an arithmetic kernel.
func (k arithmetic) measure(threads int, window time.Duration) Rates {
	states := make([]state, threads)
	for i := range states {
		states[i] = k.newState()
	}
	n := rounds(window)
	return bothWays(threads, func(threads int) float64 {
		return perSecond(threads, window, func(thread int) float64 {
			k.run(&states[thread].acc[0], &states[thread].coef[0], n)
			return float64(n) * k.flops()
		})
	})
}

func (s stream) measure(arrays *arrays, threads int, window time.Duration) Rates {
	return bothWays(threads, func(threads int) float64 {
		cursors := arrays.split(threads)
		return perSecond(threads, window, func(thread int) float64 {
			return cursors[thread].run(s) * triadBytes
		})
	})
}

// bothWays makes the trials on one thread and on all.
func bothWays(threads int, trial func(threads int) float64) Rates {
	r := Rates{Core: best(func() float64 { return trial(1) })}
	r.All = r.Core
	if threads > 1 {
		r.All = best(func() float64 { return trial(threads) })
	}
	return r
}

func best(trial func() float64) Rate {
	var r Rate
	trial()
	for range trials {
		r = r.with(trial())
	}
	return r
}
