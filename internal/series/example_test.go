package series_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/plateau-bench/plateau/internal/series"
)

func ExampleEncoder() {
	samples := []int64{210, 208, 208, 212, 208, 9650, 208}
	e := new(series.Encoder)
	chunk, n := e.Append(nil, samples)
	back, err := series.Decode(nil, chunk)
	fmt.Println(n, len(chunk), back, err)
	// Output: 7 20 [210 208 208 212 208 9650 208] <nil>
}

// A file is read line by line, beside whatever reads its result lines.
func ExampleParser() {
	var file bytes.Buffer
	w := series.NewWriter(&file, nil)
	chunk, n := new(series.Encoder).Append(nil, []int64{500, 300, 200, 200, 202})
	_ = w.Header(series.Process{GOOS: "linux"})
	_ = w.Run("BenchmarkLookup-2 5 80 ns/op", series.Run{
		Name: "BenchmarkLookup-2", TickNS: 0.4,
		Series: []series.Series{{Batch: 1, Samples: 5, Warmup: 2}},
	})
	_ = w.Chunk(0, chunk, n)
	_ = w.End() // the first error of the underlying writer comes back from every later call
	if w.Err() != nil {
		fmt.Println(w.Err())
	}

	var p series.Parser
	lineno := 0
	for line := range bytes.Lines(file.Bytes()) {
		lineno++
		kind, err := p.Line(line, lineno)
		if err != nil {
			fmt.Println("line left out:", err)
		}
		switch kind {
		case series.Other:
			fmt.Println(strings.TrimSpace(string(line)))
		case series.RunComplete:
			r := p.Run()
			_ = r.Blocks(0, nil, func(block []int64) bool {
				fmt.Println(r.Name, "warm-up", r.Series[0].Warmup, "samples", block)
				return true
			})
		}
	}
	if err := p.Close(lineno + 1); err != nil {
		fmt.Println(err)
	}
	// Output:
	// goos: linux
	// BenchmarkLookup-2 5 80 ns/op
	// BenchmarkLookup-2 warm-up 2 samples [500 300 200 200 202]
}

// Two runs with batches of 64 and 256 operations are compared at 256.
func ExampleBatch() {
	b := series.Batch{Size: 256 / 64}
	sums := b.Append(nil, []int64{10, 11, 10, 12, 10, 10})
	sums = b.Append(sums, []int64{10, 14, 99})
	fmt.Println(sums)
	// Output: [43 44]
}
