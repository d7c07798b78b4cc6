package figure

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
)

func significantOf(x float64, digits int) string { return strconv.FormatFloat(x, 'g', digits, 64) }

// everything is a figure with all there is, called something hostile.
func everything(text string) *Figure {
	f := &Figure{Name: text, About: text, Height: 100, X: Axis{Lo: 0, Hi: 10, Ticks: []Tick{{At: 5, Label: text}}, Title: text}, Y: Axis{Scale: Log, Lo: 1, Hi: 100}.LogTicks(significantOf)}
	f.Line(text, []Point{{0, 1}, {5, 50}, {10, math.NaN()}, {10, 1e9}})
	f.Bars(text, []Bar{{0, 2, 10}, {2, 4, 0}, {4, 4, 10}})
	f.Outline(text, []Bar{{0, 2, 10}, {2, 4, 0}})
	f.Span(text, 1, 2)
	f.Rule(text, 3, text)
	f.Flag(text, 4, text, text)
	f.Beside(4, func() { f.Rule(text, 5, text) })
	f.Level(text, 3, text)
	f.Dot(text, Point{1, 2}, true, text)
	f.Mark(text, Point{1, 2}, text)
	f.Interval(text, 1, 2, 3, text)
	f.Reach(text, 1, 2, 3, text)
	f.Series(text, []Column{{1, 5, 2}, {1, 1, 1}}, func(v int64) float64 { return float64(v) })
	return f
}

// A figure is well-formed XML, whatever its texts are, and holds them as they are.
func TestFigureEscapes(t *testing.T) {
	for _, text := range []string{"plain", `<script>alert("1")</script>`, `" onload="alert(1)`, "a&b", "&lt;", "]]>", "'", "π\u202e"} {
		svg := everything(text).String()
		d := xml.NewDecoder(strings.NewReader(svg))
		labels := 0
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v in %s", text, err, svg)
			}
			e, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			if e.Name.Local == "script" {
				t.Errorf("%q became an element", text)
			}
			for _, a := range e.Attr {
				if strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("%q became an attribute", text)
				}
				if a.Name.Local == "aria-label" && a.Value == text {
					labels++
				}
			}
		}
		if labels != 1 {
			t.Errorf("%q: %d names", text, labels)
		}
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("not a number in %s", svg)
		}
	}
}

// Nothing at all is a figure too.
func TestFigureEmpty(t *testing.T) {
	f := &Figure{Name: "empty", Height: 10}
	f.Line("line", nil)
	f.Bars("bar", nil)
	f.Outline("bar", nil)
	f.Series("series", nil, nil)
	if got, want := f.String(), `<svg role="img" aria-label="empty" width="100%" height="10"></svg>`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A line of many points weighs no more than its pixels.
func TestLineSize(t *testing.T) {
	f := &Figure{X: Axis{Hi: 1}, Y: Axis{Hi: 1}}
	var points []Point
	for i := range 1_000_000 {
		points = append(points, Point{float64(i) / 1e6, 0.5})
	}
	f.Line("line", points)
	if n := len(f.String()); n > 20_000 {
		t.Errorf("%d bytes", n)
	}
}

func ExampleFigure() {
	f := &Figure{Name: "Two points", Height: 50, X: Axis{Lo: 0, Hi: 10}, Y: Axis{Lo: 0, Hi: 1}}
	f.Rule("rule", 2.5, "a quarter")
	fmt.Println(f)
	// Output: <svg role="img" aria-label="Two points" width="100%" height="50"><line class="rule" x1="25.00%" x2="25.00%" y1="0" y2="100%"><title>a quarter</title></line></svg>
}
