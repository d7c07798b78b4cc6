package reportx

import (
	"testing"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// What one test costs: p-value, estimate and interval of one statistic.
func TestSimulationCost(t *testing.T) {
	s := newService(13, 0, 0.1)
	if effort(1, 0) == 0 {
		t.Skip("prints times, asked for by name and with -v")
	}
	for _, k := range []int{10, 20, 30} {
		var sides verdict.Sides
		for range k {
			sides.Old = append(sides.Old, 1+0.1*s.random.Float64())
			sides.New = append(sides.New, 1+0.1*s.random.Float64())
		}
		r := testing.Benchmark(func(b *testing.B) {
			for b.Loop() {
				verdict.Judge([]verdict.Test{{Change: verdict.PairedJointly(sides)}})
			}
		})
		t.Logf("%d pairs: %.3f ms a test", k, float64(r.NsPerOp())/1e6)
	}
}
