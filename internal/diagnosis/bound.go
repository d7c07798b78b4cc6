package diagnosis

// Bound is what held code back while it ran on a core.
type Bound string

const (
	// Unknown: the totals do not tell.
	Unknown Bound = "unknown"
	// Compute: the pipeline does useful work most of the time.
	Compute Bound = "compute-bound"
	// Scalar: the same with few vector instructions and no waiting: vectorise.
	Scalar Bound = "core-bound scalar code"
	// Memory: loads are waited for, and bandwidth is either not what they wait for or not known: locality.
	Memory Bound = "memory-bound"
	// Bandwidth: loads are waited for, and memory is busy.
	Bandwidth Bound = "bound by memory bandwidth"
	// Core: execution units or chains of dependent operations.
	Core Bound = "core-bound"
	// BackEnd: Memory or Core, and which is not known.
	BackEnd Bound = "back-end-bound"
	// FrontEnd: instructions arrive too slowly.
	FrontEnd Bound = "front-end-bound"
	// Speculation: work is thrown away after mispredicted branches.
	Speculation Bound = "bound by bad speculation"
	// Mixed: all categories were counted, and none stands out.
	Mixed Bound = "bound by nothing in particular"
)

// bound decides, by slots where there are any.
func (q *inquiry) bound() Bound {
	b := q.byStalls
	if q.known("retiring") {
		b = q.bySlots
	}
	switch bound := b(); bound {
	case BackEnd:
		return q.behind()
	case Memory:
		return q.memory()
	case Compute:
		return q.compute()
	default:
		return bound
	}
}

// bySlots takes the largest of the categories beyond their thresholds. When most slots retire, nothing else is a bound.
func (q *inquiry) bySlots() Bound {
	if q.is("retiring") {
		return Compute
	}
	bound, most := Mixed, 0.0
	for _, c := range []struct {
		ratio string
		bound Bound
	}{{"backend-bound", BackEnd}, {"bad-speculation", Speculation}, {"frontend-bound", FrontEnd}} {
		if v := q.value(c.ratio); q.is(c.ratio) && v > most {
			bound, most = c.bound, v
		}
	}
	return bound
}

// byStalls goes by stalls and misses, and by instructions per cycle when they find nothing.
func (q *inquiry) byStalls() Bound {
	front := q.met["frontend-stalls"]
	switch {
	case q.waitsForMemory():
		return Memory
	case q.is("branch-miss-cost"):
		return Speculation
	case q.is("frontend-stalls") && q.value("frontend-stalls") > front.Grave && q.value("frontend-stalls") > q.value("backend-stalls"):
		return FrontEnd
	case q.is("backend-stalls"):
		return BackEnd
	case q.known("ipc") && !q.is("ipc"):
		return Compute
	}
	return Unknown
}

// waitsForMemory: stalls prove it. Many misses do unless instructions flow all the same, as when lines are prefetched.
func (q *inquiry) waitsForMemory() bool {
	if q.is("memory-stalls", "l3-miss-stalls") {
		return true
	}
	flows := q.known("ipc") && !q.is("ipc")
	return q.is("llc-mpki", "l2-mpki") && !flows
}

// behind tells the two sides of the back end apart.
func (q *inquiry) behind() Bound {
	switch {
	case q.waitsForMemory() || q.is("llc-mpki", "l2-mpki"):
		return q.memory()
	case q.known("memory-stalls") || (q.known("llc-mpki") && q.known("l2-mpki")):
		return Core
	}
	return BackEnd
}

func (q *inquiry) memory() Bound {
	if q.is("bandwidth-share") {
		return Bandwidth
	}
	return Memory
}

// compute asks whether vector instructions do the work. A thread that waits has more to gain elsewhere.
func (q *inquiry) compute() Bound {
	if q.is("vector-instructions") && !q.Waiting {
		return Scalar
	}
	return Compute
}
