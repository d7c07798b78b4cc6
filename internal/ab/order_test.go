package ab

import "testing"

func TestOrder(t *testing.T) {
	const pairs = 4000
	var heads, same int
	for pair := 1; pair <= pairs; pair++ {
		first := Order(1, pair, 0)
		if first != Order(1, pair, 0) {
			t.Fatalf("pair %d has two orders", pair)
		}
		heads += int(first)
		if first == Order(1, pair, 1) {
			same++
		}
	}
	// Four standard deviations of a fair coin: 4 sqrt(pairs)/2.
	const off = 127
	if heads < pairs/2-off || heads > pairs/2+off {
		t.Errorf("head is first in %d of %d pairs", heads, pairs)
	}
	if same < pairs/2-off || same > pairs/2+off {
		t.Errorf("two packages have the same order in %d of %d pairs", same, pairs)
	}
	different := 0
	for pair := 1; pair <= 64; pair++ {
		if Order(1, pair, 0) != Order(2, pair, 0) {
			different++
		}
	}
	if different == 0 {
		t.Error("two seeds have one order")
	}
}
