package benchx

import (
	"fmt"
	"io"
	"os"
	"testing"

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
		for _, s := range b.summaries {
			if line := s.line(); line != "" {
				fmt.Fprintln(w, line)
			}
		}
	}
}

// line is the pooled result line; "" without a value above 0. Its number of iterations is that of pooled samples.
func (s *summary) line() string {
	m := s.pooledMetrics()
	if len(m) == 0 {
		return ""
	}
	return m.line(s.name, s.pooled.N, 0)
}

func (s *summary) pooledMetrics() metrics {
	m := metrics{}
	m.add("pooled-mean-ns/op", s.ns(s.pooled.Mean))
	for _, e := range s.pooled.Estimates {
		if e.Supported {
			m.add("pooled-"+e.P.String()+"-ns/op", s.ns(float64(e.Value)))
		}
	}
	if len(m) > 0 {
		m.add("pooled-unsettled", float64(s.howMany(series.MarkUnsettled)))
	}
	return m
}

// pooledUnits are the units of all pooled lines, each once, in the order in which they first appear.
func (r *registry) pooledUnits() (units []string) {
	seen := map[string]bool{}
	for _, b := range r.order {
		for _, s := range b.summaries {
			for _, e := range s.pooled.Estimates {
				unit := "pooled-" + e.P.String() + "-ns/op"
				if e.Supported && !seen[unit] {
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
