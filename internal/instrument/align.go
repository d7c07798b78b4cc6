package instrument

import (
	"cmp"
	"fmt"
	"slices"
)

// Align makes two versions of the same packages be measured alike. Where a function's loops can be measured in one version and not in
// the other, they are left as they are in both: a loop without a clock beside one with would differ by the clock. The loops of a
// function are taken in their order; a function that one version lacks, or has without loops, stays as it is.
//
// Both copies read the same clock: where one toolchain takes no assembly, neither gets any. Names are what the versions are called
// in the reasons that the summaries list.
func Align(a, b *Draft, names [2]string) {
	a.plain = a.plain || b.plain
	b.plain = a.plain
	drafts := [2]*Draft{a, b}
	loops := [2]map[function][]*Loop{a.functions(), b.functions()}
	for f, mine := range loops[0] {
		theirs := loops[1][f]
		if len(theirs) == 0 || alike(mine, theirs) {
			continue
		}
		whys := [2]string{firstWhy(mine, names[0]), firstWhy(theirs, names[1])}
		for side, list := range [2][]*Loop{mine, theirs} {
			for _, l := range list {
				l.refuse(cmp.Or(whys[1-side], whys[side]))
			}
		}
	}
	for _, d := range drafts {
		d.recount()
	}
}

// A function tells the functions of one version apart, as far as their loops are concerned: those of methods of
// one name are taken together.
type function struct{ pkg, name string }

// functions are the loops of a draft by function, in the order of the files.
func (d *Draft) functions() map[function][]*Loop {
	all := make(map[function][]*Loop)
	for i := range d.found {
		p := &d.found[i]
		for j := range p.files {
			for k := range p.files[j].Loops {
				l := &p.files[j].Loops[k]
				f := function{p.ImportPath, l.Func}
				all[f] = append(all[f], l)
			}
		}
	}
	return all
}

// alike reports whether the loops of a function are measured in the same way in two versions: all of them, or each where its
// counterpart is.
func alike(a, b []*Loop) bool {
	measured := func(l *Loop) bool { return l.Why == "" }
	left := func(l *Loop) bool { return l.Why != "" }
	if !slices.ContainsFunc(a, left) && !slices.ContainsFunc(b, left) {
		return true
	}
	return slices.EqualFunc(a, b, func(x, y *Loop) bool { return measured(x) == measured(y) })
}

// firstWhy is the reason for which one of some loops cannot be measured in the version of a name, "" if all can.
func firstWhy(loops []*Loop, name string) string {
	for _, l := range loops {
		if l.Why != "" {
			return fmt.Sprintf("in %s %s", name, l.Why)
		}
	}
	return ""
}

// recount makes the summary that of the loops as they are now.
func (d *Draft) recount() {
	s := Summary{Skipped: d.summary.Skipped, Broken: d.summary.Broken}
	for _, p := range d.found {
		s.add(p)
	}
	d.summary = s
}
