package compat

import (
	"fmt"
	"math"
	"slices"
)

// times are ns/op of one benchmark, by the side that was run.
type times map[string][]float64

// Two sides of the untouched module tell what the machine makes of equal code; the third is measured.
const (
	plainA   = "plain"
	plainB   = "plain again"
	measured = "measured"
)

// compare runs the sides in turns, rounds times, and returns ns/op by benchmark.
func compare(dir, plateau string, s subject, rounds int, benchTime string) (map[string]times, error) {
	all := map[string]times{}
	sides := []string{plainA, measured, plainB}
	for round := range rounds {
		for i := range sides {
			side := sides[(i+round)%len(sides)]
			r := runner{dir: dir}
			if side == measured {
				r.plateau = plateau
			}
			t, err := r.run([]string{s.timedIn}, s.timed, benchTime)
			if err != nil {
				return nil, err
			}
			for name, runs := range t.lines {
				if all[name] == nil {
					all[name] = times{}
				}
				for _, metrics := range runs {
					all[name][side] = append(all[name][side], metrics["ns/op"])
				}
			}
		}
	}
	return all, nil
}

// long says whether a benchmark ran on all sides and takes a microsecond or more.
func (t times) long() bool {
	return median(t.untouched()) >= 1000 && len(t[measured]) > 0 && len(t[plainA]) > 0 && len(t[plainB]) > 0
}

// untouched are the runs of both untouched sides.
func (t times) untouched() []float64 { return slices.Concat(t[plainA], t[plainB]) }

// ratios are those of each long benchmark: of the measured side to the geometric mean of both untouched ones, and of the second of these
// to the first. Each is the median of the rounds' own: the level of a shared machine drifts from round to round.
func ratios(all map[string]times) (auto, noise []float64) {
	for _, t := range all {
		if !t.long() {
			continue
		}
		var m, n []float64
		for i := range min(len(t[plainA]), len(t[plainB]), len(t[measured])) {
			a, b := t[plainA][i], t[plainB][i]
			m, n = append(m, t[measured][i]/math.Sqrt(a*b)), append(n, b/a)
		}
		auto, noise = append(auto, median(m)), append(noise, median(n))
	}
	return auto, noise
}

// slower are the long benchmarks of which every run of side took longer than every run of the two other sides. Equal code
// does that once in 3,003 benchmarks of five rounds, which is the number of ways to choose five runs of fifteen.
func slower(all map[string]times, side string) (names []string) {
	for name, t := range all {
		if !t.long() {
			continue
		}
		least, most := slices.Min(t[side]), 0.0
		for other, runs := range t {
			if other != side {
				most = max(most, slices.Max(runs))
			}
		}
		if least > most {
			names = append(names, fmt.Sprintf("%s: %.4g ns/op, untouched %.4g", name, median(t[side]), median(t.untouched())))
		}
	}
	slices.Sort(names)
	return names
}

// describe is the geometric mean and the range of ratios.
func describe(r []float64) string {
	if len(r) == 0 {
		return "-"
	}
	logs := 0.0
	for _, v := range r {
		logs += math.Log(v)
	}
	return fmt.Sprintf("%.3f (%.2f–%.2f)", math.Exp(logs/float64(len(r))), slices.Min(r), slices.Max(r))
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}
