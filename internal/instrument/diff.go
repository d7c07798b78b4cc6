package instrument

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Diff is the unified difference of two texts of one file, with three lines of context, "" if they are equal. The names stand in
// its head.
func Diff(oldName, newName string, before, after []byte) string {
	if bytes.Equal(before, after) {
		return ""
	}
	a, b := lines(before), lines(after)
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", oldName, newName)
	for _, h := range hunks(script(a, b)) {
		h.print(&out, a, b)
	}
	return out.String()
}

// lines splits a text behind each newline.
func lines(text []byte) []string {
	all := strings.SplitAfter(string(text), "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

// A change replaces lines from..to of the old text by lines from2..to2 of the new one.
type change struct{ from, to, from2, to2 int }

// script finds an edit script: the shortest one between each two lines that both texts have once and in the same order. Such lines cut
// large files, which are generated ones mostly, into pieces whose differences are few.
func script(a, b []string) (all []change) {
	x, y := 0, 0
	for _, p := range append(anchors(a, b), pair{len(a), len(b)}) {
		for _, c := range shortest(a[x:p.x], b[y:p.y]) {
			all = append(all, change{c.from + x, c.to + x, c.from2 + y, c.to2 + y})
		}
		x, y = p.x, p.y
	}
	return all
}

// maxSteps bounds the memory of shortest: that of its square in integers.
const maxSteps = 1000

// shortest finds the shortest edit script by the greedy algorithm of E. W. Myers, "An O(ND) Difference Algorithm and Its
// Variations", Algorithmica 1 (1986), section 4. Texts that take more than maxSteps are replaced as a whole.
func shortest(a, b []string) []change {
	n, m := len(a), len(b)
	limit := min(n+m, maxSteps)
	offset := limit + 1
	v := make([]int, 2*offset+1)
	var trace [][]int
	for d := 0; d <= limit; d++ {
		trace = append(trace, slices.Clone(v[offset-d-1:offset+d+2]))
		for k := -d; k <= d; k += 2 {
			x := v[offset+k-1] + 1
			if k == -d || k != d && v[offset+k-1] < v[offset+k+1] {
				x = v[offset+k+1]
			}
			y := x - k
			for x < n && y < m && a[x] == b[y] {
				x, y = x+1, y+1
			}
			v[offset+k] = x
			if x >= n && y >= m {
				return backtrack(trace, n, m)
			}
		}
	}
	return []change{{0, n, 0, m}}
}

// backtrack walks the furthest reaching paths back and joins neighbouring steps to changes. trace[d] holds v before step d, from
// diagonal -d-1 on.
func backtrack(trace [][]int, x, y int) []change {
	var all []change
	for d := len(trace) - 1; d > 0; d-- {
		v := func(k int) int { return trace[d][k+d+1] }
		k := x - y
		before := k - 1
		if k == -d || k != d && v(k-1) < v(k+1) {
			before = k + 1
		}
		px := v(before)
		py := px - before
		c := change{px, px, py, py + 1}
		if before == k-1 {
			c = change{px, px + 1, py, py}
		}
		if n := len(all); n > 0 && all[n-1].from == c.to && all[n-1].from2 == c.to2 {
			all[n-1].from, all[n-1].from2 = c.from, c.from2
		} else {
			all = append(all, c)
		}
		x, y = px, py
	}
	slices.Reverse(all)
	return all
}

// margin is the number of equal lines around a change.
const margin = 3

// A hunk is a run of changes whose contexts touch.
type hunk []change

func hunks(changes []change) []hunk {
	var all []hunk
	for _, c := range changes {
		if n := len(all); n > 0 && c.from-all[n-1][len(all[n-1])-1].to <= 2*margin {
			all[n-1] = append(all[n-1], c)
		} else {
			all = append(all, hunk{c})
		}
	}
	return all
}

func (h hunk) print(out *strings.Builder, a, b []string) {
	first, last := h[0], h[len(h)-1]
	lead := min(margin, first.from)
	tail := min(margin, len(a)-last.to)
	span := func(from, n int) string {
		if n == 0 {
			return fmt.Sprintf("%d,0", from)
		}
		return fmt.Sprintf("%d,%d", from+1, n)
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(first.from-lead, last.to+tail-first.from+lead), span(first.from2-lead, last.to2+tail-first.from2+lead))
	put := func(mark string, of []string) {
		for _, l := range of {
			out.WriteString(mark + l)
			if !strings.HasSuffix(l, "\n") {
				out.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
	at := first.from - lead
	for _, c := range h {
		put(" ", a[at:c.from])
		put("-", a[c.from:c.to])
		put("+", b[c.from2:c.to2])
		at = c.to
	}
	put(" ", a[at:at+tail])
}
