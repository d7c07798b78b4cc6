package diagnosis_test

import (
	"fmt"

	"github.com/plateau-bench/plateau/internal/diagnosis"
	"github.com/plateau-bench/plateau/internal/tally"
)

// Two kernels of equal arithmetic intensity, one ten times as slow.
func ExampleDiagnose() {
	of := diagnosis.Of
	fast := diagnosis.Totals{
		Wall: of(40e6), TaskClock: of(40e6), Cycles: of(100e6), Instructions: of(360e6), StallsMemory: of(2e6),
	}
	slow := diagnosis.Totals{
		Wall: of(400e6), TaskClock: of(400e6), Cycles: of(1000e6), Instructions: of(200e6), StallsMemory: of(800e6),
		L2Misses: of(8e6), LLCMisses: of(5e6),
	}
	fmt.Println(diagnosis.Diagnose(fast))
	d := diagnosis.Diagnose(slow)
	fmt.Println(d)
	for _, f := range d.Findings {
		fmt.Println("-", f.Ratio.Name, f.Ratio.Amount())
	}
	// Output:
	// compute-bound while it runs
	// memory-bound while it runs
	// - memory-stalls 80%
	// - llc-mpki 25 per 1000 instructions
	// - l2-mpki 40 per 1000 instructions
	// - ipc 0.2
}

// A finding has its number, what it means, the rule and where that comes from.
func ExampleFinding() {
	d := diagnosis.Diagnose(diagnosis.Totals{Cycles: diagnosis.Of(1000), StallsMemory: diagnosis.Of(500)})
	fmt.Println(d.Findings[0])
	// Output: memory-stalls 50% (500 stalled cycles / 1000 cycles): cycles pass in waiting for loads; rule: memory-stalls > 20% (pmu-tools, top-down levels 2 and 3, there a share of slots or of cycles)
}

// CPU time of 40% of the wall time is no sign of cache misses.
func ExampleDiagnose_waiting() {
	d := diagnosis.Diagnose(diagnosis.Totals{
		Wall: diagnosis.Of(1e9), TaskClock: diagnosis.Of(400e6), Voluntary: diagnosis.Of(5000), Involuntary: diagnosis.Of(3),
	})
	fmt.Println(d)
	fmt.Println(d.Findings[0].Text)
	// Output:
	// waits for part of the time; what bounds it while it runs is unknown
	// for 60% of the time the threads did not run: they blocked, had nothing to do, or others had the CPU; 5000 switches a second were voluntary, 3 not: it blocks, on I/O, locks, channels or sleep; cache misses are not the reason, as a core that waits for memory counts as busy
}

func ExampleRatios() {
	for _, r := range diagnosis.Ratios(diagnosis.Totals{
		Instructions: diagnosis.Of(3600), Cycles: diagnosis.Of(1000), LLCMisses: diagnosis.Of(9),
	}) {
		fmt.Println(r)
	}
	// Output:
	// ipc 3.6 (3600 instructions / 1000 cycles)
	// llc-mpki 2.5 per 1000 instructions (9 misses / 3600 instructions)
}

// Totals can be entered by the names of their events.
func ExampleTotals_Set() {
	var t diagnosis.Totals
	fmt.Println(t.Set("cycles:u", 1000), t.Set("instructions:u", 250), t.Set("something-else", 1))
	fmt.Println(diagnosis.Ratios(t)[0].Amount())
	// Output:
	// true true false
	// 0.25
}

// A record of a sample file is diagnosed as it is.
func ExampleFromRecord() {
	cycles, instructions := 1000.0, 3600.0
	record := &tally.Record{Iters: 10, WallNS: 400, Counts: []tally.Count{
		{Name: "cycles", Scope: tally.Thread, Total: &cycles},
		{Name: "instructions", Scope: tally.Thread, Total: &instructions},
	}}
	fmt.Println(diagnosis.Diagnose(diagnosis.FromRecord(record)))
	// Output: compute-bound while it runs
}
