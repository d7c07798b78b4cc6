package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/reportx"
)

func TestGateStatus(t *testing.T) {
	idle := []string{"p98=+5%"}
	for _, c := range []struct {
		why    string
		status int
		gate   reportx.GateResult
		want   int
		said   string
	}{
		{"passed", exitFine, reportx.GateResult{Passed: true}, exitFine, ""},
		{"unsure, and passed", exitFine, reportx.GateResult{Passed: true, Unsure: 2}, exitFine, ""},
		{"unsure, strict", exitFine, reportx.GateResult{Unsure: 2, Strict: true}, exitUnsure, ""},
		{"worse", exitFine, reportx.GateResult{Worse: 1}, exitFailed, ""},
		{"worse comes before unsure", exitFine, reportx.GateResult{Worse: 1, Unsure: 1, Strict: true}, exitFailed, ""},
		{"worse comes before a limit that is about nothing", exitFine, reportx.GateResult{Worse: 1, Strict: true, Idle: idle}, exitFailed, ""},
		{"a limit that is about nothing, strict", exitFine, reportx.GateResult{Strict: true, Idle: idle}, exitCannot, "plateau ab: -max p98=+5% is about nothing"},
		{"samples of the old side alone", exitFine, reportx.GateResult{Unsure: 1, OneSided: []reportx.OneSided{{Name: "BenchmarkX", Side: "base"}}}, exitCannot, "plateau ab: BenchmarkX: only base has samples"},
		{"samples of the new side alone", exitFine, reportx.GateResult{Passed: true, Unsure: 1, OneSided: []reportx.OneSided{{Name: "BenchmarkX", Side: "head", New: true}}}, exitFine, ""},
		{"and not strict", exitFine, reportx.GateResult{Passed: true, Idle: idle}, exitFine, ""},
		{"what could not be read comes before all", exitCannot, reportx.GateResult{Worse: 1}, exitCannot, ""},
	} {
		var stderr bytes.Buffer
		s := streams{strings.NewReader(""), new(bytes.Buffer), &stderr}
		if got := gateStatus(s, "ab", c.status, &c.gate); got != c.want || !strings.HasPrefix(stderr.String(), c.said) || c.said == "" && stderr.Len() > 0 {
			t.Errorf("%s: status %d, want %d; said %q", c.why, got, c.want, stderr.String())
		}
	}
}
