package figure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Columns are what sorting each stretch says, however the values come.
func TestColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{0, 1, 2, 3, 7, 479, 480, 481, 959, 960, 10_007} {
		for _, most := range []int{1, 2, 3, 480} {
			values := make([]int64, n)
			for i := range values {
				values[i] = rng.Int64N(1000) - 500
			}
			c := NewColumns(int64(n), most)
			for rest := values; len(rest) > 0; {
				k := min(1+rng.IntN(600), len(rest))
				c.Add(rest[:k])
				rest = rest[k:]
			}
			c.Add([]int64{math.MaxInt64}) // more than there are
			var want []Column
			columns := min(n, most)
			for i := range columns {
				part := slices.Clone(values[i*n/columns : (i+1)*n/columns])
				slices.Sort(part)
				want = append(want, Column{part[0], part[len(part)-1], part[(len(part)+1)/2-1]})
			}
			if d := cmp.Diff(want, c.List()); d != "" {
				t.Fatalf("%d values in at most %d columns (-want +got):\n%s", n, most, d)
			}
		}
	}
}

// A series that ends early has what there is.
func TestColumnsShort(t *testing.T) {
	c := NewColumns(100, 4)
	c.Add([]int64{5, 3, 4})
	if d := cmp.Diff([]Column{{3, 5, 4}}, c.List()); d != "" {
		t.Error(d)
	}
}

// The index of a column does not overflow.
func TestColumnsMany(t *testing.T) {
	c := NewColumns(math.MaxInt64, 480)
	c.Add([]int64{1, 2})
	if d := cmp.Diff([]Column{{1, 2, 1}}, c.List()); d != "" {
		t.Error(d)
	}
}

func ExampleColumns() {
	c := NewColumns(6, 2)
	c.Add([]int64{10, 90, 20, 30})
	c.Add([]int64{31, 29})
	fmt.Println(c.List())
	// Output: [{10 90 20} {29 31 30}]
}
