package benchx

import (
	"math"
	"slices"
	"testing"
)

func TestAddEdge(t *testing.T) {
	const us = 1000
	same := func(n int, d int64) []int64 { return slices.Repeat([]int64{d}, n) }
	for _, c := range []struct {
		why         string
		laps        int // N: there are N-1 whole iterations
		median      int64
		first, last int64
		want        []int64 // what was added: in front and behind
	}{
		{"one lap at the end of the body", 1, 0, 50 * us, 1 * us, []int64{50 * us}},
		{"one lap at the top", 1, 0, 1 * us, 50 * us, []int64{50 * us}},
		{"one lap of a short operation", 1, 0, 3, 2, []int64{3}},
		{"one lap, and no time passed", 1, 0, 0, 0, []int64{0}},
		{"one lap, and the clock went backwards", 1, 0, -5, -7, []int64{0}},
		{"5 laps at the end of the body", 5, 50 * us, 49 * us, 1 * us, []int64{49 * us, -1}},
		{"5 laps at the top", 5, 50 * us, 1 * us, 49 * us, []int64{-1, 49 * us}},
		{"half of the median is an iteration", 5, 50 * us, 25 * us, 1 * us, []int64{25 * us, -1}},
		{"a little less is none", 5, 50 * us, 25*us - 1, 60 * us, []int64{-1, 60 * us}},
		{"a cold first iteration", 5, 50 * us, 900 * us, 60 * us, []int64{900 * us, -1}},
		{"19 laps", 19, 50 * us, 50 * us, 1 * us, []int64{50 * us, -1}},
		{"20 laps do without", 20, 50 * us, 50 * us, 50 * us, []int64{-1, -1}},
		{"21 laps", 21, 50 * us, 50 * us, 50 * us, []int64{-1, -1}},
		{"operations of 20 µs", 5, 20 * us, 20 * us, 1 * us, []int64{20 * us, -1}},
		{"just below", 5, 20*us - 1, 20 * us, 20 * us, []int64{-1, -1}},
	} {
		t.Run(c.why, func(t *testing.T) {
			whole := same(c.laps-1, c.median)
			all := blocksOf(whole)
			all.addEdge(c.first, c.last, 1)
			var want []int64
			if c.laps == 1 {
				want = c.want
			} else {
				if c.want[0] >= 0 {
					want = append(want, c.want[0])
				}
				want = append(want, whole...)
				if c.want[1] >= 0 {
					want = append(want, c.want[1])
				}
			}
			if !slices.Equal(all.values(), want) || all.n != int64(len(want)) {
				t.Errorf("%v (n=%d), want %v", all.values(), all.n, want)
			}
		})
	}
}

// Samples may be ticks while the edges come in ns: thresholds are in ns, what is added in ticks, rounded.
func TestAddEdgeConvertsTicks(t *testing.T) {
	const tick = 0.4
	all := blocksOf([]int64{100_000, 100_000}) // 40 µs
	all.addEdge(39_999, 0, tick)
	if got, want := all.values(), []int64{99_998, 100_000, 100_000}; !slices.Equal(got, want) { // 99,997.5
		t.Errorf("%v, want %v", got, want)
	}
	for _, c := range []struct {
		why    string
		median int64 // in ticks
		edges  int64
	}{
		{"20 µs are 50,000 ticks", 50_000, 1},
		{"49,999 ticks are less", 49_999, 0},
	} {
		all := blocksOf([]int64{c.median, c.median})
		all.addEdge(30_000, 0, tick)
		if all.n != 2+c.edges {
			t.Errorf("%s: %d samples, want %d", c.why, all.n, 2+c.edges)
		}
	}
	// The very boundary in floating point.
	for _, tick := range []float64{math.Nextafter(20, 0), 20, math.Nextafter(20, 30)} {
		all := blocksOf([]int64{1000, 1000})
		all.addEdge(20_000, 0, tick)
		if want := tick*1000 >= edgeNS; (all.n == 3) != want {
			t.Errorf("a median of %v ns: %d samples, want an edge: %v", tick*1000, all.n, want)
		}
	}
}

// An edge is one operation: no sample of a batch.
func TestNoEdgesInBatches(t *testing.T) {
	var n int64
	measure(t, "10x", func(b *testing.B) {
		s := Start(b, Batch(4))
		for range b.N {
			wait(30_000)
			s.Lap()
		}
		b.StopTimer()
		n = s.capture(int64(b.Elapsed()), s.tick(s.pair, shortRun)).all.n
	})
	if n != 2 { // of the nine iterations behind the first lap
		t.Errorf("%d samples, want 2", n)
	}
}

// The edges with a real benchmark: as many samples as iterations, wherever the lap stands.
func TestEdgesOfShortRuns(t *testing.T) {
	for _, c := range []struct {
		n    string
		want int64
	}{{"1x", 1}, {"2x", 2}, {"5x", 5}, {"19x", 19}, {"20x", 19}} {
		for _, top := range []bool{false, true} {
			for _, loop := range []bool{false, true} {
				var got samples
				measure(t, c.n, func(b *testing.B) {
					s := Start(b)
					body := func() {
						if top {
							s.Lap()
						}
						wait(60_000)
						if !top {
							s.Lap()
						}
					}
					if loop {
						for b.Loop() {
							body()
						}
					} else {
						for range b.N {
							body()
						}
					}
					b.StopTimer()
					got = s.capture(int64(b.Elapsed()), s.tick(s.pair, shortRun)).all
				})
				if got.n != c.want {
					t.Errorf("%s, lap at the top %v, b.Loop %v: %d samples, want %d", c.n, top, loop, got.n, c.want)
				}
			}
		}
	}
}
