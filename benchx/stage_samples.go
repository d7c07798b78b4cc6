package benchx

import (
	"fmt"
	"math"

	"github.com/plateau-bench/plateau/internal/series"
)

// stageSamples are the samples of one stage, of the benchmark's goroutine or of all lanes.
type stageSamples struct {
	name       string
	all        samples
	cold, lost int64
	first      int64 // ns, see stage
}

// addStages adds the stages to a run whose first warm samples of n were warm-up.
func (s *S) addStages(r *run, warm, n int64, tick float64) {
	var found []*stageSamples
	collect := func(stages []*stage, warm int64) {
		for _, st := range stages {
			if st.ignored {
				s.bench.note(fmt.Sprintf("stage %q left out: operations are measured in batches, or there are more than %d stages", st.name, maxStages))
				continue
			}
			found = st.collect(found, warm)
		}
	}
	collect(s.stages, warm)
	for _, l := range s.lanes.all {
		// A lane numbers its own iterations. Lanes run side by side, so its share of the warm-up is that of its iterations.
		collect(l.stages, warm*l.count()/max(n, 1))
	}
	for _, st := range found {
		if st.all.n == 0 && st.first >= 0 { // the only iteration
			st.all.append([]int64{int64(math.Round(float64(st.first) / tick))})
		}
		if st.all.n == 0 {
			continue
		}
		cold := min(st.cold, st.all.n-1)
		r.metrics.addStats(st.name+"-", st.all, cold, s.config.percentiles, tick)
		r.addSeries(series.Series{Name: st.name, Batch: 1, Samples: st.all.n, Warmup: cold, Lost: st.lost}, st.all)
	}
}

// collect adds the stage's marks to those of the same name.
func (st *stage) collect(found []*stageSamples, warm int64) []*stageSamples {
	var to *stageSamples
	for _, f := range found {
		if f.name == unitName(st.name) {
			to = f
		}
	}
	if to == nil {
		to = &stageSamples{name: unitName(st.name), first: st.first}
		found = append(found, to)
	}
	to.lost += st.lost
	to.cold += st.split(warm, &to.all)
	return found
}

// split turns the pairs of a stage into samples, in place, and returns how many belong to the first warm iterations.
func (st *stage) split(warm int64, all *samples) (cold int64) {
	st.marks.close()
	for _, g := range st.marks.segments {
		mem := g.mem.chunk()
		if mem == nil {
			continue
		}
		pairs := mem[g.from:g.to:g.to]
		n := 0
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] < warm {
				cold++
			}
			pairs[n] = pairs[i+1]
			n++
		}
		all.append(pairs[:n])
	}
	return cold
}
