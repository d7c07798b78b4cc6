package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/plateau-bench/plateau/internal/perfevent"
)

// zen is a machine with counters, of which the kernel of the test keeps some to itself.
func zen() survey {
	const pmu = "sys/bus/event_source/devices/"
	fsys := fstest.MapFS{}
	for name, text := range map[string]string{
		"proc/cpuinfo":                                        "vendor_id : AuthenticAMD\ncpu family : 25\nmodel : 17\nmodel name : AMD EPYC 9654\n",
		pmu + "cpu/type":                                      "4",
		pmu + "cpu/format/event":                              "config:0-7,32-35",
		pmu + "cpu/events/cpu-cycles":                         "event=0x76",
		pmu + "power/type":                                    "9",
		pmu + "power/cpumask":                                 "0,8",
		pmu + "power/format/event":                            "config:0-7",
		pmu + "power/events/energy-pkg":                       "event=0x02",
		pmu + "power/events/energy-pkg.scale":                 "0.5",
		"sys/kernel/tracing/events/raw_syscalls/sys_enter/id": "348",
	} {
		fsys[name] = &fstest.MapFile{Data: []byte(text + "\n")}
	}
	return survey{
		machine: perfevent.Describe("amd64", fsys),
		check: func(e perfevent.Event) (string, error) {
			switch {
			case e.Type == perfevent.TypeCache:
				return "", errors.New("this CPU has no such event (ENOENT)")
			case e.Type == perfevent.TypeTracepoint:
				return "", errors.New("tracepoints are for root alone (EACCES)")
			case e.CPUs == "" && !e.ExcludeKernel && e.Type != perfevent.TypeSoftware:
				return "counted in user mode only (:u)", nil
			}
			return "", nil
		},
		figures: func() []finding {
			return []finding{{Name: "page-faults", Class: "process", Counted: true}, {Name: "frequency-hz", Class: "system", Why: orNull("it is not told")}}
		},
	}
}

func TestCountersText(t *testing.T) {
	for name, found := range map[string]findings{
		"counters_all.stdout":   zen().everything(),
		"counters_asked.stdout": zen().of([]string{"cycles", "cycles:u", "l2-misses:u", "task-clock", "power/energy-pkg/", "LLC-loads", "instrctions", "raw_syscalls:sys_enter"}),
	} {
		found.OS, found.Arch = "linux", "amd64"
		var b bytes.Buffer
		if err := writeCountersText(&b, found); err != nil {
			t.Fatal(err)
		}
		t.Chdir("testdata")
		golden(t, name, b.Bytes())
		t.Chdir("..")
	}
}

func TestCountersJSON(t *testing.T) {
	found := zen().of([]string{"l2-misses", "nosuch"})
	found.OS, found.Arch = "linux", "amd64"
	var b bytes.Buffer
	if err := writeCountersJSON(&b, found); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"plateau": 1., "os": "linux", "arch": "amd64", "cpu": "AMD EPYC 9654", "virtual": false, "pmus": []any{"cpu", "power"},
		"events": []any{
			map[string]any{
				"name": "l2-misses", "class": "portable", "counted": true, "how": "counted in user mode only (:u)", "why": nil,
				"what": "requests that missed the L2 cache: l2_cache_req_stat.ic_dc_miss_in_l2, prefetches of the L2 cache left out",
			},
			map[string]any{"name": "nosuch", "class": "", "counted": false, "how": nil, "why": `unknown event "nosuch"`, "what": nil},
		},
	}
	var got map[string]any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestCountersHere asks the machine that runs the test, whatever it can count.
func TestCountersHere(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		stdout string
		stderr string
	}{
		{"counters", exitFine, "runtime: ", ""},
		{"counters -format json", exitFine, `"class": "hardware"`, ""},
		{"counters nosuch-event", exitFailed, "- nosuch-event  cannot: ", ""},
		{"counters -format pdf", exitCannot, "", "-format is one of text, json"},
		{"counters -nosuch", exitCannot, "", "flag provided but not defined"},
		{"counters -h", exitFine, "usage: plateau counters", ""},
	} {
		var stdout, stderr bytes.Buffer
		status := run(strings.Fields(c.args), strings.NewReader(""), &stdout, &stderr)
		if status != c.status || !strings.Contains(stdout.String(), c.stdout) || !strings.Contains(stderr.String(), c.stderr) {
			t.Errorf("plateau %s: status %d, want %d\n%s%s", c.args, status, c.status, stdout.String(), stderr.String())
		}
	}
}

// TestCountersRuntime finds what the Go runtime tells on every system.
func TestCountersRuntime(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range figures() {
		if f.Counted == (f.Why != nil) {
			t.Errorf("%+v", f)
		}
		seen[f.Class] = seen[f.Class] || f.Counted
	}
	if !seen["runtime"] || !seen["process"] {
		t.Errorf("of these classes something is known: %v", seen)
	}
}
