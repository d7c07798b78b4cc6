package diagnosis

import "github.com/plateau-bench/plateau/internal/roofline"

// retired are the events of roofline.Retired, in its order.
var retired = [...]string{
	"fp-scalar-double", "fp-scalar-single", "fp-128-double", "fp-128-single",
	"fp-256-double", "fp-256-single", "fp-512-double", "fp-512-single",
}

// narrow is how many of them every processor of Intel has; the others are of AVX-512.
const narrow = 6

// floating are the floating-point instructions by width, complete: those of AVX-512 are 0 where they were not counted and all
// others were, as on a processor that has no such instructions. assumed says that this was done.
func (t *Totals) floating() (all roofline.Retired, assumed bool) {
	all = t.FP
	for _, count := range all[:narrow] {
		if count == nil {
			return all, false
		}
	}
	for i := narrow; i < len(all); i++ {
		if all[i] == nil {
			all[i], assumed = new(float64), true
		}
	}
	return all, assumed
}

// instructions are the scalar and the vector ones of floating point, unknown unless all were counted.
func (t *Totals) instructions() (scalar, vector Count) {
	all, _ := t.floating()
	if s, v, missing := all.Instructions(); missing == nil {
		return Of(s), Of(v)
	}
	return Count{}, Count{}
}

// Flops are the floating-point operations of the instructions that retired, unknown unless all of them were counted. A fused
// multiply-add is two.
func (t *Totals) Flops() Count {
	all, _ := t.floating()
	if double, single, missing := all.Flops(); missing == nil {
		return Of(double).plus(Of(single))
	}
	return Count{}
}

// assumedNarrow is what a diagnosis notes where it takes the instructions of AVX-512 for 0.
const assumedNarrow = "fp-512-double and fp-512-single were not counted, and are taken to be 0 as on a CPU without AVX-512"
