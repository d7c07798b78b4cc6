package runner

import (
	"fmt"
	"slices"
	"strings"
)

// A Transcript is what a go test command printed, sorted by package. It is
// fed by the command's two output streams, which must not be done
// concurrently.
type Transcript struct {
	// Packages that printed something, in the order in which they began.
	Packages []*Package
	// Notes say which result lines are left out, and why.
	Notes []string
	// Losses are the reasons, found in the logs of benchmarks, why samples
	// were not written, each once.
	Losses []string

	// Show receives everything that go test would print itself, whole lines
	// with their newline, as soon as they are whole. nil for nobody.
	Show func(text string)
	// Run is told when a run of a benchmark begins and when it has its
	// result (done). nil for nobody.
	Run func(p *Package, l Line, done bool)
	// Verbose says that the test binaries run with -v, which makes go test
	// -json add lines that go test -v does not print.
	Verbose bool

	byPath map[string]*Package
	lost   []lostRuns
}

// lostRuns are runs of one benchmark without a usable result line, for one
// reason.
type lostRuns struct {
	pkg, name, why string
	reps           []int // from 1
}

// A Package is the output of one package's test binary as far as it goes into
// a result file.
type Package struct {
	Path   string
	Config []string // configuration lines as printed
	Units  []string // Unit lines as printed, wherever they stood
	// Results are the result lines in the order in which they were printed.
	Results []Result

	out Output
}

// A Result is one result line.
type Result struct {
	ResultLine
	Rep  int    // see Line.Rep
	Line string // as printed, cut as Judge says
}

// Event takes the next event.
func (t *Transcript) Event(e Event) {
	switch e.Action {
	case "output":
		p := t.pkg(e.Package)
		for _, l := range p.out.Feed(e.Output) {
			t.line(p, l)
		}
	case "build-output":
		t.show(e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" && e.Package != "" {
			t.end(t.pkg(e.Package))
		}
	}
}

// Text takes a line that is no event.
func (t *Transcript) Text(line string) { t.show(line) }

// Close ends the transcript: half lines are taken out of it. A half result
// line is dropped with a note, for its last number may be cut; other text is shown.
func (t *Transcript) Close() {
	for _, p := range t.Packages {
		t.end(p)
	}
	for _, l := range t.lost {
		t.notef("%s: %.100s, %s: %s", l.pkg, l.name, runList(l.reps), l.why)
	}
	t.lost = nil
}

// runList renders run numbers: "run 3", "runs 1, 2 and 5", "12 runs".
func runList(reps []int) string {
	switch n := len(reps); {
	case n == 1:
		return fmt.Sprintf("run %d", reps[0])
	case n > 6:
		return fmt.Sprintf("%d runs", n)
	default:
		s := "runs "
		for i, r := range reps {
			switch {
			case i == n-1:
				s += " and "
			case i > 0:
				s += ", "
			}
			s += fmt.Sprint(r)
		}
		return s
	}
}

func (t *Transcript) pkg(path string) *Package {
	if p := t.byPath[path]; p != nil {
		return p
	}
	if t.byPath == nil {
		t.byPath = make(map[string]*Package)
	}
	p := &Package{Path: path}
	t.byPath[path] = p
	t.Packages = append(t.Packages, p)
	return p
}

// end closes a package's output.
func (t *Transcript) end(p *Package) {
	name := p.out.Open()
	rest := p.out.Rest()
	if name != "" {
		t.notef("%s: %s was stopped in the middle of a run, which is left out", p.Path, name)
	} else if rest != "" {
		t.show(rest + "\n")
	}
}

func (t *Transcript) line(p *Package, l Line) {
	switch l.Kind {
	case Started:
		if t.Run != nil {
			t.Run(p, l, false)
		}
		return
	case ConfigLine:
		if key, _ := configLine(l.Text); !p.configured(key) {
			p.Config = append(p.Config, l.Text)
		}
	case UnitLine:
		p.Units = append(p.Units, l.Text)
	case Finished:
		t.result(p, l)
		if t.Run != nil {
			t.Run(p, l, true)
		}
	case Text:
		if why, ok := lossReason(l.Text); ok && !slices.Contains(t.Losses, why) {
			t.Losses = append(t.Losses, why)
		}
		if t.Verbose && isFraming(l.Text) {
			return
		}
	}
	t.show(l.Text + "\n")
}

// configured reports whether a configuration line with key was printed: a
// second one is a print of the program.
func (p *Package) configured(key string) bool {
	for _, c := range p.Config {
		if strings.HasPrefix(c, key+":") {
			return true
		}
	}
	return false
}

// result keeps a result line, or says why not.
func (t *Transcript) result(p *Package, l Line) {
	line := l.Text
	switch l.Result.Judge(line) {
	case Spoiled:
		t.lose(p, l, fmt.Sprintf("left out, testing printed %q (was it skipped, or broken off before an iteration ended?)",
			strings.Join(strings.Fields(line)[1:], " ")))
		return
	case TooLong:
		t.lose(p, l, fmt.Sprintf("left out, benchstat reads no line over %d bytes", maxLine))
		return
	case Trim:
		t.lose(p, l, "metrics that are NaN or infinite are left out")
		line = trimmed(line)
	}
	p.Results = append(p.Results, Result{l.Result, l.Rep, line})
}

// lose notes that something of a run's result is lost.
func (t *Transcript) lose(p *Package, l Line, why string) {
	for i := range t.lost {
		if o := &t.lost[i]; o.pkg == p.Path && o.name == l.Name && o.why == why {
			o.reps = append(o.reps, l.Rep+1)
			return
		}
	}
	t.lost = append(t.lost, lostRuns{p.Path, l.Name, why, []int{l.Rep + 1}})
}

// isFraming reports whether a line is one that -v prints for tests, and go
// test -json for benchmarks as well, where go test -v does not.
func isFraming(line string) bool {
	rest, ok := strings.CutPrefix(line, "=== RUN   ")
	return ok && isName(rest) || strings.HasPrefix(line, "=== NAME  ")
}

func (t *Transcript) show(text string) {
	if t.Show != nil && text != "" {
		t.Show(text)
	}
}

func (t *Transcript) notef(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}
