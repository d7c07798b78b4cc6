package figure

import (
	"slices"
	"unicode/utf8"
)

// How wide the drawing between the margins is at least, in pixels: in a narrow window of 400, and from WideWindow on,
// where figures may stand two beside each other.
const (
	WideWindow  = 760
	narrowPlot  = 250
	widePlot    = 400
	labelHeight = 18
	digitWidth  = 6.6 // of a character in the font size that labels have
	labelGap    = 8
)

// A placed label is shown at any width, or in wide windows alone.
type placed struct {
	Tick
	at   float64
	wide bool
}

// along places labels side by side: in the order of importance each that does not touch one that stands already.
func along(a Axis) []placed {
	return place(a, func(t Tick, plot float64) float64 {
		return (digitWidth*float64(utf8.RuneCountInString(t.Label)) + labelGap) / plot
	}, narrowPlot, widePlot)
}

// upright places labels one above the other in a figure of some height. There is no difference between windows.
func upright(a Axis, height int) []placed {
	return place(a, func(Tick, float64) float64 { return labelHeight / float64(height) }, 1, 1)
}

// place takes the share of the axis that a label needs, and the lengths of the axis for which it has to fit.
func place(a Axis, size func(Tick, float64) float64, narrow, wide float64) (list []placed) {
	of := func(length float64) func(Tick) float64 { return func(t Tick) float64 { return size(t, length) } }
	shown := a.fitting(a.Ticks, of(wide))
	always := make(map[Tick]bool)
	for _, t := range a.fitting(shown, of(narrow)) {
		always[t] = true
	}
	for _, t := range shown {
		list = append(list, placed{Tick: t, at: a.At(t.At), wide: !always[t]})
	}
	return list
}

// fitting are the ticks that find room beside those before them, a set of them as one.
func (a Axis) fitting(ticks []Tick, size func(Tick) float64) (list []Tick) {
	var taken stretches
	full := false // a set found no room
	for len(ticks) > 0 {
		n := together(ticks)
		group := ticks[:n]
		ticks = ticks[n:]
		if full && group[0].Set > 0 {
			continue
		}
		now, ok := taken, true
		for _, t := range group {
			if !a.within(t.At) {
				continue
			}
			at, half := a.At(t.At), size(t)/2
			if ok = now.add(at-half, at+half); !ok {
				break
			}
		}
		if !ok {
			full = full || group[0].Set > 0
			continue
		}
		taken = now
		for _, t := range group {
			if a.within(t.At) {
				list = append(list, t)
			}
		}
	}
	return list
}

// together is how many of the ticks at the front are one set.
func together(ticks []Tick) int {
	n := 1
	for ticks[0].Set > 0 && n < len(ticks) && ticks[n].Set == ticks[0].Set {
		n++
	}
	return n
}

// Stretches are parts of an axis that do not overlap.
type stretches [][2]float64

// add takes a part, or says that it is taken.
func (s *stretches) add(lo, hi float64) bool {
	for _, t := range *s {
		if lo < t[1] && t[0] < hi {
			return false
		}
	}
	*s = append(slices.Clip(*s), [2]float64{lo, hi})
	return true
}
