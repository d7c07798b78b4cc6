package main

import (
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/plateau-bench/plateau/reportx"
)

// exporters are the formats of the export command, the default first.
func exporters() []struct {
	name  string
	write func(*reportx.Results, io.Writer) error
} {
	return []struct {
		name  string
		write func(*reportx.Results, io.Writer) error
	}{
		{"csv", (*reportx.Results).WriteCSV},
		{"hlog", (*reportx.Results).WriteHlog},
		{"hgrm", (*reportx.Results).WriteHgrm},
	}
}

func exportCommand(s streams, args []string) int {
	f := flag.NewFlagSet("plateau export", flag.ContinueOnError)
	format := f.String("format", "csv", "csv: every sample; hlog: HdrHistogram log, one interval a run;\nhgrm: percentile distribution of the pooled samples")
	bench := f.String("bench", "", "only benchmarks whose name matches this `regexp`")
	warmup := f.String("warmup", "auto", warmupUsage)
	f.Usage = commandUsage(f, "export", "Export writes the samples of the files for other tools.")
	if status, ok := parseFlags(f, s, args); !ok {
		return status
	}
	var names []string
	var write func(*reportx.Results, io.Writer) error
	for _, e := range exporters() {
		names = append(names, e.name)
		if e.name == *format {
			write = e.write
		}
	}
	if err := checkChoice("format", *format, names); err != nil {
		return usageError(s, f, err)
	}
	if err := checkChoice("warmup", *warmup, []string{"auto", "off"}); err != nil {
		return usageError(s, f, err)
	}
	match, err := regexp.Compile(*bench)
	if err != nil {
		return usageError(s, f, fmt.Errorf("-bench: %w", err))
	}
	rs, status := readFiles(s, "export", f.Args(), reportx.ReadOptions{KeepWarmup: *warmup == "off"})
	if rs == nil {
		return status
	}
	had := benchmarkNames(rs)
	rs.Keep(func(name string) bool { return match.MatchString(name) || match.MatchString(withoutProcs(name)) })
	if len(rs.Benchmarks) == 0 && len(had) > 0 {
		return fail(s, "export", fmt.Errorf("no benchmark matches -bench %s; there are %s", *bench, strings.Join(had, ", ")))
	}
	if !rs.HasSamples() {
		return fail(s, "export", fmt.Errorf("no samples to export"))
	}
	if err := write(rs, s.stdout); err != nil {
		return fail(s, "export", err)
	}
	return status
}

// benchmarkNames are the first names in rs, for a message.
func benchmarkNames(rs *reportx.Results) (names []string) {
	const most = 10
	for i, b := range rs.Benchmarks {
		if i == most {
			return append(names, fmt.Sprintf("%d more", len(rs.Benchmarks)-most))
		}
		names = append(names, b.Name)
	}
	return names
}

// withoutProcs is a printed name without the GOMAXPROCS behind it.
func withoutProcs(name string) string {
	i := strings.LastIndexByte(name, '-')
	if i < 0 || i == len(name)-1 || strings.Trim(name[i+1:], "0123456789") != "" {
		return name
	}
	return name[:i]
}
