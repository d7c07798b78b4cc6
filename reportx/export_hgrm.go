package reportx

import (
	"bufio"
	"fmt"
	"io"
)

// hgrmTicks is the number of percentiles reported for each halving of what
// remains to 100%, the usual one.
const hgrmTicks = 5

// WriteHgrm writes the percentile distribution of each benchmark's pooled
// steady samples, as HdrHistogram prints it, in ns per operation. Where there
// are several, a comment names the benchmark before each; most plotting tools want
// a file with one.
//
// A comment names the runs that never settled.
//
// Values have three significant digits. Runs are left out as in a report.
func (rs *Results) WriteHgrm(w io.Writer) error {
	out := bufio.NewWriter(w)
	type part struct {
		name  string
		doubt string
		pool  *pool
	}
	var parts []part
	for _, b := range rs.Benchmarks {
		for _, stage := range stages(b.Runs) {
			p, err := newPool(b.Runs, stage)
			if err != nil {
				return fmt.Errorf("%s: %w", b.Name, err)
			}
			if len(p.runs) > 0 {
				parts = append(parts, part{tag(b.Name, stage), b.neverSteady(), p})
			}
		}
	}
	for i, p := range parts {
		if i > 0 {
			out.WriteByte('\n')
		}
		if len(parts) > 1 {
			fmt.Fprintf(out, "#[Benchmark = %s]\n", p.name)
		}
		if p.doubt != "" {
			fmt.Fprintf(out, "#%s\n", p.doubt)
		}
		if err := p.pool.writeHgrm(out); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return out.Flush()
}

// writeHgrm writes one distribution. The histogram counts picoseconds, so that
// an operation shorter than a nanosecond has a distribution too.
func (p *pool) writeHgrm(out *bufio.Writer) error {
	h, err := histogram(p.runs, p.batch, 1)
	if err != nil {
		return err
	}
	_, err = h.PercentilesPrint(out, hgrmTicks, 1000)
	return err
}
