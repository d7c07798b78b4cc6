// Package perfevent turns the names of events into what Linux is asked to count. Names are those of perf:
// generic events (cycles), cache events (L1-dcache-load-misses), raw codes (r1a8), events and terms of the
// PMUs that sysfs describes (cpu/event=0x3c,umask=0x0/u), tracepoints (sched:sched_switch), and a table of portable names
// by cache level that resolves per CPU (l2-misses).
//
// It opens nothing and asks the system nothing: a [Machine] is read from file trees, so that each machine can be
// described on any other one.
package perfevent
