package main

import (
	"io"
	"os"
	"strconv"

	"github.com/plateau-bench/plateau/reportx"
)

// textOptions are those for text that goes to w: on a terminal as wide as that, with colours unless the user wants none, and
// elsewhere always the same, so that texts can be compared.
func textOptions(w io.Writer) reportx.TextOptions {
	return reportx.TextOptions{Color: onTerminal(w), Width: pageWidth(w)}
}

// onTerminal reports whether w shows colours: a terminal, unless the user wants none
// (https://no-color.org).
func onTerminal(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && terminal(w) != nil
}

// terminal is the file behind w if that is a terminal.
func terminal(w io.Writer) *os.File {
	f, ok := w.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 || f.Name() == os.DevNull {
		return nil
	}
	return f
}

// leastColumns is the narrowest page: below it, nothing in a table would stand beside anything else.
const leastColumns = 40

// pageWidth is the width of the page in characters: what COLUMNS says, else that of the terminal, and 0, the usual one, where there
// is none.
func pageWidth(w io.Writer) int {
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || n <= 0 {
		f := terminal(w)
		if f == nil {
			return 0
		}
		if n = terminalWidth(f); n <= 0 {
			return 0
		}
	}
	return max(n, leastColumns)
}
