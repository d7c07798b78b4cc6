package steady

// history holds a series in at most 208 entries: single values at first, then medians of five, then means of neighbours, so that
// an entry covers ever more values. A start is as precise as an entry, about 1% of the series.
type history struct {
	folded  int // values kept before those in five
	entries [maxEntries]float64
	used    int
	size    int // values in an entry
	five    [5]float64
	fives   int     // values in five
	sum     float64 // of medians of five towards the next entry
	sums    int
}

const (
	maxEntries = 208
	rawEntries = 125 // single values kept before they become medians of five
)

// kept is the number of values.
func (h *history) kept() int { return h.folded + h.fives }

// keep adds a value.
func (h *history) keep(x float64) {
	if h.size == 1 {
		h.folded++
		h.entries[h.used] = x
		h.used++
		if h.used == rawEntries {
			h.mediansOfFive()
		}
		return
	}
	h.five[h.fives] = x
	h.fives++
	if h.fives == len(h.five) {
		h.fold()
	}
}

// last is the value that was kept last, where there is one.
func (h *history) last() float64 {
	if h.size == 1 {
		return h.entries[h.used-1]
	}
	return h.five[(h.fives+len(h.five)-1)%len(h.five)]
}

// fold adds the median of a full five.
func (h *history) fold() {
	h.fives = 0
	h.folded += len(h.five)
	h.sum += center5(&h.five)
	h.sums++
	if h.sums*len(h.five) < h.size {
		return
	}
	h.entries[h.used] = h.sum / float64(h.sums)
	h.used++
	h.sum, h.sums = 0, 0
	if h.used == maxEntries {
		h.halve()
	}
}

// center5 is the median, but the mean of five that are two values and three others: times of a coarse clock, whose medians would jump
// from step to step.
func center5(five *[5]float64) float64 {
	m := median5(five)
	same := 0
	for _, x := range five {
		if bitsOf(x) == bitsOf(m) { // no branch is made of this, unlike of floats: where the median lies cannot be predicted
			same++
		}
	}
	if same == 3 {
		return meanOfTwo(five, m)
	}
	return m
}

// meanOfTwo is the mean of five if the two that are not m are equal, and otherwise m.
func meanOfTwo(five *[5]float64, m float64) float64 {
	other, sum := m, 0.0
	for _, x := range five {
		sum += x / 5
		if x == m {
			continue
		}
		if other != m && x != other {
			return m
		}
		other = x
	}
	return sum
}

func (h *history) mediansOfFive() {
	h.five[len(h.five)-1] = h.last()
	for i := range rawEntries / 5 {
		h.entries[i] = center5((*[5]float64)(h.entries[5*i:]))
	}
	h.used, h.size = rawEntries/5, 5
}

func (h *history) halve() {
	for i := range maxEntries / 2 {
		a, b := h.entries[2*i], h.entries[2*i+1]
		h.entries[i] = a + (b/2 - a/2) // exact for equal ones, and without overflow
	}
	h.used, h.size = maxEntries/2, 2*h.size
}
