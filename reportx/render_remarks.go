package reportx

import (
	"fmt"
	"strings"
)

// remarks are what there is to say about benchmarks beside their numbers. What
// holds for several is said once.
func remarks(all []*Summary) []*remark {
	var found remarkList
	for _, s := range all {
		for _, text := range suspectLines(s) {
			found.add(printable(s.Name), text)
		}
		for _, d := range s.distributions() {
			for _, why := range whys(d) {
				found.add(printable(s.Name), of(d)+why)
			}
		}
		for _, n := range s.Notes {
			found.add(printable(s.Name), n)
		}
	}
	return found.list
}

// suspectLines names each suspect run once, with all that is odd about it.
func suspectLines(s *Summary) (lines []string) {
	at := make(map[int]int)
	for _, x := range s.Suspects {
		what := fmt.Sprintf("%s, z %.1f", x.Why, x.Z)
		if i, ok := at[x.Run]; ok {
			lines[i] += "; " + what
			continue
		}
		at[x.Run] = len(lines)
		lines = append(lines, fmt.Sprintf("run %d of %d is suspect: %s", x.Run, s.Runs, what))
	}
	return lines
}

// whys says why percentiles are absent or have no interval at all, those for the
// same reason together. That an interval is open on one side the table shows.
func whys(d *Distribution) (lines []string) {
	names := make(map[string][]string)
	var order []string
	if d.timeless() {
		return nil
	}
	for _, p := range d.Percentiles {
		if p.Why == "" || p.HasLo || p.HasHi {
			continue
		}
		key := strings.ReplaceAll(p.Why, " "+percentName(p.P), " it")
		switch {
		case !p.Supported:
			key = "absent, " + key
		case !strings.HasPrefix(key, "no interval"):
			key = "no interval, " + key
		}
		if names[key] == nil {
			order = append(order, key)
		}
		names[key] = append(names[key], percentName(p.P))
	}
	for _, key := range order {
		lines = append(lines, strings.Join(names[key], ", ")+": "+key)
	}
	return lines
}

// legend explains the marks that occur.
func legend(all []*Summary) (lines []string) {
	weak, unsettled, suspect := false, false, false
	for _, s := range all {
		suspect = suspect || len(s.Suspects) > 0
		unsettled = unsettled || s.Settled == NeverSettled
		for _, d := range s.distributions() {
			for _, p := range d.Percentiles {
				weak = weak || p.Supported && p.Weak
			}
		}
	}
	if weak {
		lines = append(lines, "* weak: fewer than 10 samples lie beyond it")
	}
	if unsettled {
		lines = append(lines, unsettledLegend)
	}
	if suspect {
		lines = append(lines, "z: how far the run lies from the median of the runs, in robust standard deviations")
	}
	return lines
}
