package perfx

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/plateau-bench/plateau/internal/counter"
	"github.com/plateau-bench/plateau/internal/tally"
)

// defaultEvents are counted where none is named: what the program did (instructions), how long it took the CPU (cycles,
// task-clock), and the two things that keep a CPU waiting most.
var defaultEvents = []string{"cycles", "instructions", "branch-misses", "llc-misses", "task-clock"}

// Counters counts events over the iterations of a benchmark; it is an argument of benchx.With. Names are those of perf, with
// modifiers for the mode:
//
//   - events of the CPU in general: cycles, instructions, branches, branch-misses, L1-dcache-load-misses, ...;
//   - portable names by cache level, which resolve to the CPU's own events: l1d-misses, l2-misses, llc-misses, stalls-backend,
//     ...; the generic cache-misses is not the same thing on all CPUs;
//   - of the kernel: task-clock, page-faults, context-switches, cpu-migrations, ...;
//   - the CPU's own, by code or as sysfs names them: r1a8, cpu/event=0x3c,umask=0x0/, msr/tsc/;
//   - tracepoints: raw_syscalls:sys_enter;
//   - each with :u for what the program does, :k for what the kernel does for it: instructions:u.
//
// None stands for cycles, instructions, branch-misses, llc-misses and task-clock. plateau counters lists what the machine can count.
// Counts of the operating system and the Go runtime that cost next to nothing are added for the report, whatever is named.
//
// A Probe is for one call of a benchmark function. Counters itself does nothing yet and costs nothing to speak of.
func Counters(events ...string) *Probe {
	if len(events) == 0 {
		events = defaultEvents
	}
	return &Probe{events: slices.Clone(events)}
}

// OfProcess makes p count the whole process alone, and leaves the goroutine where it is.
//
// A goroutine that is locked to its thread pays for each hand-over to another goroutine with a switch of threads: a benchmark
// that does little but send on channels, or talk to a server in the same process, is slower while it is counted. Then count
// the process.
func (p *Probe) OfProcess() *Probe {
	p.scope = counter.Process
	return p
}

// A Probe counts over the iterations of one call of a benchmark function. Its methods are called by benchx, or by [Attach]; those
// that count belong to the goroutine of the benchmark.
type Probe struct {
	events   []string
	scope    counter.Scope // Thread: the process beside it
	counted  *counted
	readings []counter.Reading // one a checkpoint
	parallel bool
	both     bool // report the process beside the thread

	begin       time.Time
	checkpoints [maxCheckpoints]checkpoint
	n           int
	ended       bool
	columns     *columns
	record      *tally.Record
}

// maxCheckpoints is enough for a billion iterations, an eighth apart.
const maxCheckpoints = 168

// A checkpoint is what the totals were when so many iterations had ended.
type checkpoint struct {
	iters   int64
	at      time.Duration // since Begin
	samples int64         // of columns
}

// Begin locks the goroutine to its thread and starts counting. It takes milliseconds for the first benchmark of a process that counts
// these events, and some 100 us for others.
func (p *Probe) Begin() {
	p.prepare()
	p.start()
}

// prepare does what takes time.
func (p *Probe) prepare() {
	if p.counted != nil { // begun twice
		return
	}
	if p.scope == counter.Thread {
		runtime.LockOSThread()
	}
	p.counted = shared.of(p.events, p.scope)
	p.readings = p.counted.attach()
}

func (p *Probe) start() {
	p.n, p.columns, p.record, p.parallel, p.ended = 0, nil, nil, false, false
	p.counted.start()
	p.begin = time.Now()
	p.Checkpoint(0)
}

// Parallel says that the iterations are those of other goroutines.
func (p *Probe) Parallel() { p.parallel = true }

// Checkpoint reads the totals when iters iterations have ended. It takes some microseconds and does not allocate. What came
// before no fewer iterations is forgotten: it was preparation. Of more
// checkpoints than there is room for the last are left out, so that a little less of the warm-up can be cut off.
func (p *Probe) Checkpoint(iters int64) {
	if p.counted == nil || p.ended {
		return
	}
	for p.n > 0 && p.checkpoints[p.n-1].iters >= iters {
		p.n--
	}
	if p.n < maxCheckpoints-1 { // the end needs one
		p.read(iters)
	}
}

func (p *Probe) read(iters int64) {
	c := &p.checkpoints[p.n]
	c.iters, c.at, c.samples = iters, time.Since(p.begin), 0
	if p.columns != nil {
		c.samples = p.columns.calls
	}
	p.counted.session.Read(&p.readings[p.n])
	p.n++
}

