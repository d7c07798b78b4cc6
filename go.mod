module github.com/plateau-bench/plateau

go 1.24.0

require (
	github.com/HdrHistogram/hdrhistogram-go v1.4.0
	github.com/google/go-cmp v0.7.0
	github.com/montanaflynn/stats v0.14.0
	golang.org/x/perf v0.0.0-20250813145418-2f7363a06fe1
	golang.org/x/sys v0.40.0
)

require github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
