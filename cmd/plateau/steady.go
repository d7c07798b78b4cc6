package main

func steadyCommand(s streams, args []string) int { return exitCannot }
