package perfevent

// putModifiers says what the letters behind an event's name leave out. As with perf, u and k are what is counted, and
// both leave out the hypervisor.
func putModifiers(e *Event, letters string) *Error {
	if letters == "" {
		return problem(0, "a modifier is missing: u counts the user's part, k the kernel's")
	}
	var user, kernel bool
	for i := range len(letters) {
		switch c := letters[i]; c {
		case 'u':
			user = true
		case 'k':
			kernel = true
		default:
			return problem(i, "%s", refusal(c))
		}
	}
	e.exclude(!user, !kernel)
	return nil
}

func (e *Event) exclude(user, kernel bool) {
	e.ExcludeUser, e.ExcludeKernel, e.ExcludeHV = user, kernel, true
	for i := range e.Also {
		e.Also[i].exclude(user, kernel)
	}
}

// refusal says why a letter that perf knows is refused, or that it is none.
func refusal(c byte) string {
	switch c {
	case 'h':
		return "the hypervisor cannot be counted by itself; u and k are the modifiers"
	case 'H', 'G':
		return "guests cannot be told from their host; u and k are the modifiers"
	case 'p', 'P':
		return "precision is for recording samples; u and k are the modifiers"
	case 'D', 'e', 'S', 'W', 'I', 'b', 'R':
		return "groups are made by the program that counts; u and k are the modifiers"
	}
	return "no modifier; u counts the user's part, k the kernel's"
}

// looksLikeModifiers tells letters of perf's modifiers from the name of a tracepoint.
func looksLikeModifiers(s string) bool {
	for i := range len(s) {
		if refusal(s[i]) == refusal(0) && s[i] != 'u' && s[i] != 'k' {
			return false
		}
	}
	return true
}
