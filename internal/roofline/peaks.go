package roofline

import (
	"fmt"
	"slices"
	"time"
)

// Peaks are what the kernels reached on this machine, in FLOP/s and B/s.
type Peaks struct {
	Version   int       `json:"version"`   // of the kernels and this form
	CPU       string    `json:"cpu"`       // as it names itself
	Arch      string    `json:"arch"`      // GOARCH
	Threads   int       `json:"threads"`   // that Rates.All were measured with
	Measured  time.Time `json:"measured"`  // when
	Rounds    int       `json:"rounds"`    // how many measurements this is the best of
	Vector    string    `json:"vector"`    // instructions of the vector kernels: "avx512", "neon", "go"
	Scalar    string    `json:"scalar"`    // instructions of the scalar kernels: "sse2", "fma"
	Footprint int64     `json:"footprint"` // of the three arrays together, in bytes
	Cache     int64     `json:"cache"`     // the last-level caches together, in bytes; 0: unknown

	Flops64  Rates `json:"flops64"`  // vector multiply-add of float64
	Flops32  Rates `json:"flops32"`  // vector multiply-add of float32
	Scalar64 Rates `json:"scalar64"` // scalar multiply-add of float64
	Scalar32 Rates `json:"scalar32"` // scalar multiply-add of float32
	// Memory is the triad a[i] = b[i] + s×c[i] over arrays beyond the caches, with 24 bytes an element as STREAM counts them.
	Memory Rates `json:"memory"`
	// Caches are the levels of cache that could be measured, the nearest first; none where the system does not tell their sizes.
	Caches []CachePeak `json:"caches,omitempty"`

	// Notes say what to mind about these figures.
	Notes []string `json:"notes,omitempty"`
}

// peaksVersion changes when kernels or the way they are run do, so that what was kept is measured anew.
const peaksVersion = 1

// Roof is the roof for code that runs on a number of cores (0 or less: all), in arithmetic of so many bits: 32, or 64 for
// anything else. Its levels are main memory and then the caches, the farthest first.
func (p Peaks) Roof(cores, bits int) Roof {
	if cores <= 0 {
		cores = p.Threads
	}
	vector, scalar := p.Flops64, p.Scalar64
	if bits == 32 {
		vector, scalar = p.Flops32, p.Scalar32
	}
	roof := Roof{
		Flops:  vector.of(cores, p.Threads),
		Scalar: scalar.of(cores, p.Threads),
		Memory: []Level{{"memory", p.Memory.of(cores, p.Threads)}},
	}
	for _, cache := range slices.Backward(p.Caches) {
		roof.Memory = append(roof.Memory, Level{cache.Name, cache.Rates.of(cores, p.Threads)})
	}
	return roof
}

// steadySpread is the spread of trials up to which a measurement counts as undisturbed.
const steadySpread = 0.1

// rates are all figures with their names.
func (p *Peaks) rates() map[string]*Rates {
	all := map[string]*Rates{
		"flops64": &p.Flops64, "flops32": &p.Flops32, "scalar64": &p.Scalar64, "scalar32": &p.Scalar32, "memory": &p.Memory,
	}
	for i := range p.Caches {
		all[p.Caches[i].Name] = &p.Caches[i].Rates
	}
	return all
}

// steady says that all trials agreed.
func (p Peaks) steady() bool { return p.spread() <= steadySpread }

// spread is the largest of all rates.
func (p Peaks) spread() float64 {
	largest := 0.0
	for _, r := range p.rates() {
		largest = max(largest, r.Core.Spread(), r.All.Spread())
	}
	return largest
}

// better takes the higher of two measurements, rate by rate; but of two bandwidths of memory over clearly different
// footprints that over the larger one, as a cache helps with the smaller.
func (p Peaks) better(q Peaks) Peaks {
	q.Caches = slices.Clone(q.Caches)
	memory := q.Memory
	mine := p.rates()
	for name, r := range q.rates() {
		if old := mine[name]; old != nil {
			r.Core, r.All = r.Core.better(old.Core), r.All.better(old.All)
		}
	}
	switch {
	case clearlyLess(p.Footprint, q.Footprint):
		q.Memory = memory
	case clearlyLess(q.Footprint, p.Footprint):
		q.Memory, q.Footprint = p.Memory, p.Footprint
	}
	q.Rounds = p.Rounds + 1
	q.Notes = q.notes()
	return q
}

// clearlyLess is by a quarter or more.
func clearlyLess(a, b int64) bool { return a <= b/4*3 && a < b }

// notes say what limits the figures.
func (p Peaks) notes() []string {
	var notes []string
	if p.Vector == "go" {
		notes = append(notes, fmt.Sprintf("no kernels in assembly for %s: peaks are what loops in Go reach", p.Arch))
	}
	if p.Arch != "amd64" {
		notes = append(notes, "bandwidth: bytes of lines that are read before they are overwritten, if there are any, are not counted")
	}
	if p.Memory.Core.Trials == 0 {
		notes = append(notes, "bandwidth not measured: too little memory is free")
	} else if p.Cache > 0 && p.Footprint < footprintCaches*p.Cache {
		notes = append(notes, fmt.Sprintf("bandwidth: the arrays are %.1f times the last-level cache, not %d: it may have helped",
			float64(p.Footprint)/float64(p.Cache), footprintCaches))
	}
	if !p.steady() {
		notes = append(notes, fmt.Sprintf("trials differ by up to %.0f%%: the machine was busy, or shared", 100*p.spread()))
	}
	return notes
}

// String is a line with the figures of one core and of all.
func (p Peaks) String() string {
	return fmt.Sprintf("%s, one core: %s and %s (%s scalar); %d threads: %s and %s", p.Vector,
		unit(p.Flops64.Core.Best, "FLOP/s"), unit(p.Memory.Core.Best, "B/s"), unit(p.Scalar64.Core.Best, "FLOP/s"),
		p.Threads, unit(p.Flops64.All.Best, "FLOP/s"), unit(p.Memory.All.Best, "B/s"))
}
