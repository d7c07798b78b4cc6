module github.com/plateau-bench/plateau/e2e

go 1.24.0

require github.com/rogpeppe/go-internal v1.14.1

require (
	golang.org/x/sys v0.35.0 // indirect
	golang.org/x/tools v0.26.0 // indirect
)

replace github.com/plateau-bench/plateau => ../
