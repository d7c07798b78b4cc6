package osstat

import (
	"runtime"
	"runtime/metrics"
)

// memory reads runtime.MemStats. The figures of runtime/metrics with the same meaning lag behind by what is in
// the allocation caches, and so are no good for a run with few allocations; these are exact, and those of B/op.
type memory struct{ of runtime.MemStats }

func (m *memory) stats() []Stat {
	return []Stat{GCCycles, GCPauseTime, AllocBytes, Allocs, HeapObjects}
}

func (m *memory) read(s *Snapshot) {
	runtime.ReadMemStats(&m.of)
	s.set(GCCycles, float64(m.of.NumGC))
	s.set(GCPauseTime, float64(m.of.PauseTotalNs))
	s.set(AllocBytes, float64(m.of.TotalAlloc))
	s.set(Allocs, float64(m.of.Mallocs))
	s.set(HeapObjects, float64(m.of.HeapAlloc))
}

func (m *memory) close() {}

// Places of the metrics in a snapshot.
const (
	metricAssist = iota
	metricGC
	metricMutex
	metricGoroutines
	metricLatencies
	metricPauses
	numMetrics
)

// newMetrics returns samples that metrics.Read can fill. Names: go doc runtime/metrics.
func newMetrics() []metrics.Sample {
	return []metrics.Sample{
		metricAssist:     {Name: "/cpu/classes/gc/mark/assist:cpu-seconds"},
		metricGC:         {Name: "/cpu/classes/gc/total:cpu-seconds"},
		metricMutex:      {Name: "/sync/mutex/wait/total:seconds"},
		metricGoroutines: {Name: "/sched/goroutines:goroutines"},
		metricLatencies:  {Name: "/sched/latencies:seconds"},
		metricPauses:     {Name: "/sched/pauses/total/gc:seconds"},
	}
}

// runtimeMetrics reads runtime/metrics.
type runtimeMetrics struct{}

func (*runtimeMetrics) stats() []Stat {
	return []Stat{GCAssistTime, GCTime, MutexTime, Goroutines, SchedP50, SchedP99, SchedMax, GCPauseMax}
}

func (*runtimeMetrics) read(s *Snapshot) {
	metrics.Read(s.metrics)
	setSeconds(s, GCAssistTime, s.metrics[metricAssist].Value)
	setSeconds(s, GCTime, s.metrics[metricGC].Value)
	setSeconds(s, MutexTime, s.metrics[metricMutex].Value)
	if v := s.metrics[metricGoroutines].Value; v.Kind() == metrics.KindUint64 {
		s.set(Goroutines, float64(v.Uint64()))
	} else {
		s.unknown(whyNoMetric, Goroutines)
	}
	s.unknown(whyNoMetric, SchedP50, SchedP99, SchedMax, GCPauseMax) // as far as derive does not know better
}

func (*runtimeMetrics) close() {}

const (
	whyNoMetric = "this version of Go has no such metric"
	whyNoCycle  = "the runtime adds it up when a garbage collection ends, and none did"
	whyNoPause  = "no garbage collection stopped the world"
	whyNoWait   = "no wait of a goroutine was observed; the runtime looks at every eighth"
)

func setSeconds(s *Snapshot, stat Stat, v metrics.Value) {
	if v.Kind() != metrics.KindFloat64 {
		s.unknown(whyNoMetric, stat)
		return
	}
	s.set(stat, v.Float64()*1e9)
}

// derive replaces what is not simply a difference.
func derive(all *Readings, from, to *Snapshot) {
	if cycles := all[GCCycles]; cycles.Known && cycles.Value == 0 {
		for _, stat := range []Stat{GCAssistTime, GCTime} {
			if all[stat].Known {
				all[stat] = Reading{Why: whyNoCycle}
			}
		}
	}
	if to.metrics == nil || from.metrics == nil || to.metrics[metricLatencies].Value.Kind() == metrics.KindBad {
		return // not read
	}
	latencies := changeOf(from.metrics[metricLatencies].Value, to.metrics[metricLatencies].Value)
	all[SchedP50] = latencies.percentile(50, whyNoWait)
	all[SchedP99] = latencies.percentile(99, whyNoWait)
	all[SchedMax] = latencies.percentile(100, whyNoWait)
	pauses := changeOf(from.metrics[metricPauses].Value, to.metrics[metricPauses].Value)
	all[GCPauseMax] = pauses.percentile(100, whyNoPause)
}
