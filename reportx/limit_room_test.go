package reportx

import (
	"strings"
	"testing"
)

// B/op=+0% holds where nothing varies, and says what is wrong with it where something does.
func TestLimitWithoutRoom(t *testing.T) {
	same := strings.Repeat("BenchmarkX 100 64 B/op\n", 10)
	none := strings.Repeat("BenchmarkX 100 0 B/op\n", 10)
	more := strings.Repeat("BenchmarkX 100 65 B/op\n", 10)
	wavers := strings.Repeat("BenchmarkX 100 64 B/op\nBenchmarkX 100 65 B/op\n", 5)
	other := strings.Repeat("BenchmarkX 100 65 B/op\nBenchmarkX 100 64 B/op\n", 5)
	for _, c := range []struct{ name, old, new, want, why string }{
		{"equal", same, same, "same", ""},
		{"no bytes at all", none, none, "same", ""},
		{"a byte more", same, more, "worse", ""},
		{"bytes where there were none", none, more, "worse", ""},
		{"a byte less", more, same, "better", ""},
		{"now more, now less", wavers, other, "unsure", "a limit of +0% leaves no room"},
	} {
		o := limitOf(t, "B/op=+0%")
		o.Pairing, o.Strict = PairByOrder, true
		gate, err := NewGate(resultSide("old", c.old), resultSide("new", c.new), o)
		ch := only(t, gate, err)
		if ch.Verdict != c.want || !strings.Contains(ch.Why, c.why) || (ch.Why == "") != (c.want != "unsure") {
			t.Errorf("%s: %s %q, want %s %q", c.name, ch.Verdict, ch.Why, c.want, c.why)
		}
	}
}

// What a program against itself says of a limit of +0%.
func TestPlaceboWithoutRoom(t *testing.T) {
	old, new := placeboSides(1, 8, 0.02)
	p, err := NewPlacebo(old, new, limitOf(t, "p99=+0%").Limits, 1)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := p.Write(&text, "text"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"BenchmarkA p99: differs by chance, and a limit of +0% leaves no room for it: p99=+",
		"BenchmarkB p99: never differed, so that a limit of +0% can hold",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}
