package series

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// chunksOf encodes xs.
func chunksOf(e *Encoder, xs []int64) (chunks [][]byte) {
	for len(xs) > 0 {
		c, n := e.Append(nil, xs)
		chunks = append(chunks, c)
		xs = xs[n:]
	}
	return chunks
}

func sizeOf(chunks [][]byte) (n int) {
	for _, c := range chunks {
		n += len(c)
	}
	return n
}

// specMost is the number of values up to which chunks are read by the slow witness, too.
const specMost = 1 << 14

// checkRoundTrip is the oracle of all tests of the codec: sizes and counts are within their bounds, the values come
// back, and the reader made from the specification agrees.
func checkRoundTrip(t *testing.T, e *Encoder, xs []int64) {
	t.Helper()
	want := slices.Clone(xs)
	var got []int64
	for rest := xs; len(rest) > 0; {
		prefix := []byte("prefix")
		c, n := e.Append(prefix, rest)
		if string(c[:6]) != "prefix" {
			t.Fatal("Append changed what was in dst")
		}
		if c = c[6:]; n < 1 || n > MaxValues || len(c) > MaxChunk || len(c)%4 != 0 {
			t.Fatalf("a chunk of %d values in %d bytes", n, len(c))
		}
		if m, err := Count(c); m != n || err != nil {
			t.Fatalf("Count is %d, %v for %d values", m, err, n)
		}
		var err error
		before := len(got)
		if got, err = Decode(got, c); err != nil {
			t.Fatal(err)
		}
		if n <= specMost {
			if spec, err := specDecode(c); err != nil || !slices.Equal(spec, got[before:]) {
				t.Fatal("the specification reads other values, error: ", err)
			}
		}
		rest = rest[n:]
	}
	if !slices.Equal(xs, want) {
		t.Fatal("Append changed its argument")
	}
	if !slices.Equal(got, xs) {
		t.Fatalf("decoded %d values that are not the %d encoded", len(got), len(xs))
	}
}

func TestRoundTripWorkloads(t *testing.T) {
	e := new(Encoder)
	for _, w := range workloads {
		for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 1023, 1024, sampleSize + 1, 40_000} {
			t.Run(fmt.Sprintf("%s/%d", w.name, n), func(t *testing.T) { checkRoundTrip(t, e, w.series(n)) })
		}
	}
}

func TestRoundTripEdges(t *testing.T) {
	const lo, hi = math.MinInt64, math.MaxInt64
	r := rand.New(rand.NewPCG(3, 4))
	make := func(n int, f func(i int) int64) []int64 {
		xs := make([]int64, n)
		for i := range xs {
			xs[i] = f(i)
		}
		return xs
	}
	for _, c := range []struct {
		name string // what makes it an edge
		xs   []int64
	}{
		{"zero", []int64{0}},
		{"largest", []int64{hi}},
		{"smallest", []int64{lo}},
		{"largest, many", make(1000, func(int) int64 { return hi })},
		{"range of 2^64-1", []int64{lo, hi}},
		{"range of 2^64-1, large first", []int64{hi, lo, hi, lo, hi}},
		{"range of 2^63", []int64{lo, 0, lo, 0}},
		{"step of 2^63-1", []int64{-hi, 0, hi, 0, -hi}},
		{"step of 2^62", []int64{lo, 1 << 62, 0, -1 << 62, lo}},
		{"step of 3*2^40", make(5000, func(i int) int64 { return 17 + int64(i%1000)*3<<40 })},
		{"a step that the last value breaks", append(make(5000, func(i int) int64 { return int64(i) * 26 }), 1)},
		{"negative", make(5000, func(i int) int64 { return -int64(r.IntN(1000)) })},
		{"more equal values than a chunk may have", make(3*MaxValues+1, func(int) int64 { return 5 })},
		{"exactly as many", make(MaxValues, func(int) int64 { return 5 })},
		{"alternating, as a sample at equal distances would not see", make(MaxValues, func(i int) int64 { return int64(i%2)*1e6 + int64(i%7) })},
		{"first a constant, then noise: the size is guessed wrong", append(make(probe, func(int) int64 { return 5 }),
			make(60000, func(int) int64 { return int64(r.Uint64()) })...)},
		{"first noise, then a constant", append(make(probe, func(int) int64 { return int64(r.Uint64()) }),
			make(100000, func(int) int64 { return 5 })...)},
		{"many bins: a dictionary of 900 far numbers", make(50000, func(i int) int64 { x := int64(r.IntN(900)); return x * x * x * 1e6 })},
		{"too many bins: a dictionary of 5000", make(60000, func(i int) int64 { x := int64(r.IntN(5000)); return x * x * x * 1e6 })},
		{"all bins in one cell of the index", append(make(60000, func(i int) int64 { return 1e15 + int64(r.IntN(500)*(1<<20+1)) }), 0)},
		{"one far outlier", append(make(30000, func(i int) int64 { return 1000 + int64(r.IntN(64)) }), hi)},
		{"powers of two", make(40000, func(i int) int64 { return 1 << r.IntN(63) })},
		{"ascending", make(70000, func(i int) int64 { return int64(i) })},
		{"fields of 57 to 76 bits", make(9000, func(i int) int64 { return int64(r.Uint64()>>(i%20)) * int64(i%2) })},
	} {
		t.Run(c.name, func(t *testing.T) { checkRoundTrip(t, new(Encoder), c.xs) })
	}
}

