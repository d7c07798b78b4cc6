package quantity_test

import (
	"fmt"

	"github.com/plateau-bench/plateau/internal/quantity"
)

func ExampleTime() {
	for _, ns := range []float64{999.94, 999.95, 40e6, 11_764_705} {
		fmt.Println(quantity.Time(ns), quantity.FullTime(ns), quantity.TimeDigits(ns, 3))
	}
	// Output:
	// 999.9ns 999.9ns 1µs
	// 1µs 1.000µs 1µs
	// 40ms 40.00ms 40ms
	// 11.76ms 11.76ms 11.8ms
}

// Two times that are to be told apart share a unit.
func ExampleUnitOf() {
	old, new := 1250.0, 980.0
	u := quantity.UnitOf(old, 4)
	fmt.Println(u.Number(old, 4) + "→" + u.Format(new, 4))
	// Output: 1.25→0.98µs
}

func ExampleSignificant() {
	fmt.Println(quantity.Significant(0.000123456, 3), quantity.Significant(12345.6, 3))
	// Output: 0.000123 12346
}

func ExampleCount() {
	fmt.Println(quantity.Count(1234567))
	// Output: 1,234,567
}
