// Package benchx measures the iterations of a benchmark one by one and reports percentiles of their times beside what
// package testing reports.
//
//	func BenchmarkLookup(b *testing.B) {
//		s := benchx.Start(b) // one line before the loop
//		for b.Loop() {
//			lookup(key)
//			s.Lap() // one clock read ends an iteration and begins the next
//		}
//	}
//
// Start works with loops over b.Loop and over b.N, in sub-benchmarks, and under all flags of go test. It only adds: ns/op and
// the rest remain testing's own. In a loop with Lap ns/op therefore includes the warm-up; what the metrics below are of does not.
//
//	mean-ns/op                    mean of the steady samples, ns per operation
//	p50-ns/op ... p99.9-ns/op     their percentiles, nearest rank
//	warmup-iters                  iterations discarded
//	unsettled                     1 where the run never settled, so that its other numbers are in doubt; otherwise absent
//	batch                         operations per sample, where there is more than one
//	ttft-p99-ns/op                percentiles of a stage, see [S.Mark]
//
// A percentile above the median is there only while at least one sample of the run lies beyond it. Behind the last -count run
// the benchmark's log has the percentiles pooled over the samples of all runs, with 95% intervals that treat the samples of one
// run as belonging together.
//
// # What is measured
//
// Samples come in four ways: [S.Lap] in a loop of testing's; [S.Loop], a loop that warms up first; [S.Begin] and [S.End], for a
// part of an iteration; and [S.Lane], for each goroutine of [testing.B.RunParallel]. Time that the benchmark excludes with
// b.StopTimer is excluded from its samples too: it is noticed by the benchmark's timer falling behind the clock.
//
// Operations shorter than some twenty clock reads are measured in batches ([Batch]), and every output says so.
//
// N laps cut a run into N+1 pieces, one of which, at the beginning or at the end, is an iteration: both are dropped in a run of
// 20 laps and more, or of operations below 20 microseconds; in a shorter run the piece before the first lap counts if it took at
// least half of the median, and else the one after the last. In a run of a single lap the longer one counts, which is wrong only
// where other work follows the loop and the timer is not stopped. Where [S.Stop] stands behind a loop whose body begins with Lap,
// nothing has to be judged.
//
// # Sample files
//
// With PLATEAU_OUT set to the absolute path of a directory each process writes its samples to
// <package>-<pid>.bench there, a Go benchmark file that benchstat reads as it is and the plateau command reports on.
//
// # What it costs
//
// A lap is one clock read and one store. Samples lie outside the Go heap, so that the collector does what it would
// have done without them. Nothing happens at import, and the package depends on the standard library alone.
package benchx
