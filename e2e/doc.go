// Package e2e tests the module from the outside: real go test -bench runs on
// small modules that import benchx, the plateau command as a built binary,
// the peers measured beside us, and what benchstat makes of our output.
//
// It is a module of its own so that what these tests need never takes part in
// the version selection of the users of github.com/plateau-bench/plateau.
//
// Run it with -count=1: go test's cache knows nothing of the module that the
// scripts build.
//
// Scripts live in testdata/script (they may run beside each other) and
// testdata/timing (they assert generous bounds on times, so they run one by
// one); testdata/script/README.md describes their commands.
package e2e
