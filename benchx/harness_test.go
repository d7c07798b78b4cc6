package benchx

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/plateau-bench/plateau/internal/series"
)

// setFlag sets a flag of package testing until the test ends.
func setFlag(t *testing.T, name, value string) {
	t.Helper()
	old := flag.Lookup(name).Value.String()
	if old == "" {
		t.Cleanup(func() { flag.Set(name, old) })
	} else {
		t.Cleanup(func() {
			if err := flag.Set(name, old); err != nil {
				t.Errorf("restore -%s: %v", name, err)
			}
		})
	}
	if err := flag.Set(name, value); err != nil {
		t.Fatalf("set -%s: %v", name, err)
	}
}

// measure runs a benchmark function by testing.Benchmark, for benchTime.
func measure(t *testing.T, benchTime string, f func(b *testing.B)) testing.BenchmarkResult {
	t.Helper()
	setFlag(t, "test.benchtime", benchTime)
	return testing.Benchmark(f)
}

// ascending fills a block with the numbers from from.
func ascending(n int, from int64) []int64 {
	block := make([]int64, n)
	for i := range block {
		block[i] = from + int64(i)
	}
	return block
}

// blocksOf is a series made of blocks.
func blocksOf(blocks ...[]int64) samples {
	var s samples
	for _, block := range blocks {
		s.append(block)
	}
	return s
}

// values are all samples of a series in one slice.
func (s samples) values() []int64 {
	var all []int64
	for _, block := range s.blocks {
		all = append(all, block...)
	}
	return all
}

// noise fills a block with values that do not compress.
func noise(n int, seed uint64) []int64 {
	r := rand.New(rand.NewPCG(seed, 0))
	block := make([]int64, n)
	for i := range block {
		block[i] = int64(r.Uint64() >> 8)
	}
	return block
}

// decoded are the samples in pieces.
func decoded(t *testing.T, pieces []piece) []int64 {
	t.Helper()
	var all []int64
	for i, p := range pieces {
		before := len(all)
		var err error
		if all, err = series.Decode(all, p.code); err != nil {
			t.Fatalf("piece %d: %v", i, err)
		}
		if len(all)-before != p.n {
			t.Fatalf("piece %d holds %d samples, said to be %d", i, len(all)-before, p.n)
		}
	}
	return all
}
