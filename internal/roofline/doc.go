// Package roofline places a piece of work under the roofs of the machine that ran it.
//
// The model is that of Williams, Waterman and Patterson, "Roofline: an insightful visual performance model for multicore
// architectures", Communications of the ACM 52(4), 2009, doi:10.1145/1498765.1498785. A machine that does P operations
// and moves B bytes a second, given work of AI = FLOPs/bytes, does at most
//
//	min(P, B × AI)
//
// operations a second. The two roofs meet at the ridge point AI* = P/B: left of it memory is the lower roof, right of it
// arithmetic is. That a piece of work lies right of the ridge says what could bound it, not what does: only work that is
// near its roof is bound by it, and [Point.Verdict] keeps the two apart.
//
// Peaks of arithmetic, memory and caches are measured by kernels in assembly ([Measure]: AVX-512, AVX2 with FMA or SSE2 on
// amd64, NEON on arm64, loops in Go elsewhere) and kept per machine ([Store]), or given by the user as a [Roof].
//
// Units are FLOP/s, B/s and FLOP/B throughout; giga is 1e9. A fused multiply-add is two operations. Nothing here returns
// NaN or an infinity: what cannot be computed is 0, and a reason says why.
package roofline
