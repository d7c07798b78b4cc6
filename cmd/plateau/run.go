package main

import "fmt"

func runCommand(s streams, args []string) int {
	fmt.Fprintln(s.stderr, "plateau run: not built yet")
	return exitCannot
}
