// Package perfx tells why: it counts events of the CPU, the operating system and the Go runtime over the iterations of a
// benchmark.
//
//	func BenchmarkLookup(b *testing.B) {
//		s := benchx.Start(b, benchx.With(perfx.Counters("cycles", "instructions")))
//		for b.Loop() {
//			lookup(key)
//			s.Lap()
//		}
//	}
//
// adds cycles/op and instructions/op to the result line. Without benchx, [Attach] does the same. Events have the names that
// perf gives them; see [Counters].
//
// # What is counted
//
// Only iterations that the benchmark reports count, as far as they can be told apart. In a loop over b.Loop or b.N totals are
// read at checkpoints an eighth apart, and what counts begins at the first one behind the warm-up; the sample file and the
// report say where. In the managed loop of benchx it is exactly the measured iterations.
//
// Events are counted twice: for the thread of the benchmark's goroutine, which is locked to it meanwhile, and for all threads
// of the process, those that come later included. The result line has those of the thread, since it is what the benchmark does;
// in a parallel benchmark those of the process, as process-cycles/op. The report has both: what the process has beyond the
// thread is the garbage collector's work, and that of other goroutines.
//
// The time in which a benchmark has stopped its timer counts, too: the kernel does not know of it. Notes say so.
//
// # What cannot be counted
//
// is absent, with a reason in the benchmark's log, and never 0. Virtual machines often have no counters; an event that an
// unprivileged process may count in user mode only is counted there, and says so. Nothing here fails a benchmark.
package perfx
