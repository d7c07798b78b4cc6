package steady

// middle is a quick median of xs, which it reorders: that of the medians of fives (Rousseeuw and Bassett, "The remedian", JASA
// 85, 1990). The last len(xs) % 5 values do not count, and a few values are given to median.
func middle(xs []float64) float64 {
	if len(xs) < 25 {
		return median(xs)
	}
	n := len(xs) / 5
	for i := range n {
		xs[i] = median5((*[5]float64)(xs[5*i:]))
	}
	return median(xs[:n])
}
