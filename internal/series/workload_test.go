package series

import (
	"bufio"
	"compress/gzip"
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// workload is a kind of series whose encoded size matters.
type workload struct {
	name string
	next func(r *rand.Rand) int64
}

// ticks turns ns into ticks of a 2.6 GHz counter that goes up by step at a time.
func ticks(ns float64, step int64) int64 { return int64(ns*2.6) / step * step }

func lognormal(r *rand.Rand, median, sigma float64) float64 {
	return median * math.Exp(sigma*r.NormFloat64())
}

var workloads = []workload{
	{"lognormal-100ns", func(r *rand.Rand) int64 { return ticks(lognormal(r, 100, 0.2), 2) }},
	{"lognormal-5us", func(r *rand.Rand) int64 { return ticks(lognormal(r, 5e3, 0.3), 2) }},
	{"lognormal-99us", func(r *rand.Rand) int64 { return ticks(lognormal(r, 99e3, 0.3), 2) }},
	{"lognormal-99us-odd", func(r *rand.Rand) int64 { return ticks(lognormal(r, 99e3, 0.3), 1) }},
	{"lognormal-20us-step26", func(r *rand.Rand) int64 { return ticks(lognormal(r, 20e3, 0.5), 26) }},
	{"lognormal-1ms", func(r *rand.Rand) int64 { return ticks(lognormal(r, 1e6, 0.1), 1) }},
	{"lognormal-tail", func(r *rand.Rand) int64 {
		ns := lognormal(r, 5e3, 0.1)
		if r.IntN(1000) == 0 {
			ns += 1e6 / r.Float64()
		}
		return ticks(ns, 1)
	}},
	{"bimodal-8-40us", func(r *rand.Rand) int64 {
		if r.IntN(10) == 0 {
			return ticks(lognormal(r, 40e3, 0.05), 1)
		}
		return ticks(lognormal(r, 8e3, 0.05), 1)
	}},
	{"constant", func(r *rand.Rand) int64 { return 260 }},
	{"rare-0.1bit", func(r *rand.Rand) int64 {
		if r.IntN(80) == 0 {
			return 270_011
		}
		return 260_000
	}},
	{"rare-spread", func(r *rand.Rand) int64 {
		if r.IntN(100) == 0 {
			return ticks(lognormal(r, 1e6, 1), 1)
		}
		return 1_000_001
	}},
	{"five-values", func(r *rand.Rand) int64 {
		return []int64{1_000_000_007, 1_000_000_009, 998_244_353, 1_234_567_891, 987_654_321}[r.IntN(5)]
	}},
	{"300-values", func(r *rand.Rand) int64 { x := int64(r.IntN(300)); return x*x*x*x + 7 }},
	{"geometric", func(r *rand.Rand) int64 { return 1000 + 7*int64(r.ExpFloat64()*2) }},
	{"uniform-2^40", func(r *rand.Rand) int64 { return r.Int64N(1 << 40) }},
	{"uniform-int64", func(r *rand.Rand) int64 { return int64(r.Uint64()) }},
}

func (w workload) series(n int) []int64 {
	r := rand.New(rand.NewPCG(1, 2))
	xs := make([]int64, n)
	for i := range xs {
		xs[i] = w.next(r)
	}
	return xs
}

// entropy returns the zeroth-order entropy of the values, in bits a value.
func entropy(xs []int64) float64 {
	count := map[int64]int{}
	for _, x := range xs {
		count[x]++
	}
	h := 0.0
	for _, c := range count {
		p := float64(c) / float64(len(xs))
		h -= p * math.Log2(p)
	}
	return h
}

// recorded returns the durations of a file of real operations, in ns.
func recorded(t testing.TB, name string) []int64 {
	f, err := os.Open(filepath.Join("../../../shared/data/aa", name+".txt.gz"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the recorded samples are not there: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var xs []int64
	for s := bufio.NewScanner(z); s.Scan(); {
		if s.Text() == "" {
			continue
		}
		x, err := strconv.ParseInt(s.Text(), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		xs = append(xs, x)
	}
	return xs
}
