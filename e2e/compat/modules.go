package compat

// A subject is a module at a version.
type subject struct {
	path, version string
	packages      []string
	once          string // a pattern for the benchmarks that are run once on each side
	// timed is a pattern for the benchmarks whose times are compared, and timedIn the package they are in: enough of them, in minutes.
	timed   string
	timedIn string
}

var subjects = []subject{
	{"github.com/google/go-cmp", "v0.7.0", []string{"./..."}, "Bytes/4KiB|Diff", "Bytes/4KiB|Diff", "./..."},
	{"github.com/klauspost/compress", "v1.18.0", []string{"./..."}, ".", "Decoder_DecodeAll|Encoder_EncodeAllSimple$", "./zstd"},
	{"github.com/go-chi/chi/v5", "v5.2.3", []string{"./..."}, ".", ".", "./..."},
	{"go.uber.org/zap", "v1.27.0", []string{"./..."}, ".", ".", "./..."},
	{"github.com/rs/zerolog", "v1.34.0", []string{"./..."}, ".", ".", "./..."},
	{"github.com/google/btree", "v1.1.3", []string{"./..."}, ".", ".", "./..."},
	{"github.com/valyala/fasthttp", "v1.62.0", []string{"./..."}, ".", "Client|Server|Cookie|Header|URI", "."},
	{"gonum.org/v1/gonum", "v0.16.0", []string{"./..."}, "Dgemm(Small|Med)|Dgemv|Dot|Axpy|Add|Sum|Norm", "Dgemm(Small|Med)|Dgemv", "./blas/gonum"},
	{"github.com/prometheus/client_golang", "v1.23.0", []string{"./..."}, ".", "Histogram|Counter|Gather|Summary|Handler|Vec", "./prometheus"},
	{"github.com/tidwall/gjson", "v1.18.0", []string{"./..."}, ".", ".", "./..."},
}

// small are the subjects of every test run: few dependencies, quick to build, and in both kinds of loop.
var small = []string{"github.com/google/btree", "github.com/tidwall/gjson"}
