// Package steps executes a known number of instructions, so that counters can be checked against it.
package steps

// PerRound is the number of instructions in one round of [Run].
const PerRound = 2
