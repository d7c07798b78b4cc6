package benchx

import "github.com/plateau-bench/plateau/internal/steady"

// A settling is the answer to when a run was warm.
type settling struct {
	samples    int64 // leading samples that were warm-up
	class      steady.Class
	confidence float64
	settled    bool // false: never steady, and every number is to be marked
	cut        bool // less was discarded than Fixed or MinIters asked for, since the run or its time was over
	managed    bool // the warm-up was that of S.Loop

	// How far the level of a run without a steady part moves, relative to the lower end, and between which times in ns per operation; 0 where
	// that is not known.
	wander, lowest, highest float64
}

// settle judges the captured series. What a series that never settles begins with is warm-up all the same, where it lies apart from all
// that follows. Operations of less than 100 us are judged in blocks, which show what the code does rather
// than what the clock and interrupts do.
//
// skipped iterations were given up before the first sample.
func (w *Warmup) settle(all samples, batch, skipped int64, tick float64) settling {
	samplesOf := func(iters int) int64 { return (max(int64(iters)-skipped, 0) + batch - 1) / batch }
	least := samplesOf(w.MinIters)
	switch {
	case w.Off:
		return settling{settled: true}
	case w.Fixed > 0:
		n := samplesOf(w.Fixed)
		return settling{samples: min(n, max(all.n-1, 0)), settled: true, cut: n >= max(all.n, 1)}
	}
	values, blocks := valuesOf(all, 0, tick)
	r := steady.Analyze(values, steady.Config{Tolerance: w.Tolerance, Confidence: w.Confidence})
	s := settling{class: r.Class, confidence: r.Confidence, settled: r.Class != steady.NoSteady}
	if kept := max(r.Start, r.Transient); kept > 0 {
		s.samples = int64(blocks.Ops(kept))
	}
	s.wander, s.lowest, s.highest = r.Wander, r.Lowest/float64(batch), r.Highest/float64(batch)
	s.cut = least > 0 && least >= all.n
	s.samples = min(max(s.samples, least), max(all.n-1, 0))
	return s
}

// valuesOf are the blocks of all samples but the first skip, in ns per sample.
func valuesOf(all samples, skip int64, tick float64) (values []float64, blocks steady.Blocks) {
	for _, block := range all.blocks {
		left := min(skip, int64(len(block)))
		block, skip = block[left:], skip-left
		for len(block) > 0 {
			n := min(blocks.Room(), len(block))
			total := int64(0)
			for _, d := range block[:n] {
				total += d
			}
			block = block[n:]
			if mean, _, ok := blocks.AddTotal(float64(total)*tick, n); ok {
				values = append(values, mean)
			}
		}
	}
	return values, blocks
}

// leastWatched is the number of values of a measurement from which on it can contradict the warm-up: as many as that was judged by.
const leastWatched = 1000

// watch judges what was measured after a warm-up in S.Loop had settled: a level that moved all the same is never steady.
func (w *Warmup) watch(s settling, all samples, batch int64, tick float64) settling {
	if s.class == "" || !s.settled || s.class == steady.Short {
		return s
	}
	values, _ := valuesOf(all, s.samples, tick)
	if len(values) < leastWatched {
		return s
	}
	r := steady.Analyze(values, steady.Config{Tolerance: w.Tolerance})
	if r.Class == steady.NoSteady {
		s.class, s.confidence, s.settled = r.Class, r.Confidence, false
		s.wander, s.lowest, s.highest = r.Wander, r.Lowest/float64(batch), r.Highest/float64(batch)
	}
	return s
}

// settled is the answer that S.Loop came to while it ran.
func (m *managed) settled() settling {
	s := settling{samples: m.warm, settled: true, cut: m.cut, managed: true}
	if m.judged {
		s.class, s.confidence = m.result.Class, m.result.Confidence
		s.settled = m.result.Class != steady.NoSteady
		s.wander = m.result.Wander // levels of the warm-up are no times of what was measured
	}
	return s
}
