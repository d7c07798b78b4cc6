package reportx

import (
	"fmt"
	"io"
	"slices"
)

// WriteBench writes the sides one after the other as Go benchmark output, as
// Report.WriteBench does, with a configuration line "side: NAME" before each:
// benchstat -col side compares them. Unit lines repeat which unit is better higher.
func (c *Comparison) WriteBench(w io.Writer) error {
	all := &Report{}
	better := make(map[string]int)
	for _, side := range c.sides {
		rep, err := NewReport(side.Results, Options{Percentiles: c.percentiles})
		if err != nil {
			return err
		}
		for _, s := range rep.Benchmarks {
			s.Config = append(slices.Clone(s.Config), KeyValue{"side", printable(side.Name)})
		}
		all.Benchmarks = append(all.Benchmarks, rep.Benchmarks...)
		for unit, d := range side.Results.better {
			if better[unit] == 0 {
				better[unit] = d
			}
		}
	}
	var units []string
	for unit := range better {
		units = append(units, unit)
	}
	slices.Sort(units)
	for _, unit := range units {
		word := "lower"
		if better[unit] > 0 {
			word = "higher"
		}
		if _, err := fmt.Fprintf(w, "Unit %s better=%s\n", unit, word); err != nil {
			return err
		}
	}
	return all.WriteBench(w)
}
