// Package bench is what the end-to-end test of counters runs in the emulated machine: benchmarks whose operation is
// 2,000,000 instructions.
package bench
