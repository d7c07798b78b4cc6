package counter

import "github.com/plateau-bench/plateau/internal/perfevent"

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
