package reportx

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/suspect"
)

// A rate is how often something happened in a run, per sample or operation, and in how many of these.
type rate struct{ per, of float64 }

// rates are what is known of a run beside its times: what its result line counts per operation, and what
// its sample file has beside samples.
func (r *Run) rates() map[string]rate {
	rates := make(map[string]rate)
	for _, m := range r.Metrics {
		if strings.HasSuffix(m.Unit, "/op") && !isTime(m.Unit) && r.Iters > 0 {
			rates[m.Unit] = rate{m.Value, float64(r.Iters)}
		}
	}
	for _, w := range r.besides() {
		sum, n := 0.0, float64(len(w.values))
		for i, v := range w.values {
			if !w.spans {
				sum += float64(v)
			} else if i%2 == 1 {
				sum += float64(v - w.values[i-1])
			}
		}
		if w.spans && len(w.values) > 0 {
			n = float64(w.values[len(w.values)-1] - w.from)
		}
		if n > 0 {
			rates[w.name+" per sample"] = rate{sum / n, n}
		}
	}
	return rates
}

// coincidences say what was as odd about run i of a pool as its times are: the garbage
// collector, context switches, counters. Any of it may be the cause. What is counted scatters by the root of its
// number at least, and by 5%.
func (p *pool) coincidences(i int) (words []string) {
	all := make([]map[string]rate, len(p.runs))
	for j, r := range p.runs {
		all[j] = r.run.rates()
	}
	names := make([]string, 0, len(all[i]))
	for name := range all[i] {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		var values []float64
		for _, rates := range all {
			if r, ok := rates[name]; ok {
				values = append(values, r.per)
			}
		}
		own := all[i][name]
		if len(values) < suspect.LeastRuns || len(values) < len(p.runs) {
			continue
		}
		slices.Sort(values)
		middle := values[len(values)/2]
		floor := max(0.05*math.Abs(middle), math.Sqrt(math.Abs(middle)*own.of+1)/own.of)
		if z := scores(append(values, own.per), floor); math.Abs(z[len(z)-1]) > suspect.Limit {
			words = append(words, fmt.Sprintf("%s %s, the others around %s", significant(own.per, 3), name, significant(middle, 3)))
		}
	}
	return words
}
