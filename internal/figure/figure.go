package figure

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// A Figure is drawn layer by layer, the first one at the bottom.
type Figure struct {
	Name   string // what it is, for those who do not see it
	About  string // what it shows, for the same
	Height int    // between the margins, in pixels
	X, Y   Axis
	// Bare leaves the labels of an axis out, where the figures around it say them.
	BareX, BareY bool

	body  strings.Builder
	flags []Tick
}

// Point is a pair of values on the axes.
type Point struct{ X, Y float64 }

// resolution is the number of positions across the stretched part of a figure, more than there are pixels.
const resolution = 2000

// percent is a position as SVG has it.
func percent(at float64) string { return strconv.FormatFloat(100*at, 'f', 2, 64) + "%" }

func (f *Figure) left(x float64) string { return percent(f.X.At(x)) }

// top is the distance of y from the upper side.
func (f *Figure) top(y float64) string { return percent(1 - f.Y.At(y)) }

// grid is a position in the stretched part.
func (f *Figure) grid(p Point) (x, y int) {
	return int(math.Round(resolution * f.X.At(p.X))), int(math.Round(resolution * (1 - f.Y.At(p.Y))))
}

func (f *Figure) printf(format string, args ...any) { fmt.Fprintf(&f.body, format, args...) }

// path adds a path in the stretched part, so many units wide and high.
func (f *Figure) path(class, d string, columns, rows int) {
	f.printf(`<svg width="100%%" height="100%%" viewBox="0 0 %d %d" preserveAspectRatio="none"><path class="%s" d="%s"/></svg>`,
		columns, rows, html.EscapeString(class), d)
}

// Line connects points, which ascend in x. Points that fall together are drawn once.
func (f *Figure) Line(class string, points []Point) {
	var d strings.Builder
	lastX, lastY := -1, -1
	for i, p := range points {
		x, y := f.grid(p)
		if x == lastX && y == lastY && i < len(points)-1 {
			continue
		}
		switch {
		case d.Len() == 0:
			fmt.Fprintf(&d, "M%d %d", x, y)
		case y == lastY:
			fmt.Fprintf(&d, "h%d", x-lastX)
		case x == lastX:
			fmt.Fprintf(&d, "v%d", y-lastY)
		default:
			fmt.Fprintf(&d, "l%d %d", x-lastX, y-lastY)
		}
		lastX, lastY = x, y
	}
	if d.Len() > 0 {
		f.path(class, d.String(), resolution, resolution)
	}
}

// A Bar stands on the lower side of the figure.
type Bar struct{ From, To, Height float64 }

// Bars adds the bars of a histogram.
func (f *Figure) Bars(class string, bars []Bar) {
	var d strings.Builder
	for _, b := range bars {
		from, y := f.grid(Point{b.From, b.Height})
		to, _ := f.grid(Point{b.To, b.Height})
		if y < resolution && to > from {
			fmt.Fprintf(&d, "M%d %dV%dH%dV%dz", from, resolution, y, to, resolution)
		}
	}
	if d.Len() > 0 {
		f.path(class, d.String(), resolution, resolution)
	}
}

// Outline adds the outline of a histogram, over neighbouring bars.
func (f *Figure) Outline(class string, bars []Bar) {
	var points []Point
	for _, b := range bars {
		points = append(points, Point{b.From, b.Height}, Point{b.To, b.Height})
	}
	f.Line(class, points)
}

// Span shades what lies from one x to another.
func (f *Figure) Span(class string, from, to float64) {
	width := f.X.At(to) - f.X.At(from)
	f.printf(`<rect class="%s" x="%s" y="0" width="%s" height="100%%"/>`, html.EscapeString(class), f.left(from), percent(width))
}

// Rule is a vertical line, Level a horizontal one, with what a pointer finds there.
func (f *Figure) Rule(class string, x float64, title string) {
	f.printf(`<line class="%s" x1="%s" x2="%[2]s" y1="0" y2="100%%">%[3]s</line>`, html.EscapeString(class), f.left(x), titled(title))
}

// Flag is a Rule with a label above it, which is left out where it has no room beside those of earlier flags.
func (f *Figure) Flag(class string, x float64, label, title string) {
	f.Rule(class, x, title)
	f.flags = append(f.flags, Tick{At: x, Label: label})
}

// Beside moves what draw adds to the right by so many pixels, so that two marks of one place are seen beside each other.
func (f *Figure) Beside(pixels int, draw func()) {
	f.printf(`<g transform="translate(%d 0)">`, pixels)
	draw()
	f.printf("</g>")
}

