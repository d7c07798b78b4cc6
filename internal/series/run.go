package series

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"
)

// Process holds the facts that all runs of one process share.
// Zero values mean "not known".
type Process struct {
	Pkg       string    `json:"pkg,omitempty"`       // import path of the package under test
	Go        string    `json:"go,omitempty"`        // toolchain, as runtime.Version gives it
	GOOS      string    `json:"goos,omitempty"`      //
	GOARCH    string    `json:"goarch,omitempty"`    //
	CPU       string    `json:"cpu,omitempty"`       // model name, as go test prints it
	PID       int       `json:"pid,omitempty"`       //
	NumCPU    int       `json:"numcpu,omitempty"`    // CPUs usable by the process
	Start     time.Time `json:"start"`               // when the process began to measure
	Clock     string    `json:"clock,omitempty"`     // what the samples were read from: "tsc", "cntvct", "monotonic"
	StepNS    float64   `json:"step_ns,omitempty"`   // the clock's step, ns
	ReadNS    float64   `json:"read_ns,omitempty"`   // cost of one reading of the clock, ns
	Benchtime string    `json:"benchtime,omitempty"` // -test.benchtime
	CPUList   string    `json:"cpulist,omitempty"`   // -test.cpu
	Count     int       `json:"count,omitempty"`     // -test.count
}

// Run describes one run of one benchmark: one call that testing reports in one result line.
type Run struct {
	Name        string    `json:"name"`                   // as printed, with "Benchmark" and the -procs suffix
	Procs       int       `json:"procs,omitempty"`        // GOMAXPROCS of the run
	Rep         int       `json:"rep"`                    // 0-based repetition (-count) of Name in its process
	Start       time.Time `json:"start"`                  // when the run began
	Iters       int64     `json:"iters"`                  // b.N as reported
	TickNS      float64   `json:"tick_ns"`                // ns per unit of a sample, > 0 when the run has samples
	Batch       int       `json:"batch"`                  // operations per sample of the main series
	OverheadNS  float64   `json:"overhead_ns,omitempty"`  // what measuring adds to one sample, ns
	WarmupIters int64     `json:"warmup_iters,omitempty"` // iterations judged to be warm-up
	Class       string    `json:"class,omitempty"`        // class of the warm-up: "flat", "warmup", ..., "short"
	Confidence  float64   `json:"confidence,omitempty"`   // of Class, 0 to 1
	Backward    int64     `json:"backward,omitempty"`     // backward steps of the clock seen during the run
	Marks       []string  `json:"marks,omitempty"`        // peculiarities: "excluded-time", "procs-mismatch", ...
	Series      []Series  `json:"series"`                 // main series first, then the stages

	// Probes is what else was measured over the same iterations, by the key of what measured it: "counters" is a tally.Record.
	Probes map[string]json.RawMessage `json:"probes,omitempty"`
}

// Series describes one sequence of samples of a run.
type Series struct {
	Name    string `json:"name,omitempty"`   // "" is the main series, else the stage
	Batch   int    `json:"batch"`            // operations per sample
	Samples int64  `json:"samples"`          // samples in the file, in capture order, leading warm-up included
	Warmup  int64  `json:"warmup,omitempty"` // how many of them, from the first, are warm-up: 0 to Samples
	Lost    int64  `json:"lost,omitempty"`   // samples after these that were not kept

	// Kind is "" for samples. Other series say something about those of the main series, from the one numbered From (0-based) on.
	Kind string `json:"kind,omitempty"`
	From int64  `json:"from,omitempty"`
}

const (
	// KindColumn has a value for each sample: how much something counted while it was taken.
	KindColumn = "column"
	// KindSpans has numbers of samples in turns: so many during which something did not take place, so many during which it did.
	KindSpans = "spans"
)

// maxSeries bounds the series of one run, and with them what a reader allocates for a run line.
const maxSeries = 1 << 12

// check reports what keeps a run from being written or believed.
func (r *Run) check() error {
	if len(r.Series) > maxSeries {
		return fmt.Errorf("%d series in one run, at most %d are possible", len(r.Series), maxSeries)
	}
	total := int64(0)
	for i, s := range r.Series {
		if s.Samples < 0 || s.Lost < 0 || s.Batch < 0 {
			return fmt.Errorf("series %d has a negative count", i)
		}
		if s.Warmup < 0 || s.Warmup > s.Samples {
			return fmt.Errorf("series %d has %d warm-up samples of %d", i, s.Warmup, s.Samples)
		}
		total |= s.Samples
	}
	if total > 0 && !(r.TickNS > 0 && !math.IsInf(r.TickNS, 1)) {
		return errors.New("a sample's unit must be a positive number of ns")
	}
	return nil
}

// finite replaces what JSON cannot hold by 0, which stands for "not known".
func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}
