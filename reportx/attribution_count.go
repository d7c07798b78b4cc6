package reportx

import "strings"

// A tailCount gathers an attribution sample by sample.
type tailCount struct {
	slow, others int64
	causes       [len(causes)]occurrences
	together     [1 << len(causes)]int64 // slow samples by the set of causes that occurred during them
	onCPU        processing
	growth       map[string]*growing
	order        []string // of growth
}

// watch tells witnesses what they are evidence of.
func (t *tailCount) watch(witnesses []*witness) {
	for _, w := range witnesses {
		if w.cause = causeOf(w.name); w.cause >= 0 {
			continue
		}
		event, _, _ := strings.Cut(w.name, ":") // without its mode, which means nothing for a clock
		w.clock = event == "task-clock" && !w.spans
		if t.growth[w.name] == nil {
			t.growth[w.name] = new(growing)
			t.order = append(t.order, w.name)
		}
		w.growth = t.growth[w.name]
	}
}

// add takes the sample numbered i of the run that the witnesses tell of, of so many ns.
func (t *tailCount) add(witnesses []*witness, i int64, ns float64, slow bool) {
	busy := ns // on a CPU
	for _, w := range witnesses {
		if w.look(i); w.known && w.clock {
			busy = float64(w.value)
			t.onCPU.add(ns, busy, slow)
		}
	}
	any, set := false, 0
	for _, w := range witnesses {
		switch {
		case !w.known:
		case w.cause < 0:
			w.growth.add(float64(w.value), slow)
		default:
			any = true
			t.causes[w.cause].add(w, w.exposed(ns, busy), slow)
			if w.value > 0 {
				set |= 1 << w.cause
			}
		}
	}
	switch {
	case !any:
	case slow:
		t.slow++
		t.together[set]++
	default:
		t.others++
	}
}

// unexplained are the slow samples during which none of a set of causes occurred.
func (t *tailCount) unexplained(explaining int) (n int64) {
	for set, samples := range t.together {
		if set&explaining == 0 {
			n += samples
		}
	}
	return n
}

// growing adds up what a count grew by.
type growing struct{ slow, others, slowN, othersN float64 }

func (g *growing) add(by float64, slow bool) {
	if slow {
		g.slow, g.slowN = g.slow+by, g.slowN+1
	} else {
		g.others, g.othersN = g.others+by, g.othersN+1
	}
}

// processing adds up the time of samples, and the time for which the thread was on a CPU meanwhile.
type processing struct{ wall, cpu growing }

func (p *processing) add(wall, cpu float64, slow bool) {
	p.wall.add(wall, slow)
	p.cpu.add(cpu, slow)
}

// beyondWall is how much more processor time than wall-clock time may be an error: the two are not read at once. More is
// that of a benchmark that stopped its timer, which the kernel does not know of.
const beyondWall = 1.1

func (p *processing) summary() *OnCPU {
	if p.wall.slowN == 0 || p.wall.othersN == 0 {
		return nil
	}
	o := &OnCPU{
		Slow: int64(p.wall.slowN), Others: int64(p.wall.othersN),
		SlowWall: p.wall.slow / p.wall.slowN, OthersWall: p.wall.others / p.wall.othersN,
		SlowCPU: max(0, p.cpu.slow/p.cpu.slowN), OthersCPU: max(0, p.cpu.others/p.cpu.othersN),
	}
	more := o.SlowWall - o.OthersWall
	if more <= 0 || o.SlowCPU > beyondWall*o.SlowWall || o.OthersCPU > beyondWall*o.OthersWall {
		return nil
	}
	o.Share = min(1, max(0, (o.SlowCPU-o.OthersCPU)/more))
	return o
}
