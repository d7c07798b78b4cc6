module github.com/plateau-bench/plateau

go 1.24.0
