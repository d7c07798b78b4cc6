package instrument

import "strings"

// flags are what GOFLAGS has the go command add to the flags of each command line, where a flag that is given again counts last.
func (e goEnv) flags() []string {
	var all []string
	for rest := strings.TrimSpace(e.GOFLAGS); rest != ""; rest = strings.TrimSpace(rest) {
		var flag string
		if q := rest[0]; q == '\'' || q == '"' { // around a whole flag alone, says go help environment
			flag, rest, _ = strings.Cut(rest[1:], rest[:1])
		} else if i := strings.IndexAny(rest, " \t\r\n"); i >= 0 {
			flag, rest = rest[:i], rest[i:]
		} else {
			flag, rest = rest, ""
		}
		all = append(all, flag)
	}
	return all
}

// valueOf is the value of a flag that needs one, as the last of some flags gives it, "" without.
func valueOf(name string, flags []string) (value string) {
	for _, flag := range flags {
		if n, v, ok := cutFlag(flag); ok && n == name {
			value = v
		}
	}
	return value
}

// cutFlag is the name of a flag without hyphens, and its value if that is a part of it; false for what is no flag.
func cutFlag(flag string) (name, value string, ok bool) {
	name, ok = strings.CutPrefix(flag, "-")
	name, value, _ = strings.Cut(strings.TrimPrefix(name, "-"), "=")
	return name, value, ok
}
