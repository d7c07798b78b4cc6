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

// isModifier reports whether the end of a name says in which mode events count, as in cycles:u.
func isModifier(s string) bool {
	return s != "" && strings.Trim(s, "uk") == ""
}
