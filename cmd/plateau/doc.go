// Plateau reports the tail latency of Go benchmarks.
package main
