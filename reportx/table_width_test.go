package reportx

import (
	"bufio"
	"bytes"
	"slices"
	"strings"
	"testing"
)

// Widths as UAX #11 has them.
func TestTextWidth(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "BenchmarkA": 10, "µs": 2, "1–2": 3, "протобуф": 8, "日本語": 6, "한국어": 6, "ｆｕｌｌ": 8, "e\u0301": 1, "▁▄█": 3, "🚀": 2, "𠀀": 2, "ﾊﾝ": 2,
		"\u10ff": 1, "\u1100": 2, "\u115f": 2, "\u1160": 1, "\uabff": 1, "\uac00": 2, "\ud7a3": 2,
	} {
		if got := textWidth(s); got != want {
			t.Errorf("%q is %d wide, want %d", s, got, want)
		}
	}
}

// Columns stand below each other whatever their characters are, and no line is wider than the page at any usual width.
func TestTableWidths(t *testing.T) {
	for _, page := range []int{40, 80, 120, 200} {
		tab := table{left: []bool{true}, width: page}
		tab.add(cell{"benchmark"}, cell{"samples"}, cell{"p50"}, cell{"p99"})
		for _, name := range []string{"BenchmarkA", "Benchmark日本語", "Benchmark/e\u0301"} {
			tab.add(cell{name}, cell{"1,234"}, cell{"12.34µs", "12–13µs"}, cell{"98.76ms*", "≥90ms"})
		}
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		tab.write(w)
		w.Flush()
		var ends []int
		for line := range strings.Lines(out.String()) {
			line = strings.TrimRight(line, "\n")
			if n := textWidth(line); n > page {
				t.Errorf("%d wide on a page of %d: %s", n, page, line)
			}
			if at := strings.Index(line, "12.34µs"); at >= 0 {
				ends = append(ends, textWidth(line[:at]))
			}
		}
		if len(slices.Compact(ends)) != 1 {
			t.Errorf("%d: columns end at %v in\n%s", page, ends, out.String())
		}
	}
}