// Level is a horizontal line, as Rule is a vertical one.
func (f *Figure) Level(class string, y float64, title string) {
	f.printf(`<line class="%s" x1="0" x2="100%%" y1="%s" y2="%[2]s">%[3]s</line>`, html.EscapeString(class), f.top(y), titled(title))
}

// Dot is a point. Of its shape, a circle where hollow is false and a diamond otherwise, a reader knows it without its colour.
func (f *Figure) Dot(class string, p Point, diamond bool, title string) {
	d := "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"
	if diamond {
		d = "M-5 0L0-5L5 0L0 5z"
	}
	f.symbol(class, p, d, title)
}

// Interval is an upright line from lo to hi at x, with a bar at each end.
func (f *Figure) Interval(class string, x, lo, hi float64, title string) {
	f.printf(`<line class="%s" x1="%s" x2="%[2]s" y1="%[3]s" y2="%[4]s">%[5]s</line>`,
		html.EscapeString(class), f.left(x), f.top(lo), f.top(hi), titled(title))
	for _, end := range []float64{lo, hi} {
		f.symbol(class, Point{x, end}, "M-4 0H4", "")
	}
}

// Reach is a level line from lo to hi at y, with a bar at each end.
func (f *Figure) Reach(class string, y, lo, hi float64, title string) {
	f.printf(`<line class="%s" x1="%s" x2="%s" y1="%[4]s" y2="%[4]s">%[5]s</line>`,
		html.EscapeString(class), f.left(lo), f.left(hi), f.top(y), titled(title))
	for _, end := range []float64{lo, hi} {
		f.symbol(class, Point{end, y}, "M0-4V4", "")
	}
}

// Mark is a short upright line through a point.
func (f *Figure) Mark(class string, p Point, title string) { f.symbol(class, p, "M0-9V9", title) }

// symbol is a small drawing around a point, which no stretching distorts.
func (f *Figure) symbol(class string, p Point, d, title string) {
	f.printf(`<svg x="%s" y="%s" width="1" height="1"><path class="%s" d="%s">%s</path></svg>`,
		f.left(p.X), f.top(p.Y), html.EscapeString(class), d, titled(title))
}

func titled(s string) string {
	if s == "" {
		return ""
	}
	return "<title>" + html.EscapeString(s) + "</title>"
}

// String is the figure as an svg element.
func (f *Figure) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg role="img" aria-label="%s" width="100%%" height="%d">`, html.EscapeString(f.Name), f.Height)
	if f.About != "" {
		b.WriteString("<desc>" + html.EscapeString(f.About) + "</desc>")
	}
	f.axes(&b)
	b.WriteString(f.body.String())
	b.WriteString("</svg>")
	return b.String()
}

// axes draws the lines of the grid, the labels and the titles.
func (f *Figure) axes(b *strings.Builder) {
	for _, t := range along(f.X) {
		at := percent(t.at)
		fmt.Fprintf(b, `<g%s><line class="grid" x1="%s" x2="%[2]s" y1="0" y2="100%%"/>`, t.class(), at)
		if !f.BareX {
			fmt.Fprintf(b, `<text class="tick" x="%s" y="100%%" dy="15" text-anchor="middle">%s</text>`, at, html.EscapeString(t.Label))
		}
		b.WriteString("</g>")
	}
	for _, t := range upright(f.Y, f.Height) {
		at := percent(1 - t.at)
		fmt.Fprintf(b, `<line class="grid" x1="0" x2="100%%" y1="%s" y2="%[1]s"/>`, at)
		if !f.BareY {
			fmt.Fprintf(b, `<text class="tick" x="0" y="%s" dx="-8" dy="4" text-anchor="end">%s</text>`, at, html.EscapeString(t.Label))
		}
	}
	flags := f.X
	flags.Ticks = f.flags
	for _, t := range along(flags) {
		fmt.Fprintf(b, `<g%s><text class="tick" x="%s" y="0" dy="-5" text-anchor="middle">%s</text></g>`, t.class(), percent(t.at), html.EscapeString(t.Label))
	}
	if f.Y.Title != "" && !f.BareY {
		above := 12
		if len(f.flags) > 0 {
			above = 24
		}
		fmt.Fprintf(b, `<text class="tick" x="0" y="0" dx="-54" dy="-%d">%s</text>`, above, html.EscapeString(f.Y.Title))
	}
	if f.X.Title != "" && !f.BareX {
		fmt.Fprintf(b, `<text class="tick" x="100%%" y="100%%" dy="32" text-anchor="end">%s</text>`, html.EscapeString(f.X.Title))
	}
}

func (p placed) class() string {
	if p.wide {
		return ` class="wide"`
	}
	return ""
}
