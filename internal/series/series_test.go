package series

import (
	"bytes"
	"slices"
	"testing"
)

func TestFileRoundTrip(t *testing.T) {
	values := make([]int64, 10000)
	for i := range values {
		values[i] = int64(i * i)
	}
	var out bytes.Buffer
	w := NewWriter(&out, nil)
	if err := w.Header(Process{Pkg: "example.com/p", GOOS: "linux"}); err != nil {
		t.Fatal(err)
	}
	r := Run{Name: "BenchmarkX-2", TickNS: 0.5, Series: []Series{{Batch: 1, Samples: 10000}}}
	if err := w.Run("BenchmarkX-2 10000 5 ns/op", r); err != nil {
		t.Fatal(err)
	}
	var e Encoder
	for rest := values; len(rest) > 0; {
		c, n := e.Append(nil, rest)
		if err := w.Chunk(0, c, n); err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	var p Parser
	var got []int64
	lineno := 0
	for line := range bytes.Lines(out.Bytes()) {
		lineno++
		kind, err := p.Line(line, lineno)
		if err != nil {
			t.Fatal(err)
		}
		if kind == RunComplete {
			err := p.Run().Blocks(0, nil, func(b []int64) bool { got = append(got, b...); return true })
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if !slices.Equal(got, values) {
		t.Fatal("values differ")
	}
}
