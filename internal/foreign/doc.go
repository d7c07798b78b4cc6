// Package foreign reads the series of times in the files of other benchmark
// tools, so that they can be judged and described like our own:
//
//	JMH               -rf json
//	pyperf            -o FILE
//	hyperfine         --export-json FILE
//	google/benchmark  --benchmark_format=json, --benchmark_out=FILE
//	Criterion.rs      target/criterion/.../new/sample.json
//
// All are JSON. [Detect] tells them apart by their content, [Read] reads one.
// What a value of such a file is, and of how many operations it is the mean,
// differs between tools; [Series.Value] says it in words.
//
// A file is read as a stream, in linear time, and of its text a buffer's worth
// is in memory at a time; the values of the benchmark being read, and with
// pyperf those of all of them, are too, at 8 bytes each. Whatever the input,
// nothing here panics. What is whole is returned even if something else is
// damaged, and each error has its line.
package foreign
