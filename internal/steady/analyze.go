package steady

// Analyze judges a whole series.
func Analyze(xs []float64, cfg Config) Result {
	return Result{N: len(xs), Stop: len(xs), Class: Short, Changepoints: []int{}, Reason: "not judged"}
}
