package main

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// On a terminal the page is as wide as that, and in colour unless the user wants none.
func TestTerminal(t *testing.T) {
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo-terminal here:", err)
	}
	defer f.Close()
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	for _, c := range []struct {
		columns uint16
		want    int
	}{{0, 0}, {1, 40}, {132, 132}} {
		if err := unix.IoctlSetWinsize(int(f.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: c.columns}); err != nil {
			t.Skip("the terminal has no size:", err)
		}
		if o := textOptions(f); o.Width != c.want || !o.Color {
			t.Errorf("%d columns: %+v", c.columns, o)
		}
	}
	t.Setenv("COLUMNS", "77")
	if o := textOptions(f); o.Width != 77 {
		t.Errorf("COLUMNS=77: %+v", o)
	}
	t.Setenv("NO_COLOR", "1")
	if o := textOptions(f); o.Color {
		t.Errorf("NO_COLOR: %+v", o)
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "dumb")
	if o := textOptions(f); o.Color {
		t.Errorf("TERM=dumb: %+v", o)
	}
}
