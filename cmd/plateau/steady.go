package main

import (
	"errors"
	"flag"

	"github.com/plateau-bench/plateau/reportx"
)

func steadyCommand(s streams, args []string) int {
	f := flag.NewFlagSet("plateau steady", flag.ContinueOnError)
	online := f.Bool("online", false, "where the live rule would have stopped, and what it would discard")
	format := f.String("format", "text", "text or json")
	f.Usage = commandUsage(f, "steady", "Steady says of each series where it becomes steady, if ever, and draws it with the\n"+
		"steady part in brackets. Where there are result lines alone, the ns/op of the runs\n"+
		"of a benchmark are its series.")
	if status, ok := parseFlags(f, s, args); !ok {
		return status
	}
	if err := checkChoice("format", *format, []string{"text", "json"}); err != nil {
		return usageError(s, f, err)
	}
	rs, status := readFiles(s, "steady", f.Args(), reportx.ReadOptions{KeepWarmup: true})
	if rs == nil {
		return status
	}
	list, err := reportx.Classify(rs, *online)
	if err != nil {
		status = fail(s, "steady", err)
	}
	if len(list) == 0 && status == exitFine {
		status = fail(s, "steady", errors.New("neither samples nor ns/op, so no series to judge"))
	}
	write := reportx.WriteSteadyText
	switch {
	case *format == "json":
		write = reportx.WriteSteadyJSON
	case len(list) == 0:
		return status
	}
	if err := write(s.stdout, list); err != nil {
		return fail(s, "steady", err)
	}
	return status
}
