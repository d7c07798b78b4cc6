// Package plateau holds what the plateau command needs of its own module's source. Benchmarks import
// github.com/plateau-bench/plateau/benchx, which is what there is to read about.
package plateau

import "embed"

// Sources has the source of package benchx and of the packages that it imports, by their paths in this module. The command adds
// them to the tests of other modules (plateau run -auto). It is for this module's own use: what is in it may change.
//
//go:embed benchx/*.go internal/clock/*.go internal/clock/*.s internal/quantile/*.go internal/quantity/*.go internal/series/*.go internal/steady/*.go internal/suspect/*.go
var Sources embed.FS
