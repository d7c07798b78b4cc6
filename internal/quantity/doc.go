// Package quantity writes numbers as people read them: times in a unit that suits them, and rounded to a number of
// significant digits. Units change where the rounded number does: 999.94 ns are 999.9ns in four digits, and 999.95 ns 1µs.
//
//   - [Time] is for sentences and cells of a table that stand alone: 40ms.
//   - [FullTime] keeps the zeros, as benchstat does, so that numbers below each other have the same length: 40.00ms.
//   - [Significant] and [Count] are for what is no time.
//
// What is no number is written without a unit: NaN, +Inf, -Inf.
package quantity
