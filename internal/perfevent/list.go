package perfevent

// A Class is a kind of events.
type Class string

const (
	Hardware Class = "hardware" // generic events of the CPU
	Cache    Class = "cache"    // generic events of caches
	Software Class = "software" // what the kernel counts itself
	Portable Class = "portable" // by cache level, resolved per CPU
	PMUEvent Class = "pmu"      // named by sysfs
)

// A Listing is an event that has a name.
type Listing struct {
	Name  string
	Class Class
	// What says what is counted: for a portable name in general, and after a colon the CPU's own event. It is empty
	// where the name says it, or sysfs alone knows.
	What string
}

// List lists the names that [Machine.Parse] could resolve, class by class in the order of the constants: generic and
// portable names on every machine, whether it has the event or not, events of PMUs as sysfs lists them. Events that
// leave a term to their user are left out, and tracepoints are: see [Machine.Tracepoints].
func (m *Machine) List() []Listing {
	var list []Listing
	list = appendSymbols(list, TypeHardware, Hardware)
	for _, name := range cacheNames() {
		list = append(list, Listing{Name: name, Class: Cache})
	}
	list = appendSymbols(list, TypeSoftware, Software)
	for _, p := range portables {
		what := p.what
		if r, found := findRecipe(p.name, m.gen); found {
			what += ": " + r.counts
		}
		list = append(list, Listing{p.name, Portable, what})
	}
	return m.appendPMUEvents(list)
}

func appendSymbols(list []Listing, typ uint32, class Class) []Listing {
	for _, s := range symbols {
		if s.typ == typ {
			list = append(list, Listing{s.name, class, s.what})
		}
	}
	return list
}

func (m *Machine) appendPMUEvents(list []Listing) []Listing {
	for _, p := range m.pmus {
		for _, event := range m.pmuEvents(p) {
			if _, err := m.parsePMU(p, event); err == nil {
				list = append(list, Listing{Name: p.name + "/" + event + "/", Class: PMUEvent})
			}
		}
	}
	return list
}
