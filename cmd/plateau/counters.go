package main

import (
	"encoding/json"
	"flag"
	"io"

	"github.com/plateau-bench/plateau/internal/counter"
	"github.com/plateau-bench/plateau/internal/perfevent"
)

func countersCommand(s streams, args []string) int {
	f := flag.NewFlagSet("plateau counters", flag.ContinueOnError)
	format := f.String("format", "text", "text or json")
	f.Usage = commandUsage(f, "counters", "Counters says what can be counted on this machine, and by this user: each of the EVENTs, or\n"+
		"all that have a name. It says why the others cannot, and what would help. An EVENT has the\n"+
		"name that perf gives it, or one of the portable names that are listed.\n\n"+
		"The exit status is 1 when one of the EVENTs cannot be counted.")
	if status, ok := parseFlags(f, s, args); !ok {
		return status
	}
	if err := checkChoice("format", *format, []string{"text", "json"}); err != nil {
		return usageError(s, f, err)
	}
	v := survey{machine: perfevent.Local(), check: counter.Check, figures: figures}
	var found findings
	if f.NArg() > 0 {
		found = v.of(f.Args())
	} else {
		found = v.everything()
	}
	write := writeCountersText
	if *format == "json" {
		write = writeCountersJSON
	}
	if err := write(s.stdout, found); err != nil {
		return fail(s, "counters", err)
	}
	if f.NArg() > 0 && !found.all() {
		return exitFailed
	}
	return exitFine
}

func writeCountersJSON(w io.Writer, found findings) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(found)
}