func TestAppendNothing(t *testing.T) {
	dst := []byte{1, 2}
	out, n := new(Encoder).Append(dst, nil)
	if n != 0 || !slices.Equal(out, dst) {
		t.Fatalf("no values became %v, %d", out, n)
	}
}

// A reused Encoder, whatever it encoded before, must not let that leak into the values.
func TestEncoderReuse(t *testing.T) {
	e := new(Encoder)
	r := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		w := workloads[r.IntN(len(workloads))]
		checkRoundTrip(t, e, w.series(1+r.IntN(3000)))
	}
}

func TestAppendDoesNotAllocate(t *testing.T) {
	e, dst := new(Encoder), make([]byte, 0, MaxChunk)
	for _, w := range workloads {
		xs := w.series(30_000)
		if a := testing.AllocsPerRun(2, func() {
			for rest := xs; len(rest) > 0; {
				_, n := e.Append(dst, rest)
				rest = rest[n:]
			}
		}); a != 0 {
			t.Errorf("%s: %v allocations", w.name, a)
		}
	}
}

// The collector does not look at memory outside the heap, where an Encoder may lie.
func TestEncoderHoldsNoPointers(t *testing.T) {
	var check func(typ reflect.Type, path string)
	check = func(typ reflect.Type, path string) {
		switch typ.Kind() {
		case reflect.Struct:
			for i := range typ.NumField() {
				check(typ.Field(i).Type, path+"."+typ.Field(i).Name)
			}
		case reflect.Array:
			check(typ.Elem(), path)
		case reflect.Pointer, reflect.Slice, reflect.String, reflect.Map, reflect.Func, reflect.Chan, reflect.Interface, reflect.UnsafePointer:
			t.Errorf("%s is a %s", path, typ.Kind())
		}
	}
	typ := reflect.TypeFor[Encoder]()
	check(typ, "Encoder")
	if typ.Size() > 460_000 {
		t.Errorf("an Encoder has %d bytes, the documentation says some 450 KB", typ.Size())
	}
}

func TestDecodeKeepsDst(t *testing.T) {
	c, _ := new(Encoder).Append(nil, []int64{5, 6, 7})
	got, err := Decode([]int64{1, 2}, c)
	if err != nil || !slices.Equal(got, []int64{1, 2, 5, 6, 7}) {
		t.Fatal(got, err)
	}
	got, err = Decode([]int64{1, 2}, c[:len(c)-1])
	if !errors.Is(err, ErrChunk) || !slices.Equal(got, []int64{1, 2}) {
		t.Fatal(got, err)
	}
}

