package diagnosis

import (
	"fmt"
	"math"
)

// Ratio is a ratio of two totals.
type Ratio struct {
	Name        string  `json:"name"`        // "ipc", "llc-mpki"
	Value       float64 `json:"value"`       // Scale × Top / Bottom; finite, not negative
	Top         float64 `json:"top"`         // the numerator
	Bottom      float64 `json:"bottom"`      // the denominator, above 0
	Numerator   string  `json:"numerator"`   // what Top counts
	Denominator string  `json:"denominator"` // what Bottom counts
	Scale       float64 `json:"scale"`       // 1000 for misses per 1000 instructions, 1e9 for what is per second of ns, else 1
	Unit        string  `json:"unit"`        // "" for a plain number; "share": 0 to 1, shown as a percentage; else as shown
}

// form makes a ratio; ok is false where it would not be a number.
func form(name, unit string, scale float64, top Count, numerator string, bottom Count, denominator string) (r Ratio, ok bool) {
	if !top.ok() || !bottom.ok() || bottom.Value == 0 {
		return Ratio{}, false
	}
	value := scale * (top.Value / bottom.Value)
	if math.IsInf(value, 0) || math.IsNaN(value) {
		return Ratio{}, false
	}
	return Ratio{name, value, top.Value, bottom.Value, numerator, denominator, scale, unit}, true
}

// Amount is the value with its unit: "3.6", "40%", "12 per 1000 instructions".
func (r Ratio) Amount() string {
	switch r.Unit {
	case "":
		return digits(r.Value)
	case "share":
		return digits(100*r.Value) + "%"
	case "B/s":
		return fmt.Sprintf("%.3g GB/s", r.Value/1e9)
	}
	return digits(r.Value) + " " + r.Unit
}

// String is a ratio with what it is made of: "ipc 3.6 (36G instructions / 10G cycles)".
func (r Ratio) String() string {
	return fmt.Sprintf("%s %s (%s %s / %s %s)", r.Name, r.Amount(), digits(r.Top), r.Numerator, digits(r.Bottom), r.Denominator)
}

// digits are three of a number, with an SI prefix from 100,000 on: "0.25", "5000", "36G".
func digits(x float64) string {
	const most = 1e15 // beyond it prefixes help nobody
	if x < 1e5 || x >= most {
		return plain(x)
	}
	prefix := ""
	for _, larger := range []string{"k", "M", "G", "T"} {
		if x < 999.5 { // which %.3g rounds to 1e+03 from there on
			break
		}
		x, prefix = x/1000, larger
	}
	return plain(x) + prefix
}

// plain has no exponent where a number of four or five digits will do.
func plain(x float64) string {
	if x >= 999.5 && x < 1e5 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}
