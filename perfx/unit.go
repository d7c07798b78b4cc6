package perfx

import "strings"

// unit is the unit of an event's count for each operation: cycles/op, task-clock-ns/op. It is the name without a modifier, in
// characters that mean nothing in a unit of the benchmark format.
func unit(event, of string) string {
	name := event
	if i := strings.LastIndexAny(name, ":/"); i > 0 && isModifier(name[i+1:]) {
		name = name[:i]
	}
	name = strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '_'
	}, name), "_")
	if name == "" {
		name = "event"
	}
	switch strings.ToLower(of) {
	case "":
		return name + "/op"
	case "ns":
		return name + "-ns/op"
	}
	return name + "-" + strings.Map(func(r rune) rune {
		if r == '/' || r == ' ' || r == '*' {
			return '_'
		}
		return r
	}, of) + "/op"
}

// units are the units of events. Those that differ in their modifiers alone keep these: cycles-u/op, cycles-k/op.
func units(names, of []string) []string {
	count := make(map[string]int)
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = unit(name, of[i])
		count[all[i]]++
	}
	for i, name := range names {
		at := strings.LastIndexAny(name, ":/")
		if count[all[i]] > 1 && at > 0 && isModifier(name[at+1:]) {
			all[i] = strings.TrimSuffix(all[i], "/op") + "-" + name[at+1:] + "/op"
		}
	}
	return all
}

// isModifier reports whether the end of a name says in which mode events count, as in cycles:u.
func isModifier(s string) bool {
	return s != "" && strings.Trim(s, "uk") == ""
}
