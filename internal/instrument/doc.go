// Package instrument finds the loops of existing benchmarks and adds to them the calls of package benchx that measure every
// iteration.
//
// Finding ([Survey]) works on syntax, with types where a name alone does not tell: whether the b of a b.N is a *testing.B, and which
// one. Package testing is known by an outline of it, and no other import is read, so that nothing has to be built or
// downloaded, and a package that does not compile has its loops found as far as it goes.
//
// There are two ways of adding. An [Overlay] is for one run of go test: the changed files and a copy of benchx lie in a
// temporary directory, and the go command reads them in place of what is on disk (go help build, -overlay). The calls stand
// on the lines that are there, so that the line numbers of failures stay right. [Write] is for keeps: the calls get lines of their
// own, as people would write them, and [Undo] takes them out again.
//
// # What counts as a loop
//
// A loop over b.Loop, pb.Next or b.N, in any of the spellings of the last: upwards, downwards, by range, by a variable that was
// given b.N, with conversions. One iteration must be one operation as package testing counts them:
//
//   - A loop that advances its counter in the body, as in for i < b.N { ... i++ ... }, is measured from one advance to the next,
//     wherever in the body that is.
//   - A loop over a part or a multiple of b.N, and one that counts in steps, is none: listed with the reason, it runs as before.
//
// The loop must run in the goroutine that its *testing.B is timed in. Functions are followed to where they are called, through variables,
// parameters and methods of the package; what is handed to somebody whose body is not at hand may run anywhere, and is left alone.
//
// What an iteration consists of does not matter: with inner loops over data it is one operation still.
//
// # Where the calls stand
//
//	s := benchx.Start(b)
//	for i := 0; i < b.N; i++ {
//		s.Lap()
//		...
//	}
//	s.Stop()
//
// The lap at the top is passed by every iteration, whatever continue and break do, and with Stop behind the loop no piece at its
// edges has to be judged. Whether the loop is a part of the result (or preparation before a ResetTimer, say) shows only as it
// runs, and is Stop's to find out.
//
// # Where things lie
//
//   - outline, find, loop, shape, count, facts, below: what package testing consists of, and which statements are loops over its b.N.
//   - fate, calls, handed: in which goroutine a function is called.
//   - obstacle, own, missing, reason: what stands against measuring a loop, and how it is said.
//   - list, found, survey, summary, goflags, coverage: packages, as the go command has them, and what became of their loops.
//   - inject, draft, align, overlay, replaced: an overlay and the changed files in it.
//   - measurer, assembly, place: the copies of benchx, and where in a module they lie.
//   - write, importing, line, edit, reformat, undo, diff, anchor: changing files for good, and showing it.
package instrument
