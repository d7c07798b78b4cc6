package roofline

// Point is a piece of work under a roof. What is unknown is 0, and Why says what was missing.
type Point struct {
	Work    Work    `json:"work"`
	Roof    Roof    `json:"roof"`
	NsPerOp float64 `json:"ns_per_op"` // as measured

	// Held is the level that Work.Bytes are held against: the first, unless it could not have moved them in the time.
	Held      string  `json:"held,omitempty"`
	Intensity float64 `json:"intensity"` // AI in FLOP/B, by Work.Bytes
	Ridge     float64 `json:"ridge"`     // AI* in FLOP/B, against Held
	Bound     float64 `json:"bound"`     // min(P_peak, B × AI) over all levels, in FLOP/s
	Achieved  float64 `json:"achieved"`  // in FLOP/s
	Share     float64 `json:"share"`     // Achieved / Bound, usually 0 to 1
	// Levels are the level Held and those of Work.Traffic, in the order of the Roof.
	Levels []LevelPoint `json:"levels,omitempty"`
	// Binding is the name of the level that sets the bound, "" where arithmetic does.
	Binding string  `json:"binding,omitempty"`
	Verdict Verdict `json:"verdict"`
	Why     string  `json:"why,omitempty"` // why the verdict is Unknown
}

// LevelPoint is a piece of work against one level of memory.
type LevelPoint struct {
	Name      string  `json:"name"`
	Intensity float64 `json:"intensity"` // FLOPs per byte of this level; 0: the FLOPs are unknown
	Moved     float64 `json:"moved"`     // in B/s
	Share     float64 `json:"share"`     // of the level's bandwidth
}

// Place puts work that took ns nanoseconds an operation under the roof.
//
// With traffic declared for several levels the bound is the lowest of their roofs, each at its own intensity (the
// hierarchical roofline: Yang, Kurth and Williams, Concurrency and Computation 32(20), 2020, doi:10.1002/cpe.5547). Where
// only Bytes are, the level is the farthest that could have moved them (as in the cache-aware roofline of Ilic, Pratas
// and Sousa, IEEE Computer Architecture Letters 13(1), 2014, doi:10.1109/L-CA.2013.6, intensity is the same at
// all levels). Where FLOPs are unknown the shares of bandwidth are still there, and the other way round.
func (r Roof) Place(w Work, ns float64) Point {
	perSecond := ratio(1e9, ns)
	p := Point{Work: w, Roof: r, NsPerOp: ns, Intensity: ratio(w.Flops, w.Bytes), Achieved: product(w.Flops, perSecond)}
	held := r.held(w, perSecond)
	if held < len(r.Memory) {
		p.Held, p.Ridge = r.Memory[held].Name, ratio(r.Flops, r.Memory[held].Bandwidth)
	}
	p.Levels = r.levels(w, held, perSecond)
	p.bind()
	p.judge()
	return p
}

// held is the level for Work.Bytes: the first that could have moved them. If none could, it is the first: then the
// declared bytes are wrong, whichever level they came from. If the bandwidth of the first is unknown, nobody can tell.
func (r Roof) held(w Work, perSecond float64) int {
	if len(r.Memory) == 0 || !known(r.Memory[0].Bandwidth) {
		return 0
	}
	for i, level := range r.Memory {
		share := ratio(product(w.Bytes, perSecond), level.Bandwidth)
		if _, declared := w.Traffic[level.Name]; share > 0 && share <= OverRoof && (i == 0 || !declared) {
			return i
		}
	}
	return 0
}

// levels are the level held and those of the work's traffic, as far as their bandwidth is known.
func (r Roof) levels(w Work, held int, perSecond float64) []LevelPoint {
	var points []LevelPoint
	for i, level := range r.Memory {
		bytes := w.Traffic[level.Name]
		if i == held {
			bytes = w.Bytes
		} else if i == 0 {
			bytes = 0
		}
		moved := product(bytes, perSecond)
		if share := ratio(moved, level.Bandwidth); share > 0 {
			points = append(points, LevelPoint{level.Name, ratio(w.Flops, bytes), moved, share})
		}
	}
	return points
}

// bind sets the bound, if there are FLOPs, a peak, and the traffic of the first level.
func (p *Point) bind() {
	if p.Intensity == 0 || p.Achieved == 0 || p.Ridge == 0 || len(p.Levels) == 0 {
		return
	}
	p.Bound = p.Roof.Flops
	for _, level := range p.Levels {
		// The roof of a level, B × AI, is what is achieved over the share of bandwidth that it takes.
		if roof := ratio(p.Achieved, level.Share); roof > 0 && roof < p.Bound {
			p.Bound, p.Binding = roof, level.Name
		}
	}
	p.Share = ratio(p.Achieved, p.Bound)
}

// product is a×b, or 0 where one of them or the result is unknown or beyond what a float64 holds.
func product(a, b float64) float64 {
	if known(a) && known(b) && known(a*b) {
		return a * b
	}
	return 0
}
