package reportx

import (
	"strings"

	"github.com/plateau-bench/plateau/internal/figure"
)

// metricTick writes values of a unit of result lines for an axis.
func metricTick(unit string) figure.Format {
	if unit == "ns/op" || strings.HasSuffix(unit, "-ns/op") {
		return formatTime
	}
	return shortNumber
}

// shortNumber writes numbers that may be large for an axis: 100k, 2.5G.
func shortNumber(x float64, digits int) string {
	for _, u := range []struct {
		name string
		of   float64
	}{{"T", 1e12}, {"G", 1e9}, {"M", 1e6}, {"k", 1e3}} {
		if x >= u.of {
			return significant(x/u.of, digits) + u.name
		}
	}
	return significant(x, digits)
}
