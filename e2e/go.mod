module github.com/plateau-bench/plateau/e2e

go 1.24.0

require (
	github.com/itchyny/gojq v0.12.17
	github.com/loov/hrtime v1.0.3
	github.com/plateau-bench/plateau v0.0.0
	github.com/rogpeppe/go-internal v1.14.1
	golang.org/x/perf v0.0.0-20250813145418-2f7363a06fe1
	gopkg.in/yaml.v3 v3.0.1
)

require (
	github.com/google/safehtml v0.0.2 // indirect
	github.com/itchyny/timefmt-go v0.1.6 // indirect
	golang.org/x/sys v0.40.0 // indirect
	golang.org/x/text v0.28.0 // indirect
	golang.org/x/tools v0.35.0 // indirect
)

replace github.com/plateau-bench/plateau => ../
