package steady

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// labelledData is the directory of the labelled series, beside a checkout; its README says how answers are scored.
const labelledData = "../../../shared/data/warmup"

var salts = flag.String("salts", "report,other", "salts of the synthetic series whose accuracy is printed, with commas between them")

type answerer struct {
	name   string
	answer func(l labelled) Result
	all    bool // sees the whole series
}

func answerers() []answerer {
	online := func(cfg Config) func(labelled) Result {
		return func(l labelled) Result { return Online(l.NS, cfg) }
	}
	// An oracle knows the start, or that there is none, and measures so many values from there.
	oracle := func(values int) func(labelled) Result {
		return func(l labelled) Result {
			return Result{Class: l.Class, Start: l.Start, Stop: min(max(l.Start, 0)+values, len(l.NS))}
		}
	}
	return []answerer{
		{"always 50", func(labelled) Result { return Result{Class: Warmup, Start: 50, Stop: 550} }, false},
		{"oracle, 500", oracle(500), false},
		{"oracle, 1000", oracle(1000), false},
		{"online", online(Config{}), false},
		{"online strict", online(Config{Tolerance: 0.01, Confidence: 0.95}), false},
		{"whole", func(l labelled) Result { return Analyze(l.NS, Config{}) }, true},
	}
}

// score is how the answers to a set of series compare to the truth.
type score struct {
	steady, right, missed, classes int // series with a start; start found; called never steady; class right
	never, caught                  int // series without; declared part does not move (online), called never steady (whole)
	values                         []float64
	bias, tail                     []float64 // of the median and the 99th percentile of the declared part, percent
}

func (s *score) add(l labelled, r Result) {
	n := len(l.NS)
	if l.Start < 0 {
		s.never++
		if r.Start < 0 || len(l.Level) == n && !moves(l.Level[r.Start:r.Stop]) {
			s.caught++
		}
		return
	}
	s.steady++
	s.values = append(s.values, float64(r.Stop))
	if r.Class == l.Class {
		s.classes++
	}
	from, to := r.Start, r.Stop
	if from < 0 {
		s.missed++
		from, to = n-500, n
	} else if math.Abs(float64(r.Start-l.Start)) <= max(50, float64(l.Start)/10) {
		s.right++
	}
	off := func(of func(xs []float64) float64) float64 {
		return 100 * math.Abs(of(slices.Clone(l.NS[from:to]))/of(slices.Clone(l.NS[l.Start:]))-1)
	}
	s.bias = append(s.bias, off(median))
	s.tail = append(s.tail, off(func(xs []float64) float64 { return selectNth(xs, (99*len(xs)+99)/100-1) }))
}

// join adds the answers to another set.
func (s *score) join(o *score) {
	s.steady, s.right, s.missed, s.classes = s.steady+o.steady, s.right+o.right, s.missed+o.missed, s.classes+o.classes
	s.never, s.caught = s.never+o.never, s.caught+o.caught
	s.values, s.bias, s.tail = append(s.values, o.values...), append(s.bias, o.bias...), append(s.tail, o.tail...)
}

// moves reports whether a noise-free level moves by more than 2%.
func moves(level []float64) bool {
	return slices.Max(level)-slices.Min(level) > 0.02*slices.Min(level)
}

func share(part, of int) float64 { return 100 * float64(part) / float64(max(of, 1)) }

func (s *score) String() string {
	within, sum := 0, 0.0
	for i, b := range s.bias {
		if b <= 1 {
			within++
		}
		sum += s.values[i]
	}
	p90 := func(xs []float64) float64 {
		if len(xs) == 0 {
			return 0
		}
		return selectNth(slices.Clone(xs), (9*len(xs)+9)/10-1)
	}
	return fmt.Sprintf("%5d %6.1f %6.1f %6.1f %7.2f %8.1f %7.2f %7.0f   %5d %6.1f", s.steady, share(s.right, s.steady), share(s.missed, s.steady),
		share(s.classes, s.steady), p90(s.bias), share(within, len(s.bias)), p90(s.tail), sum/float64(max(len(s.bias), 1)), s.never, share(s.caught, s.never))
}

