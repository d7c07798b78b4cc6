package benchx

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/plateau-bench/plateau/internal/series"
)

func TestPoolReusesChunks(t *testing.T) {
	var p mapped[chunk]
	a, b := p.get(), p.get()
	if a == nil || b == nil {
		t.Skip("no memory to map")
	}
	if a == b {
		t.Fatal("one chunk was given twice")
	}
	a[0], a[chunkLen-1] = 1, 2 // writable from end to end
	p.put(a, b)
	p.put() // nothing is fine
	if c, d := p.get(), p.get(); !(c == a && d == b || c == b && d == a) {
		t.Error("chunks that were put back are not used again")
	}
	if len(p.free) != 0 {
		t.Errorf("%d chunks are free, want none", len(p.free))
	}
	pool.put(a, b) // for the tests that follow
}

func TestSheetBytes(t *testing.T) {
	c := sheets.get()
	defer sheets.put(c)
	bytes := c.bytes()
	if len(bytes) != 8*len(c) || cap(bytes) != len(bytes) {
		t.Errorf("%d bytes with room for %d, want %d", len(bytes), cap(bytes), 8*len(c))
	}
	if unsafe.Pointer(&bytes[0]) != unsafe.Pointer(c) {
		t.Error("the bytes lie elsewhere")
	}
	if n := uintptr(unsafe.Pointer(c)) % 64; n != 0 {
		t.Errorf("a sheet begins %d bytes into a cache line", n)
	}
}

func TestChunkLenIsPowerOfTwo(t *testing.T) {
	if chunkLen&(chunkLen-1) != 0 {
		t.Errorf("chunkLen = %d: masking with chunkLen-1 takes a power of two", chunkLen)
	}
}

func TestArenaEncodes(t *testing.T) {
	for _, c := range []struct {
		why    string
		blocks [][]int64
	}{
		{"nothing", nil},
		{"one sample", [][]int64{{7}}},
		{"short blocks are gathered", [][]int64{{1, 2}, {3}, {4, 5, 6}}},
		{"exactly one sheet", [][]int64{ascending(series.MaxValues, 0)}},
		{"a sheet and one", [][]int64{ascending(series.MaxValues, 0), {9}}},
		{"blocks across the end of the stage", [][]int64{ascending(series.MaxValues-3, 5), ascending(7, 1), ascending(series.MaxValues, -4)}},
		{"values that do not compress", [][]int64{noise(3*series.MaxValues, 1)}},
	} {
		t.Run(c.why, func(t *testing.T) {
			var a arena
			var all samples
			for _, block := range c.blocks { // negative ones, too: the arena takes everything
				all.blocks = append(all.blocks, block)
				all.n += int64(len(block))
			}
			want := slices.Clone(all.values())
			pieces := a.encode(all)
			got := decoded(t, pieces)
			if !slices.Equal(got, want) {
				t.Errorf("%d samples came back of %d, or others", len(got), len(want))
			}
			if !slices.Equal(all.values(), want) {
				t.Error("encoding changed the samples")
			}
			if c.why == "short blocks are gathered" && len(pieces) != 1 {
				t.Errorf("6 samples in %d pieces, want 1", len(pieces))
			}
			a.empty()
			if len(a.sheets) != 0 || a.space != nil {
				t.Error("memory in use after empty")
			}
			a.empty() // once more is fine
		})
	}
}

// Pieces are not overwritten by what is encoded later.
func TestArenaKeepsPieces(t *testing.T) {
	var a arena
	defer a.empty()
	first := a.encode(blocksOf(noise(5*series.MaxValues, 1)))
	second := a.encode(blocksOf(noise(5*series.MaxValues, 2)))
	if !slices.Equal(decoded(t, first), noise(5*series.MaxValues, 1)) {
		t.Error("the first run's samples changed")
	}
	if !slices.Equal(decoded(t, second), noise(5*series.MaxValues, 2)) {
		t.Error("the second run's samples are others")
	}
	if len(a.sheets) < 2 {
		t.Errorf("10 chunks of noise fit into %d: the test did not come to a second one", len(a.sheets))
	}
}
