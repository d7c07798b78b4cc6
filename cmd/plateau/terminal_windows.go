package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// terminalWidth is the width of a console window in characters, 0 where it is not known.
func terminalWidth(f *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info) != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}
