package figure

import "unicode/utf8"

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
	type stretch struct{ lo, hi float64 }
	var taken, takenWide []stretch
	free := func(s stretch, among []stretch) bool {
		for _, t := range among {
			if s.lo < t.hi && t.lo < s.hi {
				return false
			}
		}
		return true
	}
	for _, t := range a.Ticks {
		if !a.within(t.At) {
			continue
		}
		at := a.At(t.At)
		here := func(plot float64) stretch { return stretch{at - size(t, plot)/2, at + size(t, plot)/2} }
		if !free(here(wide), takenWide) {
			continue
		}
		p := placed{Tick: t, at: at}
		if p.wide = !free(here(narrow), taken); !p.wide {
			taken = append(taken, here(narrow))
		}
		takenWide = append(takenWide, here(wide))
		list = append(list, p)
	}
	return list
}
