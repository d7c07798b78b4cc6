// Package overhead measures what capturing every iteration's time costs,
// beside the peers: each harness runs the same two operations in one process,
// in rounds that go over all of them, so that what the machine does meanwhile
// meets them all alike.
//
//	go test -run=Overhead -v ./overhead
//
// prints the table: ns per iteration over the bare loop of the same kind, the
// ratio to the cheapest capture there is (a chained read of the time-stamp
// counter with a store), B/op, and what an empty operation's median reads. No
// test asserts a time. The harnesses are ordinary benchmarks too:
//
//	go test -run=^$ -bench=Capture -count=10 ./overhead
package overhead