// checkAgree compares Decode with the specification on bytes that may be anything.
func checkAgree(t *testing.T, chunk []byte) {
	t.Helper()
	got, err := Decode(nil, chunk)
	want, errSpec := specDecode(chunk)
	if (err == nil) != (errSpec == nil) || err != nil && !errors.Is(err, ErrChunk) {
		t.Fatalf("Decode: %v, specification: %v (%x)", err, errSpec, chunk)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("Decode differs from the specification (%x)", chunk)
	}
	if n, err := Count(chunk); got != nil && (err != nil || n != len(got)) {
		t.Fatalf("Count is %d, %v, there are %d values", n, err, len(got))
	}
}

// Every prefix of a chunk is an error, and every change of a byte an error or other values: in no case a panic.
func TestDecodeDamaged(t *testing.T) {
	for _, w := range workloads {
		c, _ := new(Encoder).Append(nil, w.series(60))
		for i := range c {
			checkAgree(t, c[:i])
			if _, err := Decode(nil, c[:i]); err == nil {
				t.Fatalf("%s: no error for %d of %d bytes", w.name, i, len(c))
			}
			for _, flip := range []byte{1, 2, 16, 128, 255} {
				d := slices.Clone(c)
				d[i] ^= flip
				checkAgree(t, d)
			}
		}
		checkAgree(t, append(slices.Clone(c), 0))
	}
}

func TestDecodeHeader(t *testing.T) {
	for _, c := range []struct {
		name  string
		chunk []byte
	}{
		{"nothing", nil},
		{"a newer code", []byte{2, 1, 0, 1, 0, 1, 0, 0, 1, 1}},
		{"no values", []byte{1, 0, 0, 1, 0, 1, 0, 0, 1, 1}},
		{"65,537 values", []byte{1, 0x81, 0x80, 4, 0, 1, 0, 1, 0, 0, 1, 1}},
		{"a number of values that does not end", []byte{1, 0x81, 0x80}},
		{"a number of values of 70 bits", []byte{1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 127, 0, 1}},
		{"a step of 0", []byte{1, 1, 0, 0, 0, 1, 0, 0, 1, 1}},
		{"a table of 2^4", []byte{1, 1, 0, 1, 4, 1, 0, 0, 16, 1}},
		{"a table of 2^13", []byte{1, 1, 0, 1, 13, 1, 0, 0, 0x80, 0x40, 1}},
		{"no bins", []byte{1, 1, 0, 1, 0, 0, 1}},
		{"2,049 bins", []byte{1, 1, 0, 1, 12, 0x81, 16, 0, 0, 1, 1}},
		{"a width of 65", []byte{1, 1, 0, 1, 0, 1, 0, 65, 1, 1}},
		{"a frequency of 0", []byte{1, 1, 0, 1, 5, 2, 0, 0, 32, 1, 0, 0, 1}},
		{"frequencies below 2^L", []byte{1, 1, 0, 1, 5, 1, 0, 0, 31, 1}},
		{"frequencies above 2^L", []byte{1, 1, 0, 1, 5, 2, 0, 0, 31, 1, 0, 2, 1}},
		{"no bits", []byte{1, 1, 0, 1, 0, 1, 0, 0, 1}},
		{"no one among the bits", []byte{1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1}},
		{"bits left over", []byte{1, 1, 0, 1, 0, 1, 0, 0, 1, 0x40}},
	} {
		if out, err := Decode(nil, c.chunk); !errors.Is(err, ErrChunk) || out != nil {
			t.Errorf("%s: %v, %v", c.name, out, err)
		}
		checkAgree(t, c.chunk)
	}
	whole := []byte{1, 1, 0, 1, 0, 1, 0, 0, 1, 0x80}
	if out, err := Decode(nil, whole); err != nil || !slices.Equal(out, []int64{0}) {
		t.Errorf("the whole chunk that the others were made from: %v, %v", out, err)
	}
}
