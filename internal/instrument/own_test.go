package instrument

import "testing"

func TestIsOurs(t *testing.T) {
	for unit, want := range map[string]bool{
		"mean-ns/op": true, "p50-ns/op": true, "p99.9-ns/op": true, "warmup-iters": true, "unsettled": true, "batch": true,
		"": false, "ns/op": false, "-ns/op": false, "p-ns/op": false, "pages-ns/op": false, "p50": false, "p50-ns/op ": false, "ttft-p99-ns/op": false, "mean": false,
	} {
		if isOurs(unit) != want {
			t.Errorf("%q: %v, want %v", unit, !want, want)
		}
	}
}
