// Package reportx treats benchmark results as data: it reads them in any of
// their forms, pools the samples of all runs, and writes reports.
//
//	rs := reportx.ReadFiles([]string{"old.bench"}, nil, reportx.ReadOptions{})
//	rep, err := reportx.NewReport(rs, reportx.Options{})
//	...
//	err = rep.WriteText(os.Stdout, reportx.TextOptions{})
//
// # What it holds to
//
//   - Percentiles are exact, nearest rank, of single samples. Those of a
//     benchmark are of the samples of all its runs together, each run's warm-up
//     left out; an average of averages or of percentiles is never formed.
//   - Samples of one run belong together. An interval says how far runs
//     like these would scatter, and with one run there is none.
//   - A percentile beyond which no sample lies is absent, with the reason.
//   - What was done is said: warm-up discarded, batches, samples lost, runs left
//     out, runs that differ from the others.
//   - Nothing that is whole is lost because something beside it is damaged. A
//     Problem has its place in the input.
//
// Times are float64 ns per operation throughout, of samples that are kept as
// whole picoseconds of a batch. No number is NaN or infinite; what is not known
// has a flag beside it, or is zero where the field says so.
//
// Samples stay encoded in memory, at some two bytes each, and are decoded block
// by block whenever they are looked at.
package reportx
