// Package diagnosis says what held a benchmark back, from the totals that were counted while it ran.
//
// Wall time says whether, counters say why. [Diagnose] forms ratios of totals ([Ratios]; a ratio is never an average of
// ratios), holds them against rules ([Rules]) and reports those that apply, each with its numbers, its threshold and where
// the threshold comes from. Where a processor counts the slots of its pipeline, level 1 of the top-down analysis decides
// (Yasin, "A top-down method for performance analysis and counters architecture", ISPASS 2014,
// doi:10.1109/ISPASS.2014.6844459); elsewhere stalls, misses per instruction and instructions per cycle do.
//
// Two questions are kept apart. Whether threads ran at all is the CPU utilisation: task-clock over wall time. What a
// core did while a thread ran on it is the [Bound]. A core that waits for memory counts as busy, so that a utilisation of 40% is
// no sign of cache misses: threads blocked, had nothing to do, or the machine gave their time to others. Misses show in
// misses per instruction and in stalled cycles, at any utilisation.
//
// What was not counted is unknown, not zero; where that leaves a question open, a [Need] says what to count. No NaN and
// no infinity comes out, whatever goes in.
package diagnosis
