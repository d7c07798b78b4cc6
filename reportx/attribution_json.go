package reportx

// A jsonAttribution has shares of 0 to 1; those of others are of the samples not beyond p. on_cpu is null where task-clock is no column.
type jsonAttribution struct {
	P           float64      `json:"p"`
	Beyond      float64      `json:"beyond"`
	Samples     int64        `json:"samples"`
	Others      int64        `json:"others"`
	Causes      []jsonCause  `json:"causes"`
	Unexplained float64      `json:"unexplained"`
	OnCPU       *jsonOnCPU   `json:"on_cpu"`
	Growth      []jsonGrowth `json:"growth"`
}

type jsonCause struct {
	Name     string  `json:"name"`
	Share    float64 `json:"share"`
	Others   float64 `json:"others"`
	Expected float64 `json:"expected"`
	Explains bool    `json:"explains"`
}

// A jsonOnCPU has mean times of a sample, in ns.
type jsonOnCPU struct {
	Mean      float64 `json:"mean"`
	Others    float64 `json:"others"`
	CPU       float64 `json:"cpu"`
	OthersCPU float64 `json:"others_cpu"`
	Share     float64 `json:"share"` // of the difference
}

type jsonGrowth struct {
	Name   string  `json:"name"`
	Mean   float64 `json:"mean"`
	Others float64 `json:"others"`
}

func (a *Attribution) json() *jsonAttribution {
	if a == nil {
		return nil
	}
	out := &jsonAttribution{
		P: a.P, Beyond: a.Beyond, Samples: a.Slow, Others: a.Others, Causes: []jsonCause{}, Growth: []jsonGrowth{},
		Unexplained: float64(a.Unexplained) / float64(a.Slow),
	}
	for _, c := range a.Causes {
		out.Causes = append(out.Causes, jsonCause{c.Name, c.SlowShare, c.OthersShare, c.Expected, c.Explains})
	}
	if o := a.OnCPU; o != nil {
		out.OnCPU = &jsonOnCPU{o.SlowWall, o.OthersWall, o.SlowCPU, o.OthersCPU, o.Share}
	}
	for _, g := range a.Growth {
		out.Growth = append(out.Growth, jsonGrowth{g.Name, g.Slow, g.Others})
	}
	return out
}
