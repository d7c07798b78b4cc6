package main

import (
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/runner"
)

// Only results without a single sample are a reason to speak of -auto.
func TestHintAuto(t *testing.T) {
	for _, tt := range []struct {
		why    string
		joined runner.Joined
		said   bool
	}{
		{"nothing has run", runner.Joined{}, false},
		{"no run has samples", runner.Joined{Runs: 2}, true},
		{"one has", runner.Joined{Runs: 2, Sampled: 1}, false},
	} {
		var said strings.Builder
		hintAuto(&said, &tt.joined)
		if got := strings.Contains(said.String(), "run -auto"); got != tt.said {
			t.Errorf("%s: %q", tt.why, said.String())
		}
	}
}
