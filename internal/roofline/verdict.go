package roofline

import "fmt"

// Verdict says what holds a piece of work back, as far as the model can tell.
type Verdict string

const (
	// Unknown: something is missing; see [Point.Why].
	Unknown Verdict = "unknown"
	// MemoryBound: left of the ridge, and near the roof of a level of memory.
	MemoryBound Verdict = "memory-bound"
	// ComputeBound: right of the ridge, and near the peak of arithmetic.
	ComputeBound Verdict = "compute-bound"
	// NotMemoryBound: left of the ridge, but far below the bandwidth: latency, dependencies, too few requests in flight.
	NotMemoryBound Verdict = "not bandwidth-bound in fact"
	// NotComputeBound: right of the ridge, but far below the peak, whatever the intensity promises.
	NotComputeBound Verdict = "not compute-bound in fact"
	// AboveRoof: faster than the roof allows, so that the declared work or the roof is wrong.
	AboveRoof Verdict = "above its roof"
)

const (
	// NearRoof is the share of its bound from which on work is said to be bound by it. Rule of thumb, the one of
	// NVIDIA Nsight Compute: below 60% of both peaks latency is to be suspected.
	NearRoof = 0.6
	// OverRoof is the share beyond which work cannot be right: peaks that are the best of several trials are
	// reproduced within a few percent.
	OverRoof = 1.1
)

// judge sets the verdict from the share and the roof that binds.
func (p *Point) judge() {
	switch {
	case p.Share == 0:
		p.Verdict, p.Why = Unknown, p.missing()
	case p.Share > OverRoof:
		p.Verdict = AboveRoof
	case p.Binding != "" && p.Share >= NearRoof:
		p.Verdict = MemoryBound
	case p.Binding != "":
		p.Verdict = NotMemoryBound
	case p.Share >= NearRoof:
		p.Verdict = ComputeBound
	default:
		p.Verdict = NotComputeBound
	}
}

// missing says what there should have been.
func (p *Point) missing() string {
	for _, input := range []struct {
		value float64
		why   string
	}{
		{p.NsPerOp, "the time of an operation is unknown"},
		{p.Work.Flops, "the FLOPs of an operation are unknown: declare them, or count them where the CPU can"},
		{p.Work.Bytes, "the bytes that an operation moves are unknown: declare them"},
		{p.Roof.Flops, "the machine's peak of arithmetic is unknown: measure it or give it"},
		{p.firstBandwidth(), "the machine's memory bandwidth is unknown: measure it or give it"},
	} {
		if !known(input.value) {
			return input.why
		}
	}
	return "the numbers are beyond what can be computed with"
}

func (p *Point) firstBandwidth() float64 {
	if len(p.Roof.Memory) == 0 {
		return 0
	}
	return p.Roof.Memory[0].Bandwidth
}

// Scalar is the share of the scalar peak that was achieved; 0: unknown.
func (p Point) Scalar() float64 { return ratio(p.Achieved, p.Roof.Scalar) }

// AtScalarCeiling says that the work is far below its bound but near what code without vector instructions can reach, so that
// vector instructions would raise the ceiling.
func (p Point) AtScalarCeiling() bool {
	return p.Share > 0 && p.Share < NearRoof && p.Scalar() >= NearRoof && p.Scalar() <= OverRoof
}

// String is the verdict in a sentence with its numbers.
func (p Point) String() string {
	if p.Verdict == Unknown {
		return "roofline unknown: " + p.Why + p.partial()
	}
	return fmt.Sprintf("%s: %s at %s FLOP/B (ridge %s), %s of at most %s, %.0f%% of the bound%s%s%s", p.Verdict, p.side(),
		short(p.Intensity), short(p.Ridge), unit(p.Achieved, "FLOP/s"), unit(p.Bound, "FLOP/s"), 100*p.Share, p.roofName(), p.from(), p.advice())
}

func (p Point) side() string {
	if p.Intensity < p.Ridge {
		return "left of the ridge"
	}
	return "right of the ridge"
}

func (p Point) roofName() string {
	if p.Binding == "" {
		return " that arithmetic sets"
	}
	return " that the bandwidth of " + p.Binding + " sets"
}

// from says where the data must have come from, if not from the first level.
func (p Point) from() string {
	if p.Held == p.Roof.Memory[0].Name {
		return ""
	}
	return fmt.Sprintf(" (faster than %s can deliver: the data was in %s or nearer)", p.Roof.Memory[0].Name, p.Held)
}

// advice is what the verdict suggests to look at.
func (p Point) advice() string {
	if p.AtScalarCeiling() {
		return fmt.Sprintf("; %.0f%% of what scalar code can reach: vectorise", 100*p.Scalar())
	}
	switch p.Verdict {
	case MemoryBound:
		return "; move fewer bytes for the same arithmetic: block, fuse passes, pack the data"
	case ComputeBound:
		return "; do less arithmetic, or in narrower types"
	case NotMemoryBound, NotComputeBound:
		return "; look for latency: dependent operations, cache misses, branches, or cores that wait"
	case AboveRoof:
		return "; the data came from a nearer cache, more cores were at work, or more work was declared than done"
	}
	return ""
}

// partial are the figures that are known without the bound.
func (p Point) partial() string {
	text := ""
	if share := ratio(p.Achieved, p.Roof.Flops); share > 0 {
		text += fmt.Sprintf("; %s, %.2g%% of the peak", unit(p.Achieved, "FLOP/s"), 100*share)
	}
	for _, level := range p.Levels {
		text += fmt.Sprintf("; %s, %.2g%% of the bandwidth of %s", unit(level.Moved, "B/s"), 100*level.Share, level.Name)
	}
	return text
}

// unit prints three digits with an SI prefix.
func unit(x float64, name string) string {
	for _, scale := range []struct {
		from   float64
		prefix string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if x >= scale.from {
			return short(x/scale.from) + " " + scale.prefix + name
		}
	}
	return short(x) + " " + name
}

func short(x float64) string { return fmt.Sprintf("%.3g", x) }
