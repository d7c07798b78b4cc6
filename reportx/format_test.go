package reportx

import "testing"

func TestTimeRange(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{1.1e6, 1.4e6, "1.1–1.4ms"},
		{900e3, 1.4e6, "900µs–1.4ms"},
		{5691, 5694, "5.691–5.694µs"}, // three digits would not tell them apart
		{5691, 5691, "5.691–5.691µs"},
		{999.6, 1400, "1–1.4µs"}, // three digits have a unit of their own
		{999.4, 999.6, "999ns–1µs"},
	} {
		if got := timeRange(c.lo, c.hi); got != c.want {
			t.Errorf("timeRange(%v, %v) = %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
}

func TestRunList(t *testing.T) {
	for _, c := range []struct {
		runs []int
		want string
	}{
		{[]int{2}, "run 2"},
		{[]int{2, 5}, "runs 2 and 5"},
		{[]int{2, 3}, "runs 2 and 3"},
		{[]int{1, 2, 3}, "runs 1-3"},
		{[]int{1, 2, 3, 7, 9}, "runs 1-3, 7 and 9"},
		{[]int{1, 3, 5, 7, 9, 11, 13, 15, 17}, "9 runs"},
	} {
		if got := runList(c.runs); got != c.want {
			t.Errorf("runList(%v) = %q, want %q", c.runs, got, c.want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"größe=1|2": "größe=1|2", "a\x1b[31m": `a\x1b[31m`, `q"\`: `q"\`, "bad\xff": `bad\xff`, "": "",
	} {
		if got := printable(in); got != want {
			t.Errorf("printable(%q) = %q, want %q", in, got, want)
		}
	}
}
