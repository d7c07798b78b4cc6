// Package pmu runs programs in an emulated Arm machine that has performance counters, which most machines that run tests
// have not: virtual ones, containers, build servers. QEMU's Armv8 CPU has a PMUv3 with a cycle counter and six others, and counts
// cycles and instructions exactly: with an instruction counter for its clock, each instruction takes 2^[Machine.Shift] cycles. It
// counts neither cache misses nor branches.
//
// Beside QEMU it takes a Linux kernel for arm64. The script setup beside this file installs both on Debian and Ubuntu:
//
//	$ e2e/pmu/setup
//
// To run the tests of a package there:
//
//	$ (cd e2e && go build -o /tmp/pmu-run ./pmu/run)
//	$ GOOS=linux GOARCH=arm64 CGO_ENABLED=0 go test -count=1 -exec /tmp/pmu-run ./internal/counter
//
// A machine boots from an initial RAM disk alone, with the program and the init that starts it, and is off again when the
// program has ended.
package pmu
