package verdict

import "testing"

// What is said to help makes enough samples.
func TestRemedy(t *testing.T) {
	for _, c := range []struct {
		runs            int
		samples, perRun int64
		want            string
	}{
		{10, 8029, 1000, "8029 samples a side, 10000 needed to decide: -count 13 or -benchtime 1.3 times as long"},
		{10, 9999, 1000, "9999 samples a side, 10000 needed to decide: -count 11 or -benchtime 1.1 times as long"},
		{10, 5000, 500, "a run of 500 samples, 1000 needed to decide: -benchtime 2 times as long"},
		{20, 20_000, 500, "a run of 500 samples, 1000 needed to decide: -benchtime 2 times as long"},
		{2, 2000, 1000, "2000 samples a side, 10000 needed to decide: -count 10 or -benchtime 5 times as long"},
		{2, 9000, 4500, "9000 samples a side, 10000 needed to decide: -count 6"}, // fewer runs decide nothing
		{10, 20_000, 1, "a run of 1 sample, 1000 needed to decide: the runs have 2000 on average, so that it was cut short: measure again, with -benchtime longer than what stalls this machine"},
		{10, 20_000, 200, "a run of 200 samples, 1000 needed to decide: -benchtime 5 times as long"}, // the shares of runs differ, and none was cut
		{10, 19_990, 1, "a run of 1 sample, 1000 needed to decide: -benchtime 1.1 times as long"},    // as the others are, half of the average at least
		{6, 0, 0, "a run of 0 samples, 1000 needed to decide: -benchtime 10000 times as long"},
	} {
		test := Test{P: 990_000, Change: Change{Runs: c.runs, Samples: c.samples, PerRun: c.perRun}}
		if got := test.undecided(); got != c.want {
			t.Errorf("%d runs: %q, want %q", c.runs, got, c.want)
		}
	}
}
