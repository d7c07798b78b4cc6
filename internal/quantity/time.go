package quantity

import (
	"math"
	"strconv"
)

// A Unit is one in which times are written. The zero value is none.
type Unit struct {
	Name string  // "ns", "µs", "ms" or "s"
	NS   float64 // its length in ns
}

// units are in ascending order.
var units = [...]Unit{{"ns", 1}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}}

// fullDigits is the number of digits of Time and FullTime.
const fullDigits = 4

// UnitOf is the unit for a time of either sign in ns: the largest in which it is at least 1 once it is rounded to so many
// significant digits, 1 or more; ns for 0 and NaN, below 1 ns too, and s for an infinite one.
func UnitOf(ns float64, digits int) Unit {
	switch {
	case !(math.Abs(ns) >= 1): // NaN too
		return units[0]
	case math.IsInf(ns, 0):
		return units[len(units)-1]
	}
	for i := len(units) - 1; i > 0; i-- {
		if exponent(ns/units[i].NS, digits) >= 0 {
			return units[i]
		}
	}
	return units[0]
}

// Number is a time in ns in this unit, without its name, as [Significant] writes it.
func (u Unit) Number(ns float64, digits int) string { return Significant(ns/u.NS, digits) }

// Format is Number with the name of the unit.
func (u Unit) Format(ns float64, digits int) string {
	if !finite(ns) {
		return special(ns)
	}
	return u.Number(ns, digits) + u.Name
}

// Time writes a time in ns with the unit that suits it and up to four significant digits, without trailing zeros: 11.76ms, 40ms,
// 0.25ns, -1.5µs, 0ns. From 1e4 s on it has the digits before the point, from 1e15 s on an exponent.
func Time(ns float64) string { return TimeDigits(ns, fullDigits) }

// TimeDigits is Time with up to so many digits, 1 or more.
func TimeDigits(ns float64, digits int) string { return UnitOf(ns, digits).Format(ns, digits) }

// FullTime is Time with its trailing zeros: 11.76ms, 40.00ms, 0.2500ns, -1.500µs, 0.000ns.
func FullTime(ns float64) string {
	if !finite(ns) {
		return special(ns)
	}
	u := UnitOf(ns, fullDigits)
	x := ns / u.NS
	if plain(x) {
		return strconv.FormatFloat(x, 'f', decimals(x, fullDigits), 64) + u.Name
	}
	return Significant(x, fullDigits) + u.Name
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// special is what strconv makes of a number that is not finite.
func special(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