// End stops counting when iters iterations have ended, and unlocks the goroutine.
func (p *Probe) End(iters int64) {
	if p.counted == nil || p.ended {
		return
	}
	p.ended = true
	p.read(iters)
	p.counted.end()
	if p.scope == counter.Thread {
		runtime.UnlockOSThread()
	}
}

// Close gives back what the next benchmark may use. Nothing more can be asked after it.
func (p *Probe) Close() {
	if p.counted != nil {
		p.End(0)
		p.counted.back()
		p.counted = nil
	}
}

// Report gives the count of each event for an operation to metric. The first iterations are no part of the benchmark's
// result: counting begins at the first checkpoint behind them, if anything is left then.
func (p *Probe) Report(first int64, metric func(value float64, unit string)) {
	if p.counted == nil || !p.ended || p.n < 2 {
		return
	}
	from := p.from(first)
	to := p.to(from)
	begin, end := &p.checkpoints[from], &p.checkpoints[to]
	if end.iters <= begin.iters {
		return
	}
	p.record = p.counted.record(&p.readings[from], &p.readings[to], p.checkpoints[p.n-1].iters)
	p.record.WallNS = float64(end.at - begin.at)
	if p.columns != nil {
		p.columns.deduct(p.record.Counts, end.samples-begin.samples)
	}
	p.record.Counts = p.counted.withoutExtra(p.record.Counts)
	p.record.Iters, p.record.From = end.iters-begin.iters, begin.iters
	p.record.Parallel = p.parallel
	if note := p.handOvers(); note != "" {
		p.record.Notes = append(p.record.Notes, note)
	}
	if first > 0 && begin.iters < first {
		p.record.Notes = append(p.record.Notes, "counts include the warm-up: it reaches too far to be cut out")
	}
	for i := range p.record.Counts {
		c := &p.record.Counts[i]
		if value, ok := p.record.PerOp(c); ok {
			if unit := p.unit(c); unit != "" {
				metric(value, unit)
			}
		}
	}
}

// handOvers says so where the locked thread makes a difference: it waits about once an operation, or more often.
func (p *Probe) handOvers() string {
	const often = 0.5
	for i := range p.record.Counts {
		c := &p.record.Counts[i]
		if n, ok := p.record.PerOp(c); ok && c.Name == "voluntary-switches" && c.Scope == tally.Thread && !p.parallel && n >= often {
			return fmt.Sprintf("the goroutine waited %.3g times an operation, which takes longer while it is locked to its thread: OfProcess counts without that", n)
		}
	}
	return ""
}

// from is the checkpoint that counting begins with: the first behind the first iterations, unless nothing is left then.
func (p *Probe) from(first int64) int {
	last := p.n - 1
	for i := range last {
		if c := &p.checkpoints[i]; c.iters >= first && c.iters < p.checkpoints[last].iters {
			return i
		}
	}
	return 0
}

// to is the checkpoint that counting ends with: the end, but in a short run the last one before it. Between the last iteration and
// the end testing stops its timer, which takes tens of thousands of instructions.
func (p *Probe) to(from int) int {
	const short = 100 // iterations
	last := p.n - 1
	if before := last - 1; p.checkpoints[last].iters < short && before > from && p.checkpoints[before].iters > p.checkpoints[from].iters {
		return before
	}
	return last
}

// unit is the unit of a count on the result line, "" for what only the report has.
func (p *Probe) unit(c *tally.Count) string {
	switch {
	case p.counted.asked[c.Name] && c.Scope != tally.Process:
		return c.Unit
	case !p.counted.named(c.Name):
		return ""
	}
	switch {
	case c.Scope == tally.Thread && !p.parallel && p.scope == counter.Thread:
		return c.Unit
	case c.Scope == tally.Process && (p.parallel || p.both || p.scope == counter.Process):
		return "process-" + c.Unit
	case c.Scope == tally.System:
		return c.Unit
	}
	return ""
}

// maxRecord is less than what benchx has room for in a sample file.
const maxRecord = 30_000

// Record is the record of the run for its sample file.
func (p *Probe) Record() (key string, data []byte) {
	if p.record == nil {
		return "", nil
	}
	data, err := p.record.JSON()
	if len(data) > maxRecord {
		p.record.Shorten()
		data, err = p.record.JSON()
	}
	if err != nil {
		return "", nil
	}
	return tally.Key, data
}

// Notes say what was not counted and why, in a line for each reason.
func (p *Probe) Notes() []string {
	if p.counted == nil {
		return nil
	}
	if p.record == nil {
		return slices.Clone(p.counted.problems)
	}
	return append(tally.Whys(p.record.Counts), p.record.Notes...)
}
