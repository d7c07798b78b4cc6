package reportx

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// errUnlike is a comparison of sides whose benchmarks have nothing in common but their names.
var errUnlike = errors.New("nothing can be compared")

// unlike says which units only one side has: of times in ns and in us nobody knows that they are the same thing.
func (m *comparer) unlike(d *Difference, old, new *Benchmark) {
	sides := [2]string{m.old.Name, m.new.Name}
	has := [2][]string{measures(old), measures(new)}
	if !slices.ContainsFunc(d.Changes, (*Change).compares) {
		common := slices.ContainsFunc(has[0], func(what string) bool { return slices.Contains(has[1], what) })
		if has[0] != nil && has[1] != nil && !common {
			d.note(fmt.Sprintf("nothing to compare: %s has %s, %s has %s", sides[0], strings.Join(has[0], ", "), sides[1], strings.Join(has[1], ", ")))
			return
		}
		d.note("nothing to compare: no samples and no unit on both sides")
		return
	}
	lone := slices.ContainsFunc(d.Changes, func(c *Change) bool { return c.alone != "" })
	for i, list := range has {
		alone := slices.DeleteFunc(slices.Clone(list), func(what string) bool {
			return slices.Contains(has[1-i], what) || lone && what == samplesMeasure // said with the percentiles
		})
		if len(alone) > 0 {
			d.note(fmt.Sprintf("only %s has %s: not compared", sides[i], strings.Join(alone, ", ")))
		}
	}
}

// samplesMeasure stands among units for samples.
const samplesMeasure = "samples"

// measures are what a benchmark has: the units of its result lines but percentiles and bookkeeping, and samples.
func measures(b *Benchmark) (list []string) {
	for _, unit := range units(b.Runs) {
		if _, _, percentile := percentileUnit(unit); !percentile && !bookkeeping(unit) && !strings.HasSuffix(unit, "mean-ns/op") {
			list = append(list, unit)
		}
	}
	if b.hasSamples() {
		list = append(list, samplesMeasure)
	}
	return list
}

// Empty reports whether nothing was compared.
func (c *Comparison) Empty() bool {
	return !anyChange(c.Differences, func(c *Change) bool { return c.alone == "" })
}

// nothing is an error where no benchmark of both sides has anything to compare.
func (c *Comparison) nothing() error {
	if len(c.Differences) == 0 || !c.Empty() {
		return nil
	}
	const named = 3
	var words []string
	for _, n := range c.notices(c.Differences) {
		if strings.HasPrefix(n.text, "nothing to compare: ") && len(words) < named {
			words = append(words, n.String())
		}
	}
	return fmt.Errorf("%w: %s", errUnlike, strings.Join(words, "; "))
}
