// Package counter counts events of performance monitoring units, of the kernel's software and of tracepoints around a
// part of a program, with perf_event_open of Linux. It tells three things apart that are easily mixed up: what was
// counted, what was counted for part of the time and scaled, and what was not counted. The last has a reason and is
// never 0.
//
// A [Session] opens events in groups, which the kernel schedules as a whole, so that counts of one group belong to the
// same stretches of time:
//
//   - Software events make a group of their own, so that they count all the time whatever the hardware does.
//   - Hardware events of a PMU make one group, as long as it fits the counters. A group that does not fit would never
//     be scheduled, and the kernel says nothing: the group opens, and then reads a running time of 0 and counts of 0,
//     or no bytes at all. So each group is tried when the session is opened, and split until its parts fit.
//   - Each group is scaled by its own times enabled and running, separately for every thread.
//
// [Thread] counts the calling thread, which is to be locked to its goroutine. [Process] counts every thread, those to
// come included: a group on each thread in /proc/self/task with the attributes inherit and inherit_thread, listed again
// after that until the list holds still. Opening events for the process as it begins is no alternative: they count the
// thread that opened them and its descendants, and of a Go program with its threads long running less than 1%.
//
// An event that is asked for in both scopes takes one counter, not two: the thread's count is that of the process's group
// on it.
//
// What enabling, disabling and reading cost is measured with the session's own events, and subtracted from them.
//
// One thing cannot be known: a raw event that the CPU does not implement opens and reads 0 like one that did not occur.
package counter
