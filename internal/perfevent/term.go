package perfevent

import (
	"errors"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A term is NAME or NAME=VALUE between the slashes of an event, in the text at offset.
type term struct {
	offset      int
	name, value string
	hasValue    bool
}

// splitTerms reads terms separated by commas. An empty text has none.
func splitTerms(text string) ([]term, *Error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var list []term
	offset := 0
	for part := range strings.SplitSeq(text, ",") {
		name, value, hasValue := strings.Cut(part, "=")
		t := term{offset + leading(part), strings.TrimSpace(name), strings.TrimSpace(value), hasValue}
		switch {
		case t.name == "":
			return nil, problem(offset, "a term is missing")
		case hasValue && t.value == "":
			return nil, problem(offset+len(name)+1, "%s has no value", t.name)
		}
		list = append(list, t)
		offset += len(part) + 1
	}
	return list, nil
}

// leading is the number of blanks at the beginning, in bytes.
func leading(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

// parsePMU reads the terms of one PMU. An event that sysfs names may stand among them; what is written beside it counts.
func (m *Machine) parsePMU(p pmu, text string) (Event, *Error) {
	terms, err := splitTerms(text)
	if err != nil {
		return Event{}, err
	}
	e := Event{Type: p.typ, PMU: p.name, CPUs: p.cpus}
	var open []string // terms that the named event leaves to its user
	events := m.pmuEvents(p)
	isNamed := func(t term) bool { return !t.hasValue && slices.Contains(events, t.name) }
	for _, t := range terms {
		if isNamed(t) {
			if open, err = m.putNamed(&e, p, t); err != nil {
				return Event{}, err
			}
		}
	}
	for _, t := range terms {
		if isNamed(t) {
			continue
		}
		if err := m.putTerm(&e, p, t); err != nil {
			return Event{}, err
		}
		open = slices.DeleteFunc(open, func(name string) bool { return name == t.name })
	}
	if len(open) > 0 {
		return Event{}, problem(len(text), "%s wants %s=", p.name, strings.Join(open, "= and "))
	}
	return e, nil
}

// putNamed puts what an event's file says: terms, and beside them files with scale and unit
// (Documentation/ABI/testing/sysfs-bus-event_source-devices-events). It returns the terms whose value is "?".
func (m *Machine) putNamed(e *Event, p pmu, t term) (open []string, _ *Error) {
	file := path.Join(devices, p.name, "events", t.name)
	terms, err := splitTerms(m.text(file))
	if err != nil {
		return nil, problem(t.offset, "the file /%s cannot be read: %s", file, err.Problem)
	}
	for _, named := range terms {
		if named.value == "?" {
			open = append(open, named.name)
			continue
		}
		if err := m.putTerm(e, p, named); err != nil {
			return nil, problem(t.offset, "the file /%s cannot be used: %s", file, err.Problem)
		}
	}
	e.Unit = m.text(file + ".unit")
	if text := m.text(file + ".scale"); text != "" {
		scale, err := strconv.ParseFloat(text, 64)
		if err != nil || !(scale > 0) || math.IsInf(scale, 0) {
			return nil, problem(t.offset, "the file /%s.scale holds no scale: %q", file, text)
		}
		e.Scale = scale
	}
	return open, nil
}

// putTerm puts a term that the PMU's formats know, or one of config, config1 and config2. Without a value it is 1.
func (m *Machine) putTerm(e *Event, p pmu, t term) *Error {
	f, err := m.format(p, t)
	if err != nil {
		return err
	}
	value, at := uint64(1), t.offset
	if t.hasValue {
		at += len(t.name) + 1
		var bad error
		if value, bad = parseValue(t.value); bad != nil {
			return problem(at, "%s is no number for %s: %v", strconv.Quote(t.value), t.name, bad)
		}
	}
	if !f.fits(value) {
		return problem(at, "%#x does not fit the %d bits of %s", value, f.width(), t.name)
	}
	f.put(e, value)
	return nil
}

func (m *Machine) format(p pmu, t term) (format, *Error) {
	dir := path.Join(devices, p.name, "format")
	names := m.names(dir)
	if slices.Contains(names, t.name) {
		f, err := parseFormat(m.text(path.Join(dir, t.name)))
		if err != nil {
			return format{}, problem(t.offset, "%s of %s cannot be used: %v", t.name, p.name, err)
		}
		return f, nil
	}
	switch t.name {
	case "config":
		return format{0, mask(64)}, nil
	case "config1":
		return format{1, mask(64)}, nil
	case "config2":
		return format{2, mask(64)}, nil
	case "name", "period", "freq", "branch_type", "time", "call-graph", "stack-size", "max-stack", "nr", "inherit",
		"no-inherit", "overwrite", "no-overwrite", "driver-config", "percore", "aux-output", "aux-sample-size", "metric-id":
		return format{}, problem(t.offset, "%s is for recording samples or for output, and has no use here", t.name)
	}
	known := slices.Concat(names, m.pmuEvents(p), []string{"config", "config1", "config2"})
	return format{}, unknown(t.offset, "term of "+p.name, t.name, known)
}

// pmuEvents lists the events that the PMU names in sysfs, sorted.
func (m *Machine) pmuEvents(p pmu) []string {
	var list []string
	for _, name := range m.names(path.Join(devices, p.name, "events")) {
		// NAME.scale, NAME.unit, NAME.snapshot and NAME.per-pkg say something of the event NAME.
		if ext := path.Ext(name); ext != ".scale" && ext != ".unit" && ext != ".snapshot" && ext != ".per-pkg" {
			list = append(list, name)
		}
	}
	return list
}

// parseValue reads a decimal number or a hexadecimal one behind 0x.
func parseValue(s string) (uint64, error) {
	base := 10
	digits := s
	if hex, found := strings.CutPrefix(s, "0x"); found {
		base, digits = 16, hex
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		err = errors.Unwrap(err)
	}
	return v, err
}
