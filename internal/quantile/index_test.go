package quantile

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// indexed are runs of many kinds, long and short ones.
func indexed(r *rand.Rand, name string, runs, n int) (list []Run) {
	for i := range runs {
		values := make(Slice, n)
		for j := range values {
			switch name {
			case "lognormal":
				values[j] = int64(1e7 * math.Exp(0.1*float64(i%3)+0.2*r.NormFloat64()))
			case "coarse clock":
				values[j] = 41_667 * int64(100+10*r.ExpFloat64())
			case "narrow, far from its least":
				values[j] = 1e9 + int64(r.IntN(1000))
				if r.IntN(50) == 0 {
					values[j] = 5
				}
			case "wide":
				values[j] = int64(r.Uint64())
			case "constant":
				values[j] = 7
			case "later faster":
				values[j] = int64(1e6*r.Float64()) + 1e9/int64(1+j*10/n)
			case "extremes":
				values[j] = []int64{math.MinInt64, -1, 0, 1, math.MaxInt64}[r.IntN(5)]
			}
		}
		list = append(list, values)
	}
	return list
}

// An index answers as reading the runs for each answer does.
func TestIndex(t *testing.T) {
	ps := []P{1, 10_000, 500_000, 900_000, 990_000, 992_500, 999_000, 999_999}
	for _, name := range []string{"lognormal", "coarse clock", "narrow, far from its least", "wide", "constant", "later faster", "extremes"} {
		for _, n := range []int{0, 1, 50, shortRun, shortRun + 1} {
			r := rand.New(rand.NewPCG(uint64(n), 3))
			runs := append(indexed(r, name, 5, n), indexed(r, name, 1, n/2)...)
			for _, prepared := range []bool{false, true} {
				x, err := NewIndex(runs)
				if err != nil {
					t.Fatal(err)
				}
				groups := [][]int{{0, 1, 2}, {3, 4, 5}, {0, 2}, {4}}
				if prepared {
					if err := x.Prepare(groups[:2], ps); err != nil {
						t.Fatal(err)
					}
				}
				for i, run := range runs {
					want, wantErr := Of(run, ps)
					if got, err := x.Of(i, ps); !errors.Is(err, wantErr) || !reflect.DeepEqual(got, want) {
						t.Errorf("%s, %d samples, run %d: %+v, %v, want %+v, %v", name, n, i, got, err, want, wantErr)
					}
				}
				for _, members := range groups {
					want, wantErr := Pool(x.subset(members), ps)
					got, err := x.Pool(members, ps)
					if !errors.Is(err, wantErr) || !reflect.DeepEqual(got, want) {
						t.Errorf("%s, %d samples, %v: %+v, %v, want %+v, %v", name, n, members, got, err, want, wantErr)
					}
				}
				if n == 0 {
					continue
				}
				value := runs[1].(Slice)[0]
				for _, value := range []int64{math.MinInt64, value - 1, value, value + 1, math.MaxInt64} {
					got, err := x.Above([]int{2, 0}, value)
					if err != nil {
						t.Fatal(err)
					}
					for j, run := range []int{2, 0} {
						want := int64(0)
						for _, v := range runs[run].(Slice) {
							if v > value {
								want++
							}
						}
						if got[j] != want {
							t.Errorf("%s, %d samples: %d above %d, want %d", name, n, got[j], value, want)
						}
					}
				}
			}
		}
	}
}

// Bins that hold too much are not kept, and the answers are the same.
func TestIndexCrowded(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	var runs []Run
	for range 3 {
		values := make(Slice, 100_000)
		for i := range values {
			values[i] = 1<<60 + int64(r.IntN(1<<40))
		}
		for i := range 1000 {
			values[i] = 5
		}
		runs = append(runs, values)
	}
	x, err := NewIndex(runs)
	if err != nil {
		t.Fatal(err)
	}
	x.room = 50_000
	ps := []P{500_000, 990_000}
	all := []int{0, 1, 2}
	if err := x.Prepare([][]int{all}, ps); err != nil {
		t.Fatal(err)
	}
	got, err := x.Pool(all, ps)
	if want, _ := Pool(runs, ps); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	if stats, err := x.Of(1, ps); err != nil {
		t.Error(err)
	} else if want, _ := Of(runs[1], ps); !reflect.DeepEqual(stats, want) {
		t.Errorf("%+v, want %+v", stats, want)
	}
	value := got.Estimates[1].Value
	if above, err := x.Above(all, value); err != nil || !slices.Equal(above, got.Estimates[1].Above) {
		t.Errorf("%v, %v", above, err)
	}
}

// Bins do not overlap, and rise with the values.
func TestGrid(t *testing.T) {
	for _, origin := range []int64{math.MinInt64, -3, 0, 1000, math.MaxInt64} {
		g := grid{origin}
		var values []int64
		for shift := range 63 {
			for _, off := range []int64{-1, 0, 1} {
				values = append(values, 1<<shift+off, -1<<shift+off, origin+1<<shift+off, origin-1<<shift+off)
			}
		}
		values = append(values, math.MinInt64, math.MaxInt64, origin, origin-1, origin+1)
		slices.Sort(values)
		for i, v := range values {
			bin := g.bin(v)
			if bin < 0 || bin >= gridBins {
				t.Fatalf("origin %d: %d in bin %d", origin, v, bin)
			}
			if i > 0 && bin < g.bin(values[i-1]) {
				t.Errorf("origin %d: %d in bin %d, before that of %d", origin, v, bin, values[i-1])
			}
			if first, ok := g.first(bin); !ok || first > v || g.bin(first) != bin {
				t.Errorf("origin %d: bin %d of %d begins at %d, %v", origin, bin, v, first, ok)
			}
			if first, ok := g.first(bin + 1); ok && (first <= v || g.bin(first) <= bin) {
				t.Errorf("origin %d: bin %d after that of %d begins at %d", origin, bin+1, v, first)
			}
			if only, ok := g.single(bin); ok && only != v {
				t.Errorf("origin %d: %d in the bin of %d alone", origin, v, only)
			}
		}
	}
}

func TestAscending(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for _, n := range []int{0, 1, 255, 256, 5000} {
		for _, shift := range []int{0, 1, 30, 50, 63, 64} {
			xs := make([]int64, n)
			for i := range xs {
				xs[i] = int64(r.Uint64() >> shift)
			}
			want := slices.Sorted(slices.Values(xs))
			if ascending(xs, make([]int64, n)); !slices.Equal(xs, want) {
				t.Errorf("%d values of %d bits are not in order", n, 64-shift)
			}
		}
	}
}

// A failing run makes itself known.
func TestIndexError(t *testing.T) {
	broken := errors.New("broken")
	if _, err := NewIndex([]Run{Slice{1}, failing{broken}}); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

type failing struct{ err error }

func (f failing) Blocks(func([]int64) bool) error { return f.err }
