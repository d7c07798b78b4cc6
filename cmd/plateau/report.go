package main

import "fmt"

func reportCommand(s streams, args []string) int {
	fmt.Fprintln(s.stderr, "plateau report: not built yet")
	return exitCannot
}

// report prints the report of files to s.stdout in a format of the report
// command ("text", "markdown", "json", "bench") and returns the exit status.
func report(s streams, format string, files []string) int {
	return reportCommand(s, files)
}
