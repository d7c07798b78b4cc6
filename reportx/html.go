package reportx

import (
	"bufio"
	"embed"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/plateau-bench/plateau/internal/figure"
)

//go:embed html
var htmlFiles embed.FS

// htmlPages are the templates, parsed when the first page is written.
var htmlPages = sync.OnceValues(func() (*template.Template, error) {
	return template.ParseFS(htmlFiles, "html/page.tmpl")
})

// An htmlPage is one file, which needs nothing beside itself: neither scripts nor anything from a network, and its security policy
// allows neither.
type htmlPage struct {
	Title   string
	Subject string // what it is about, for the title of the window
	Style   template.CSS
	Lede    []htmlText
	Groups  []htmlGroup
	Notes   []string
	Foot    []string
}

// An htmlGroup is a package, or a package on two sides.
type htmlGroup struct {
	Title    string
	Text     string
	Blocks   []htmlBlock
	Subjects []htmlSubject
}

// An htmlSubject is one benchmark.
type htmlSubject struct {
	ID, Name string
	Chips    []htmlText
	Figures  []htmlFigure
	Blocks   []htmlBlock
}

// An htmlText has a class for what is to be seen at once.
type htmlText struct{ Text, Class string }

// An htmlFigure is a number in large type.
type htmlFigure struct{ Head, Text, Sub string }

// An htmlBlock is drawings with a table that says the same, or a table or lines alone.
type htmlBlock struct {
	Title string
	Level int // of the heading, 3 or 4
	Text  string
	Whole bool // as wide as the page
	Keys  []htmlKey
	Plots []htmlPlot
	More  []htmlPlot // shown on demand
	Table *htmlTable
	Facts []htmlFigure
	Lines []string
}

// An htmlPlot is a drawing and what stands above it.
type htmlPlot struct {
	Label string
	Facts []htmlText
	Class string
	SVG   template.HTML
}

// An htmlKey is an entry of a legend.
type htmlKey struct {
	Sample template.HTML
	Text   string
}

// An htmlTable has a heading for each of its columns. The first cell of a row names it.
type htmlTable struct {
	Head []htmlHead
	Rows [][]htmlCell
}

type htmlHead struct {
	Text  string
	Left  bool // words, not numbers
	Broad bool // twice as wide as others where rows are folded
}

// Class is that of a cell of column i.
func (t *htmlTable) Class(i int, c htmlCell) string {
	switch {
	case c.SVG != "":
		return "text drawn"
	case t.Head[i].Left:
		return "text"
	case t.Head[i].Broad:
		return strings.TrimSpace("broad " + c.Class)
	}
	return c.Class
}

// An htmlCell is text with a line below it, or a drawing.
type htmlCell struct {
	Text, Sub, Class, Href string
	SVG                    template.HTML
}

// subjectOf names the one package that n benchmarks are of, or the one benchmark where no package is known; "" for several.
func subjectOf(n int, of func(i int) (pkg, name string)) string {
	if n == 0 {
		return ""
	}
	first, name := of(0)
	for i := range n {
		if pkg, _ := of(i); pkg != first {
			return ""
		}
	}
	switch {
	case first != "":
		return printable(first)
	case n == 1:
		return printable(name)
	}
	return ""
}

// plot is a figure that has titles at its axes.
func plot(f *figure.Figure) htmlPlot { return htmlPlot{SVG: draw(f), Class: "titled"} }

// draw is the figure as part of a page: package figure escapes whatever it is given.
func draw(f *figure.Figure) template.HTML { return template.HTML(f.String()) }

// heads are headings of numbers.
func heads(names ...string) (list []htmlHead) {
	for _, n := range names {
		list = append(list, htmlHead{Text: n})
	}
	return list
}

// row adds a row of text.
func (t *htmlTable) row(texts ...string) {
	var cells []htmlCell
	for _, s := range texts {
		cells = append(cells, htmlCell{Text: s})
	}
	t.Rows = append(t.Rows, cells)
}

// keyLine is a line as it is drawn, keyMark a dot, keyArea an area.
func keyLine(class string) template.HTML {
	return template.HTML(`<line class="` + template.HTMLEscapeString(class) + `" x1="0" x2="22" y1="5" y2="5"/>`)
}

func keyMark(class string, diamond bool) template.HTML {
	d := "M7 5a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"
	if diamond {
		d = "M6 5L11 0L16 5L11 10z"
	}
	return template.HTML(`<path class="` + template.HTMLEscapeString(class) + `" d="` + d + `"/>`)
}

// keyMarks are the marks of the old and of the new side beside each other.
func keyMarks() template.HTML {
	return `<g transform="translate(-6 0)">` + keyMark("oldmark", true) + `</g><g transform="translate(6 0)">` + keyMark("mark", false) + `</g>`
}

func keyArea(class string) template.HTML {
	return template.HTML(`<rect class="` + template.HTMLEscapeString(class) + `" width="22" height="10"/>`)
}

func (p *htmlPage) write(w io.Writer) error {
	pages, err := htmlPages()
	if err != nil {
		return err
	}
	style, err := htmlFiles.ReadFile("html/style.css")
	if err != nil {
		return err
	}
	p.Style = template.CSS(style)
	out := bufio.NewWriter(w)
	if err := pages.ExecuteTemplate(out, "page", p); err != nil {
		return err
	}
	return out.Flush()
}
