package benchx

import "github.com/plateau-bench/plateau/internal/steady"

// A settling is the answer to when a run was warm.
type settling struct {
	samples    int64 // leading samples that were warm-up
	class      steady.Class
	confidence float64
	settled    bool // false: never steady, and every number is to be marked

	// How far the level of a run without a steady part moves, relative to it, and between which times in ns per operation; 0 where
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
	least := min(samplesOf(w.MinIters), all.n)
	switch {
	case w.Off:
		return settling{settled: true}
	case w.Fixed > 0:
		return settling{samples: min(samplesOf(w.Fixed), max(all.n-1, 0)), settled: true}
	}
	var blocks steady.Blocks
	var values []float64
	for _, block := range all.blocks {
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
	r := steady.Analyze(values, steady.Config{Tolerance: w.Tolerance, Confidence: w.Confidence})
	s := settling{class: r.Class, confidence: r.Confidence, settled: r.Class != steady.NoSteady}
	if kept := max(r.Start, r.Transient); kept > 0 {
		s.samples = int64(blocks.Ops(kept))
	}
	s.wander, s.lowest, s.highest = r.Wander, r.Lowest/float64(batch), r.Highest/float64(batch)
	s.samples = min(max(s.samples, least), max(all.n-1, 0))
	return s
}

// settled is the answer that S.Loop came to while it ran.
func (m *managed) settled() settling {
	s := settling{samples: m.warm, settled: true}
	if m.judged {
		s.class, s.confidence = m.result.Class, m.result.Confidence
		s.settled = m.result.Class != steady.NoSteady
		s.wander = m.result.Wander // levels of the warm-up are no times of what was measured
	}
	return s
}
