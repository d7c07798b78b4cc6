package perfevent

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// tracefs lists where the tracepoints are: mounted on its own since Linux 4.1, in debugfs before and beside.
var tracefs = []string{"sys/kernel/tracing/events", "sys/kernel/debug/tracing/events"}

// Tracepoints lists the tracepoints as SUBSYSTEM:NAME, by subsystem and name. The error says why they cannot be seen, and
// what would help.
func (m *Machine) Tracepoints() ([]string, error) {
	dir, err := m.tracepointDir()
	if err != nil {
		return nil, err
	}
	var list []string
	for _, subsystem := range m.names(dir) {
		for _, name := range m.names(path.Join(dir, subsystem)) {
			if m.exists(path.Join(dir, subsystem, name, "id")) {
				list = append(list, subsystem+":"+name)
			}
		}
	}
	return list, nil
}

// tracepointDir is the directory of events, which only root may read unless it was mounted otherwise.
func (m *Machine) tracepointDir() (string, error) {
	var denied bool
	for _, dir := range tracefs {
		entries, err := fs.ReadDir(m.root, dir)
		if err == nil && len(entries) > 0 {
			return dir, nil
		}
		denied = denied || errors.Is(err, fs.ErrPermission)
	}
	if denied {
		return "", errors.New("tracepoints cannot be read: /sys/kernel/tracing belongs to root (run as root, or mount -o remount,mode=755 /sys/kernel/tracing)")
	}
	return "", errors.New("there are no tracepoints: tracefs is not mounted (mount -t tracefs tracefs /sys/kernel/tracing) or the kernel was built without")
}

// parseTracepoint resolves SUBSYSTEM:NAME by the number in its file id.
func (m *Machine) parseTracepoint(subsystem, name string) (Event, *Error) {
	dir, err := m.tracepointDir()
	if err != nil {
		return Event{}, problem(0, "%v", err)
	}
	if !plainName(subsystem) || !m.exists(path.Join(dir, subsystem)) {
		return Event{}, unknown(0, "subsystem of tracepoints", subsystem, m.names(dir))
	}
	at := len(subsystem) + 1
	if !plainName(name) || !m.exists(path.Join(dir, subsystem, name, "id")) {
		return Event{}, unknown(at, "tracepoint of "+subsystem, name, m.names(path.Join(dir, subsystem)))
	}
	text := m.text(path.Join(dir, subsystem, name, "id"))
	id, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return Event{}, problem(at, "%v", fmt.Errorf("the file id of tracepoint %s:%s holds no number: %w", subsystem, name, err))
	}
	return Event{Type: TypeTracepoint, Config: id}, nil
}

// plainName tells whether s can be the name of a file that belongs to the directory it is looked for in.
func plainName(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.ContainsAny(s, "/\\")
}
