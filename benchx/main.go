package benchx

import (
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/series"
)

// Main runs the tests and benchmarks of m and returns the exit code for os.Exit. After them it prints one result line per
// benchmark, with percentiles pooled over all -count runs, in units like pooled-p99-ns/op that benchstat compares as exact:
//
//	func TestMain(m *testing.M) { os.Exit(benchx.Main(m)) }
func Main(m *testing.M) int {
	code := m.Run()
	benchmarks.settle(nil)
	benchmarks.print(os.Stdout)
	return code
}

// print writes the pooled line of each benchmark.
func (r *registry) print(w io.Writer) {
	for _, unit := range r.pooledUnits() {
		fmt.Fprintf(w, "Unit %s assume=exact better=lower\n", unit)
	}
	for _, b := range r.order {
		for _, l := range b.pooled {
			if l.text != "" {
				fmt.Fprintln(w, l.text)
			}
		}
	}
}

// A pooledLine is what is kept of a summary to be printed in the end.
type pooledLine struct {
	text string       // "" without a value above 0
	ps   []quantile.P // that the samples support
}

// line is the pooled result line. Its number of iterations is that of pooled samples.
func (s *summary) line() pooledLine {
	var l pooledLine
	for _, e := range s.pooled.Estimates {
		if e.Supported {
			l.ps = append(l.ps, e.P)
		}
	}
	if m := s.pooledMetrics(); len(m) > 0 {
		l.text = m.line(s.name, s.pooled.N, 0)
	}
	return l
}

func (s *summary) pooledMetrics() metrics {
	m := metrics{}
	m.add("pooled-mean-ns/op", s.ns(s.pooled.Mean))
	for _, e := range s.pooled.Estimates {
		if e.Supported {
			m.add(pooledUnit(e.P), s.ns(float64(e.Value)))
		}
	}
	if len(m) > 0 {
		m.add("pooled-unsettled", float64(s.howMany(series.MarkUnsettled)))
	}
	return m
}

func pooledUnit(p quantile.P) string { return "pooled-" + p.String() + "-ns/op" }

// pooledUnits are the units of all pooled lines, each once, in the order in which they first appear.
func (r *registry) pooledUnits() (units []string) {
	seen := map[string]bool{}
	for _, b := range r.order {
		for _, l := range b.pooled {
			for _, p := range l.ps {
				unit := pooledUnit(p)
				if !seen[unit] {
					seen[unit] = true
					units = append(units, unit)
				}
			}
		}
	}
	if len(units) > 0 {
		units = append(units, "pooled-mean-ns/op")
	}
	return units
}
