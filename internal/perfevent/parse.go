package perfevent

import (
	"slices"
	"strconv"
	"strings"
)

// Parse finds the event that a name stands for on this machine. Blanks around the name are ignored. The name is one of
//
//   - a generic event: cycles, instructions, branch-misses, task-clock, page-faults;
//   - a cache event: L1-dcache-load-misses, LLC-loads, dTLB-store-misses;
//   - a portable name, such as l2-misses: see [Machine.List]. It comes before perf's rarer spellings of cache events,
//     of which l1d-misses is one;
//   - PMU/TERM,.../: an event by the terms that sysfs describes, or one that it names: cpu/event=0x3c,umask=0x0/, msr/tsc/;
//     PMU may leave out the number at its end, and then counts on all of them;
//   - an event that sysfs names for the cores, without its PMU: l1d_cache_refill;
//   - rHEX: a code of the CPU, r1a8;
//   - SUBSYSTEM:NAME: a tracepoint, sched:sched_switch.
//
// Behind it may stand the modifiers u (what the program does), k (what the kernel does for it) or both, after a colon
// or the last slash.
//
// The error is an [*Error].
func (m *Machine) Parse(name string) (Event, error) {
	text := strings.TrimSpace(name)
	e, err := m.parse(text)
	if err != nil {
		err.at(leadingSpace(name)).Name = name
		return Event{}, err
	}
	e.Name = text
	return e, nil
}

// leadingSpace is the number of bytes that TrimSpace takes off the beginning.
func leadingSpace(s string) int { return len(s) - len(strings.TrimLeftFunc(s, isSpace)) }

func isSpace(r rune) bool { return strings.TrimSpace(string(r)) == "" }

func (m *Machine) parse(text string) (Event, *Error) {
	switch {
	case text == "":
		return Event{}, problem(0, "the name is empty")
	case strings.Contains(text, "/"):
		return m.parseSlashes(text)
	case strings.HasPrefix(text, "mem:"):
		return Event{}, problem(0, "breakpoints are not counted")
	}
	name, modifiers, colon := strings.Cut(text, ":")
	e, err := m.parseName(name)
	if err == nil {
		return modified(e, modifiers, colon, len(name)+1)
	}
	// A name with a colon that begins with no event is a tracepoint, unless it ends as an event would.
	if colon && (plausible(modifiers) || m.hasSubsystem(name)) {
		tracepoint, modifiers, colon := strings.Cut(modifiers, ":")
		e, err := m.parseTracepoint(name, tracepoint)
		if err != nil {
			return Event{}, err
		}
		return modified(e, modifiers, colon, len(name)+len(tracepoint)+2)
	}
	return Event{}, err
}

func plausible(tracepoint string) bool { return tracepoint != "" && !looksLikeModifiers(tracepoint) }

func (m *Machine) hasSubsystem(name string) bool {
	dir, err := m.tracepointDir()
	return err == nil && slices.Contains(m.names(dir), name)
}

// modified puts the modifiers behind a colon, at offset in the text.
func modified(e Event, letters string, colon bool, offset int) (Event, *Error) {
	if !colon {
		return e, nil
	}
	if err := putModifiers(&e, letters); err != nil {
		return Event{}, err.at(offset)
	}
	return e, nil
}

// parseName reads what stands before the modifiers.
func (m *Machine) parseName(name string) (Event, *Error) {
	if s, found := findSymbol(name); found {
		return m.perCore(s.event()), nil
	}
	if isPortable(name) {
		return m.parsePortable(name)
	}
	if e, found, err := parseCache(name); found {
		if err != nil {
			return Event{}, m.suggestWhole(err, name)
		}
		return m.perCore(e), nil
	}
	if code, found := strings.CutPrefix(name, "r"); found && isHex(code) {
		return m.parseRaw(code)
	}
	if e, found, err := m.parseCoreEvent(name); found {
		return e, err
	}
	return Event{}, m.unknownName(name)
}

// suggestWhole makes suggestions for a part of a name those for the whole, where there are some.
func (m *Machine) suggestWhole(err *Error, name string) *Error {
	if whole := nearest(name, m.plainNames()); len(whole) > 0 && err.Offset > 0 {
		err.Suggest = whole
	}
	return err
}

// unknownName suggests events, with the PMU of those that need one.
func (m *Machine) unknownName(name string) *Error {
	for _, p := range m.pmus {
		if slices.Contains(m.pmuEvents(p), name) {
			e := problem(0, "unknown event %q", name)
			e.Suggest = []string{p.name + "/" + name + "/"}
			return e
		}
	}
	if _, known := m.pmu(name); known {
		e := problem(len(name), "%s is a PMU; which of its events?", name)
		events := m.pmuEvents(pmu{name: name})
		for _, event := range events[:min(mostSuggestions, len(events))] {
			e.Suggest = append(e.Suggest, name+"/"+event+"/")
		}
		return e
	}
	return unknown(0, "event", name, m.plainNames())
}

