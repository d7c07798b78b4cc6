// Package series encodes samples and defines the sample file.
//
// A sample is a duration in units of the clock it was read from: one operation, or a batch of them. An
// [Encoder] packs samples into chunks, [Decode] unpacks them; a [Writer] writes chunks to a sample file
// and a [Parser] reads it. What a reader in another language needs is all below.
//
// # The sample file, version 1
//
// A sample file is a file in the Go benchmark format (golang.org/design/14313-benchmark-format): lines of
// text that end in LF; a reader accepts CRLF. Its own lines begin with "# plateau ", a number sign, the word and
// one space each, and are comments to other readers. Every line is shorter than 60,000 bytes, since many
// readers of the format stop at 65,536. This is one, its long lines cut here:
//
//	# plateau 1 Go benchmark results, every sample in the comments
//	goos: linux
//	goarch: amd64
//	pkg: example.com/cache
//	cpu: Intel(R) Xeon(R) Processor
//	# plateau process 99b25fe2 {"pkg":"example.com/cache","go":"go1.24.0","goos":"linux","goar...
//	BenchmarkLookup-2 	     400	       182.4 ns/op	       151.7 mean-ns/op	       150.0 p50-ns/op
//	# plateau run 60cfa457 {"name":"BenchmarkLookup-2","procs":2,"rep":0,"start":"2025-03-01T1...
//	# plateau data 4ae36b46 0 0 400 0GWAw1oF-j00Arl1o/tu6D^LXmfJZz0rre]0SSnh1onD5oMy/{tdUmgTk4...
//	# plateau end faa1b44f 1
//
// The header comes first: "# plateau VERSION", a decimal number, and perhaps more text, which has no
// meaning. Files may be concatenated: each header begins anew. It stands before the
// configuration lines goos, goarch, pkg and cpu, which are those of go test; what is not known is left out. Nothing that
// may differ between two runs is ever written as a configuration line, which would keep
// benchstat from comparing them.
//
// All other lines of ours are
//
//	# plateau WORD SUM REST
//
// with one space between the parts. SUM is the CRC-32C (Castagnoli; as in RFC 3720) of the bytes of "WORD REST",
// 8 lower-case hexadecimal digits. A reader passes over lines with a WORD it does not know. The words are:
//
//	process JSON                     facts about the process, see Process; after the header
//	run JSON                         begins a run, see Run; after the result line it belongs to
//	data SERIES SEQ COUNT TEXT       COUNT samples of a series of that run
//	end CHUNKS                       completes the run; it had CHUNKS data lines
//
// Data lines name the series by its index in the run's "series", the main one first, and count
// the lines of each series from 0 in SEQ, without a gap. The lines of several series may alternate. TEXT is a chunk of code in
// Z85 (ZeroMQ RFC 32: 4 bytes are a big-endian number and become 5 digits to base 85).
//
// A run counts only with its end line, if its data lines are all there, and hold as many samples as the
// run line says ("samples" of each series). A writer that is stopped loses the run in progress, and no other. A reader that
// finds a line damaged reports it, leaves its run out, and goes on.
//
// In the JSON objects times are RFC 3339, durations that end in "_ns" are ns, and what is absent is not
// known, or 0, or empty. "tick_ns" turns the samples of all series of the run into ns; "batch" of a series says how many operations
// a sample is the total of. "warmup" samples at the beginning of a series are warm-up.
//
// Version: an addition that old readers may pass over (a word, a key of an object, a mark) leaves
// the version as it is. Anything else increases it. A reader refuses the samples of a newer version, says
// which it is and that plateau should be updated; result lines remain readable.
//
// # The chunk of code, version 1
//
// A chunk has up to MaxChunk bytes, a multiple of 4, and holds 1 to MaxValues values, each any 64-bit signed
// integer. Its values are v = min + step*u, in arithmetic modulo 2^64, with u in bins: ranges of integers that begin at lower and
// are 2^width long. Each value is a symbol, its bin, and width bits that say where in the bin it is. Frequent
// values have narrow bins, down to a single number, and frequent symbols take few bits, down to
// small fractions of one. The header is
//
//	byte     1, the version of the code (a reader refuses others)
//	uvarint  n, the number of values, 1 to 65,536
//	varint   min
//	uvarint  step, 1 or more
//	byte     L, the binary logarithm of the size of the table: 0, or 5 to 12
//	uvarint  the number of bins, 1 to 2,048
//
// and then for each bin, in ascending order,
//
//	uvarint  lower, less lower of the bin before (less 0 for the first)
//	byte     width, 0 to 64
//	uvarint  freq, 1 or more
//
// A uvarint is a little-endian number in groups of 7 bits, the top bit of each byte but the last set (LEB128), a varint
// the same after 0, -1, 1, -2 ... have become 0, 1, 2, 3 .... The frequencies add up to 2^L.
//
// The bytes after the header are a sequence of bits, the lowest bit of each byte first, and the first bit of a number its lowest. It begins with up
// to 31 zeros and a one, which fill the chunk up to its size and have no other meaning.
//
// Symbols are coded by a tabled asymmetric numeral system with four states that take turns. The
// table has an entry for each state 0 to 2^L-1. To make it, deal the states to the bins: pos = 0 at first; for each bin in order,
// freq times: state pos is the bin's; pos = (pos + 2^L/2 + 2^L/8 + 3) mod 2^L, divisions rounding
// down. Then go through the states in ascending order: where a bin gets its i-th state (i from 0), let x = freq + i,
// and take for that state
//
//	bits = L - floor(log2(x))
//	base = x * 2^bits - 2^L
//
// To decode, read L bits each into state[0] to state[3], or as many of them as there are values. Then for value i,
// from 0, with s = state[i mod 4]:
//
//	c = the next bits(s) bits, as a number
//	o = the next width bits of the bin of s, as a number
//	value i = min + step * (lower + o)
//	state[i mod 4] = base(s) + c
//
// After the last value no bits are left, and all states are 0; anything else is an error.
//
// How a writer chooses the bins is its own affair.
package series
