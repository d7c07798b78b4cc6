package ab

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// An Environment is where a trial is measured, as far as it can be known. "" and 0 are not known.
type Environment struct {
	Go        [2]string // toolchains of the sides, as runtime.Version gives it
	CPU       string    // model of the processor
	CPUs      int       // usable by this process
	MaxProcs  string    // GOMAXPROCS, "" when it is not set
	Governors []string  // scaling governors of the processors, each once
	Load      string    // load average of the last minute
}

// Look finds out what the environment is. The toolchains are the caller's to fill in.
func Look() Environment {
	e := Environment{CPU: model(), CPUs: runtime.NumCPU(), MaxProcs: os.Getenv("GOMAXPROCS"), Load: Load()}
	files, _ := filepath.Glob("/sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if g := strings.TrimSpace(string(text)); err == nil && g != "" && !slices.Contains(e.Governors, g) {
			e.Governors = append(e.Governors, g)
		}
	}
	return e
}

// runtimeVariables are those by which the environment changes what every Go program does.
var runtimeVariables = []string{"GOGC", "GOMEMLIMIT", "GODEBUG", "GOMAXPROCS"}

// RuntimeSettings are the variables of an environment that the Go runtime reads, NAME=value, in a fixed order.
func RuntimeSettings(env []string) (settings []string) {
	for _, name := range runtimeVariables {
		last := ""
		for _, kv := range env {
			if strings.HasPrefix(kv, name+"=") {
				last = kv // of several the last one counts
			}
		}
		if last != "" && last != name+"=" { // empty is as good as unset
			settings = append(settings, last)
		}
	}
	return settings
}

// model is the name of the processor, "" where it cannot be known.
func model() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// Load is the load average of the last minute, "" where it cannot be known.
func Load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	load, _, _ := strings.Cut(string(text), " ")
	return load
}

// String is one line.
func (e Environment) String() string {
	var parts []string
	switch {
	case e.Go[Base] == e.Go[Head] && e.Go[Head] != "":
		parts = append(parts, e.Go[Head]+" on both sides")
	case e.Go[Head] != "":
		parts = append(parts, fmt.Sprintf("%s for base, %s for head", e.Go[Base], e.Go[Head]))
	}
	parts = append(parts, fmt.Sprintf("%s/%s", runtime.GOOS, runtime.GOARCH), fmt.Sprintf("%d CPUs", e.CPUs))
	if e.CPU != "" {
		parts = append(parts, e.CPU)
	}
	if e.MaxProcs != "" {
		parts = append(parts, "GOMAXPROCS="+e.MaxProcs)
	}
	governor := "governor not known"
	if e.Governors != nil {
		governor = "governor " + strings.Join(e.Governors, " and ")
	}
	parts = append(parts, governor)
	if e.Load != "" {
		parts = append(parts, "load "+e.Load)
	}
	return strings.Join(parts, ", ")
}

// Doubts are what speaks against measuring here and now.
func (e Environment) Doubts() (doubts []string) {
	if e.Go[Base] != e.Go[Head] && e.Go[Base] != "" && e.Go[Head] != "" {
		doubts = append(doubts, fmt.Sprintf("base is built by %s and head by %s: what the toolchain changes is part of the change", e.Go[Base], e.Go[Head]))
	}
	if load, err := strconv.ParseFloat(e.Load, 64); err == nil && load > busy*float64(e.CPUs) {
		doubts = append(doubts, fmt.Sprintf("the machine is busy, load %s on %d CPUs: expect wide intervals", e.Load, e.CPUs))
	}
	if len(e.Governors) > 1 || slices.Contains(e.Governors, "powersave") || slices.Contains(e.Governors, "ondemand") || slices.Contains(e.Governors, "schedutil") {
		doubts = append(doubts, "the processors' clock varies, governor "+strings.Join(e.Governors, " and ")+": performance, set by cpupower frequency-set, gives narrower intervals")
	}
	return doubts
}

// busy is the load a CPU above which others are taken to compete for it.
const busy = 0.5
