package main

func exportCommand(s streams, args []string) int { return exitCannot }
