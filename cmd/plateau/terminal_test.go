package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// What is no terminal has no width of its own, and COLUMNS is heard anywhere.
func TestPageWidth(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, c := range []struct {
		env  string
		want int
	}{{"", 0}, {"0", 0}, {"-5", 0}, {"wide", 0}, {"1", 40}, {"39", 40}, {"40", 40}, {"41", 41}, {"200", 200}} {
		t.Setenv("COLUMNS", c.env)
		for _, w := range []io.Writer{new(bytes.Buffer), null} {
			if got := pageWidth(w); got != c.want {
				t.Errorf("COLUMNS=%q: %d columns on %T, want %d", c.env, got, w, c.want)
			}
		}
	}
}

// Tables fit into the page, from the narrowest on.
func TestReportWidth(t *testing.T) {
	for _, columns := range []string{"40", "60", "80", "100", "160"} {
		t.Setenv("COLUMNS", columns)
		var stdout, stderr bytes.Buffer
		if status := run([]string{"report", "testdata/in/shop.bench"}, strings.NewReader(""), &stdout, &stderr); status != 0 {
			t.Fatal(status, stderr.String())
		}
		tables, _, _ := strings.Cut(stdout.String(), "\n▁▄█:")
		most := 0
		for _, line := range strings.Split(tables, "\n") {
			most = max(most, utf8.RuneCountInString(line))
		}
		if limit := map[string]int{"40": 40, "60": 60, "80": 80, "100": 100, "160": 160}[columns]; most > limit || most < limit*55/100 {
			t.Errorf("COLUMNS=%s: the widest line of a table has %d characters:\n%s", columns, most, tables)
		}
	}
}
