package ab

import (
	"errors"
	"fmt"
)

// ErrNoSamples is what a version lacks whose benchmarks take no samples.
var ErrNoSamples = errors.New("no samples")

// Unsampled says why the processes so far cannot be compared by samples, and what to do: there are runs on both sides, and none with samples on
// a side. Auto is whether loops were to be measured as they are. The error is nil where samples are on both sides, or runs are missing.
func (j *Journal) Unsampled(auto bool) error {
	var runs, recorded [2]int
	for _, p := range j.Current() {
		runs[p.Side] += p.Runs
		recorded[p.Side] += p.Recorded
	}
	if runs[Base] == 0 || runs[Head] == 0 || recorded[Base] > 0 && recorded[Head] > 0 {
		return nil
	}
	if auto {
		return j.unmeasurable(recorded)
	}
	names := j.Config.Names
	const instead = "or begin with -auto, which measures benchmarks as they are, or limit what plain benchmarks have, as in -max ns/op=+10%"
	switch {
	case recorded[Head] > 0:
		return fmt.Errorf("%w in base, %s: its benchmarks do not call benchx.Start yet. "+
			"Commit the two lines alone on top of it and compare with that:\n\n"+
			"\tgit switch -c with-benchx %.10s\n\t(add s := benchx.Start(b) and s.Lap() to its benchmarks, and commit)\n\tplateau ab -base with-benchx\n\n"+
			"or limit what plain benchmarks have, as in -max ns/op=+10%%", ErrNoSamples, names[Base], j.Config.Base.Commit)
	case recorded[Base] > 0:
		return fmt.Errorf("%w in head, %s: its benchmarks do not call benchx.Start; add the two lines, or limit what plain benchmarks have, as in -max ns/op=+10%%",
			ErrNoSamples, names[Head])
	}
	return fmt.Errorf("%w: the benchmarks of neither side call benchx.Start; add s := benchx.Start(b) and s.Lap() to both, %s", ErrNoSamples, instead)
}

// unmeasurable is Unsampled where loops were measured as they are, and none that ran could be.
func (j *Journal) unmeasurable(recorded [2]int) error {
	where := "neither side has a benchmark that can be measured as it is"
	switch {
	case recorded[Head] > 0:
		where = "base, " + j.Config.Names[Base] + ", has none"
	case recorded[Base] > 0:
		where = "head, " + j.Config.Names[Head] + ", has none"
	}
	return fmt.Errorf("%w: %s, for the reasons above: limit what plain benchmarks have, as in -max ns/op=+10%%", ErrNoSamples, where)
}