const scoreHeader = "steady  right missed  class biasp90 bias<=1%  p99p90  values   never caught  (%; p90 of the bias of median and p99, in %; values used on average)"

func report(t *testing.T, set string, series []labelled) map[string]*score {
	t.Helper()
	scores := map[string]*score{}
	var out bytes.Buffer
	fmt.Fprintf(&out, "\n%s: %d series\n%-14s %s\n", set, len(series), "", scoreHeader)
	for _, a := range answerers() {
		s := new(score)
		scores[a.name] = s
		for _, l := range series {
			r := a.answer(l)
			if a.all && l.Start < 0 {
				bare := l
				bare.Level = nil // the whole series is seen: that it moves later is no excuse
				s.add(bare, r)
				continue
			}
			s.add(l, r)
		}
		fmt.Fprintf(&out, "%-14s %s\n", a.name, s)
	}
	t.Log(out.String())
	return scores
}

// TestAccuracyMade asserts what any useful rule reaches on series made here.
func TestAccuracyMade(t *testing.T) {
	scores := report(t, "made", made(1, 12))
	if s := scores["online"]; share(s.right, s.steady) < 90 || share(s.missed, s.steady) > 2 || share(s.caught, s.never) < 90 {
		t.Errorf("online: %s", s)
	}
	if s := scores["whole"]; share(s.right, s.steady) < 96 || share(s.missed, s.steady) > 1 || share(s.caught, s.never) < 99 {
		t.Errorf("whole: %s", s)
	}
	if c, w := scores["always 50"], scores["online"]; c.right >= w.right {
		t.Errorf("a constant is right on %d, the detector on %d", c.right, w.right)
	}
}

// TestAccuracyLabelled prints the table of the labelled series, where they are. It asserts nothing, and so needs -v.
func TestAccuracyLabelled(t *testing.T) {
	if !testing.Verbose() {
		t.Skip("prints a table, for which it needs -v")
	}
	if _, err := os.Stat(labelledData); err != nil {
		t.Skipf("labelled series are not here: %v", err)
	}
	all := map[string]*score{}
	list := strings.Split(*salts, ",")
	for _, salt := range list {
		generated, err := exec.Command("python3", filepath.Join(labelledData, "generate.py"), salt).Output()
		if err != nil {
			t.Logf("no synthetic series: generate.py: %v", err)
			break
		}
		for name, s := range report(t, "synthetic, salt "+salt, decode(t, bytes.NewReader(generated))) {
			if all[name] == nil {
				all[name] = new(score)
			}
			all[name].join(s)
		}
	}
	if len(list) > 1 && len(all) > 0 {
		var out bytes.Buffer
		fmt.Fprintf(&out, "\nsynthetic, all salts\n%-14s %s\n", "", scoreHeader)
		for _, a := range answerers() {
			fmt.Fprintf(&out, "%-14s %s\n", a.name, all[a.name])
		}
		t.Log(out.String())
	}
	report(t, "Go programs", unzip(t, "go.jsonl.gz"))

	jmh := unzip(t, "jmh.jsonl.gz")
	for i := range jmh {
		jmh[i].Start, jmh[i].Class = jmh[i].PeltStart, jmh[i].PeltClass
	}
	report(t, "JMH (labels by an algorithm, not truth)", jmh)
}

func unzip(t *testing.T, name string) []labelled {
	t.Helper()
	file, err := os.Open(filepath.Join(labelledData, name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, z)
}

func decode(t *testing.T, r io.Reader) []labelled {
	t.Helper()
	var all []labelled
	for d := json.NewDecoder(bufio.NewReader(r)); ; {
		var l labelled
		if err := d.Decode(&l); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatalf("series %d: %v", len(all), err)
		}
		all = append(all, l)
	}
}
