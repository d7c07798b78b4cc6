package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/ab"
)

func TestABUsage(t *testing.T) {
	for args, want := range map[string]string{
		"":                              "name the version to compare with: -base main",
		"-base x -count 0":              "at least one pair is needed",
		"-base x -count many":           "invalid value",
		"-base x -aa":                   "leave out -base",
		"-base-bin x":                   "name both binaries",
		"-base-bin x -head-bin y ./...": "packages and build flags are nothing to binaries",
		"-base-bin x -head-bin y -race": "packages and build flags are nothing to binaries",
		"-base-bin x -head-bin y -aa":   "leave out -base and -aa",
		"-base-bin x -head-bin y -auto": "-auto changes how binaries are built",
		"-base x -auto -coverpkg=./...": "-coverpkg wants packages from disk",
		"-base x -format xml":           "-format is one of",
		"-aa -format bench":             "-format is one of",
		"-base x -timeout never":        "-timeout never is no duration",
		"-base x -max-time=-1s":         "negative",
		"-base x -max p99":              "has no =",
		"-base x -memprofile m":         "overwrite the file",
		"-base x -bench (":              "-bench (: error parsing regexp",
		"-base x -nosuch ./a":           "unknown flag -nosuch, which would take ./a",
		"-base":                         "flag needs an argument",
		"-base x -tags":                 "flag needs an argument",
	} {
		var stdout, stderr bytes.Buffer
		status := run(append([]string{"ab"}, strings.Fields(args)...), strings.NewReader(""), &stdout, &stderr)
		if status != exitCannot || !strings.Contains(stderr.String(), want) || stdout.Len() > 0 {
			t.Errorf("plateau ab %s: status %d, want %q\n%s%s", args, status, want, stdout.String(), stderr.String())
		}
	}
	var stdout, stderr bytes.Buffer
	if status := run([]string{"ab", "-h"}, strings.NewReader(""), &stdout, &stderr); status != exitFine || !strings.Contains(stdout.String(), "-max-time") || stderr.Len() > 0 {
		t.Errorf("help: status %d\n%s%s", status, stdout.String(), stderr.String())
	}
}

// A trial that was begun with -auto goes on with it, and with nothing else.
func TestABResumedAuto(t *testing.T) {
	s := streams{strings.NewReader(""), new(bytes.Buffer), new(bytes.Buffer)}
	for _, c := range []struct {
		begun, now string
		same, auto bool
	}{
		{"-base main -auto", "-resume", true, true},
		{"-base main -auto", "-resume -base main -auto=true", true, true},
		{"-base main -auto", "-resume -base main", false, false},
		{"-base main -auto", "-resume -auto=false", false, false},
		{"-base main", "-resume", true, false},
		{"-base main", "-resume -base main -auto", false, false},
		{"-aa -auto ./...", "-resume", true, true},
	} {
		now, _, ok := parseAB(s, strings.Fields(c.now))
		if !ok {
			t.Fatalf("%s: not understood", c.now)
		}
		got, err := now.resumed(s, &ab.Journal{Config: ab.Config{Args: journalArgs(strings.Fields(c.begun))}})
		if (err == nil) != c.same || err == nil && got.auto != c.auto {
			t.Errorf("%q goes on with %q: %+v, %v", c.begun, c.now, got, err)
		}
	}
}

// What is measured must be the same when a trial goes on; how long and how it is judged may differ.
func TestABResumed(t *testing.T) {
	s := streams{strings.NewReader(""), new(bytes.Buffer), new(bytes.Buffer)}
	const begun = "-base main -count 8 -max p99=+5% -max-time 1m -o DIR -bench=Get -tags x ./..."
	j := &ab.Journal{Config: ab.Config{Args: journalArgs(strings.Fields(begun))}}
	for args, same := range map[string]bool{
		"-resume":          true,
		"-resume -o DIR":   true,
		"-resume " + begun: true,
		"-resume -max-time 2m -max p95=+1% -strict -format json":       true,
		"-resume -base main -bench=Get -tags x -count 8 ./...":         true,
		"-resume -base=main -count=8 -bench=Get -tags x ./... -o ELSE": true,
		"-resume -base main -bench=Set -tags x -count 8 ./...":         false,
		"-resume -count 9":         false,
		"-resume ./...":            false,
		"-resume -seed 4 " + begun: false,
		"-resume -base dev -bench=Get -tags x -count 8 ./...": false,
	} {
		now, _, ok := parseAB(s, strings.Fields(args))
		if !ok {
			t.Fatalf("%s: not understood", args)
		}
		got, err := now.resumed(s, j)
		if (err == nil) != same {
			t.Errorf("%s: %v", args, err)
		}
		if err != nil {
			continue
		}
		if got.base != "main" || got.count != 8 || got.command.Bench != "Get" || !got.resume || got.command.Output != now.command.Output {
			t.Errorf("%s: %+v", args, got)
		}
		if strings.Contains(args, "p95") != (got.limits[0].Statistic == "p95") || strings.Contains(args, "2m") != (got.maxTime.Minutes() == 2) || strings.Contains(args, "json") != (got.format == "json") {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

func TestNeedSamples(t *testing.T) {
	for text, want := range map[string]bool{"": true, "p99=+10%": true, "ttft-p95=+1%": true, "BenchmarkA:p50=1ms B/op=+0%": true, "B/op=+0% ns/op=+5%": false, "req/s=-5%": false, "foo-p200=+1%": false, "foo-p-2=+1%": false, "foo-p2-ns/op=+1%": true} {
		var limits limitFlag
		for _, l := range strings.Fields(text) {
			if err := limits.Set(l); err != nil {
				t.Fatal(err)
			}
		}
		if got := needSamples(limits); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
