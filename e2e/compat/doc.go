// Package compat tries plateau run -auto on well-known modules, pinned by version, from the module proxy.
//
//	go test ./compat -run Table -v -timeout 0 -args -table
//
// prints the table of docs/compatibility.md: the loops that were found, how many are measured, whether everything builds, what
// fails that did not before, and how ns/op compares with the untouched run. The last takes long, since both sides are run in turns
// many times, and means something only while the machine does nothing else; -rounds 0 leaves it out.
//
// Without -table two small modules are rewritten, built and run once.
package compat