// plainNames lists the names that need neither PMU nor number.
func (m *Machine) plainNames() []string {
	var list []string
	for _, s := range symbols {
		list = append(list, s.name)
		list = append(list, strings.Fields(s.aliases)...)
	}
	list = append(list, cacheNames()...)
	for _, p := range portables {
		list = append(list, p.name)
	}
	for _, core := range m.cores() {
		list = append(list, m.pmuEvents(core)...)
	}
	return list
}

// perCore is a generic event on every type of core. Since Linux 5.12 the number of the PMU stands in the upper half of
// Config (PERF_PMU_TYPE_SHIFT); without it the kernel counts on one type only.
func (m *Machine) perCore(e Event) Event {
	cores := m.cores()
	if len(cores) < 2 || e.Type == TypeSoftware {
		return e
	}
	return onEach(cores, func(p pmu) Event {
		own := e
		own.Config |= uint64(p.typ) << 32
		own.PMU = p.name
		return own
	})
}

// onEach is the sum of events of several PMUs, of which there is at least one.
func onEach(list []pmu, event func(pmu) Event) Event {
	e := event(list[0])
	for _, p := range list[1:] {
		e.Also = append(e.Also, event(p))
	}
	return e
}

func isHex(s string) bool {
	return s != "" && strings.Trim(s, "0123456789abcdefABCDEF") == ""
}

// parseRaw reads the hexadecimal code of rHEX, the register's value for the cores' own PMU.
func (m *Machine) parseRaw(code string) (Event, *Error) {
	config, err := strconv.ParseUint(code, 16, 64)
	if err != nil {
		return Event{}, problem(1, "%s has more than 64 bits", code)
	}
	cores := m.cores()
	if len(cores) < 2 {
		return Event{Type: TypeRaw, Config: config}, nil
	}
	return onEach(cores, func(p pmu) Event { return Event{Type: p.typ, Config: config, PMU: p.name} }), nil
}

// parseCoreEvent reads the name of an event that sysfs gives for cores.
func (m *Machine) parseCoreEvent(name string) (e Event, found bool, _ *Error) {
	var having []pmu
	for _, p := range m.cores() {
		if slices.Contains(m.pmuEvents(p), name) {
			having = append(having, p)
		}
	}
	if len(having) == 0 {
		return Event{}, false, nil
	}
	e, err := m.parseOn(having, name)
	return e, true, err
}

// parseOn reads the same terms for each of several PMUs.
func (m *Machine) parseOn(list []pmu, terms string) (Event, *Error) {
	for _, p := range list {
		if _, err := m.parsePMU(p, terms); err != nil {
			return Event{}, err
		}
	}
	return onEach(list, func(p pmu) Event {
		e, _ := m.parsePMU(p, terms)
		return e
	}), nil
}

// parseSlashes reads PMU/TERMS/ and modifiers.
func (m *Machine) parseSlashes(text string) (Event, *Error) {
	name, rest, _ := strings.Cut(text, "/")
	list := m.matching(name)
	if len(list) == 0 {
		return Event{}, m.unknownPMU(name)
	}
	end := strings.IndexByte(rest, '/')
	if end < 0 {
		return Event{}, problem(len(text), "the slash behind the terms is missing")
	}
	at := len(name) + 1
	terms, modifiers := rest[:end], rest[end+1:]
	if strings.TrimSpace(terms) == "" {
		return Event{}, problem(at, "%s/ names no event", name)
	}
	e, err := m.parseOn(list, terms)
	if err != nil {
		return Event{}, err.at(at)
	}
	at += end + 1
	letters, colon := strings.CutPrefix(modifiers, ":")
	if colon {
		at++
	}
	return modified(e, letters, colon || letters != "", at)
}

func (m *Machine) unknownPMU(name string) *Error {
	if name == "cpu" && len(m.cores()) > 1 {
		e := problem(0, "the cores of this CPU are of several types, each with a PMU of its own")
		for _, p := range m.cores() {
			e.Suggest = append(e.Suggest, p.name)
		}
		return e
	}
	if len(m.pmus) == 0 {
		return problem(0, "there is no PMU %q: /%s lists none", name, devices)
	}
	if name == "cpu" {
		return problem(0, "there is no PMU %q: a virtual machine without one, or a kernel without support for this CPU", name)
	}
	return unknown(0, "PMU", name, m.PMUs())
}

// matching lists the PMU of that name, or those that have a number behind it: uncore_imc stands for uncore_imc_0,
// uncore_imc_1, ...
func (m *Machine) matching(name string) []pmu {
	if p, found := m.pmu(name); found {
		return []pmu{p}
	}
	var list []pmu
	for _, p := range m.pmus {
		number, found := strings.CutPrefix(p.name, name+"_")
		if found && number != "" && strings.Trim(number, "0123456789") == "" {
			list = append(list, p)
		}
	}
	return list
}
