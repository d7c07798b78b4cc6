package roofline

// Retired are the counts of Intel's event FP_ARITH_INST_RETIRED (c7) in the order of its umask bits: scalar double, scalar
// single, 128-bit double, 128-bit single, 256-bit double, 256-bit single, 512-bit double, 512-bit single. A fused
// multiply-add counts twice there. nil: not counted.
type Retired [8]*float64

// retiredLanes are the operations of one count (Intel SDM vol. 3, events of FP_ARITH_INST_RETIRED).
var retiredLanes = [8]float64{1, 1, 2, 4, 4, 8, 8, 16}

// retiredNames are those of the counts, as perf lists them.
var retiredNames = [8]string{
	"fp_arith_inst_retired.scalar_double", "fp_arith_inst_retired.scalar_single",
	"fp_arith_inst_retired.128b_packed_double", "fp_arith_inst_retired.128b_packed_single",
	"fp_arith_inst_retired.256b_packed_double", "fp_arith_inst_retired.256b_packed_single",
	"fp_arith_inst_retired.512b_packed_double", "fp_arith_inst_retired.512b_packed_single",
}

// Flops are the floating-point operations that were counted, those in 64 and those in 32 bits, and the names of the events
// that would have to be counted too. If any are missing the two are lower bounds. Processors without AVX-512 have
// no 512-bit events: give 0 for them.
func (r Retired) Flops() (double, single float64, missing []string) {
	for i, count := range r {
		switch {
		case count == nil || (*count != 0 && !known(*count)):
			missing = append(missing, retiredNames[i])
		case i%2 == 0:
			double = sum(double, *count*retiredLanes[i])
		default:
			single = sum(single, *count*retiredLanes[i])
		}
	}
	return double, single, missing
}

// Instructions are the counts of scalar and of vector instructions, with the same rules.
func (r Retired) Instructions() (scalar, vector float64, missing []string) {
	for i, count := range r {
		switch {
		case count == nil || (*count != 0 && !known(*count)):
			missing = append(missing, retiredNames[i])
		case i < 2:
			scalar = sum(scalar, *count)
		default:
			vector = sum(vector, *count)
		}
	}
	return scalar, vector, missing
}

// sum stays finite.
func sum(a, b float64) float64 {
	if total := a + b; known(total) {
		return total
	}
	return a
}
