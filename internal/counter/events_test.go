package counter

import (
	"testing"

	"github.com/plateau-bench/plateau/internal/perfevent"
)

func software(name string, config uint64) perfevent.Event {
	return perfevent.Event{Name: name, Type: perfevent.TypeSoftware, Config: config}
}

func hardware(name string, config uint64) perfevent.Event {
	return perfevent.Event{Name: name, Type: perfevent.TypeHardware, Config: config, ExcludeKernel: true, ExcludeHV: true}
}

var (
	taskClock    = software("task-clock", 1)
	pageFaults   = software("page-faults", 2)
	switches     = software("context-switches", 3)
	minorFaults  = software("minor-faults", 5)
	cycles       = hardware("cycles:u", 0)
	instructions = hardware("instructions:u", 1)
)

// needs skips a test on a machine that cannot count the events as asked for.
func needs(t *testing.T, events ...perfevent.Event) {
	t.Helper()
	for _, e := range events {
		if how, err := Check(e); err != nil {
			t.Skipf("this machine cannot count %s: %v", e.Name, err)
		} else if how != "" {
			t.Skipf("this machine counts %s otherwise: %s", e.Name, how)
		}
	}
}
