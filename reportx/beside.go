package reportx

import "github.com/plateau-bench/plateau/internal/series"

// A beside is what is known beside the samples of a run's first series: for samples from the one numbered from on, by how much
// something grew while each was taken, or whether something went on meanwhile.
type beside struct {
	name string
	kind string // as in a sample file
	from int64
	data source
}

// besides reads what a sample file has beside samples. What does not make sense is as good as not there: nothing depends
// on it but an explanation.
func (r *Run) besides() (read []*witness) {
	for _, b := range r.beside {
		w := &witness{name: b.name, from: b.from, spans: b.kind == series.KindSpans}
		err := b.data.blocks(func(block []int64, _ float64) bool {
			w.values = append(w.values, block...)
			return true
		})
		if err == nil && b.from >= 0 && w.prepare() {
			read = append(read, w)
		}
	}
	return read
}

// A witness tells of single samples, of one after the other.
type witness struct {
	name   string
	from   int64
	spans  bool
	values []int64 // of a column, or the sample behind each span
	at     int     // span that the latest sample was in

	cause  int      // what it is evidence of: an index in causes; -1: of none
	growth *growing // what grew, if it is of none
	clock  bool     // it is the time for which the thread was on a CPU, ns

	// Of the sample that was looked at last:
	value int64 // by how much something grew, or 1 if it went on and 0 if it did not
	known bool
	begun bool // it went on, and did not during the sample before
}

// look looks at the sample numbered i.
func (w *witness) look(i int64) {
	before := w.known && w.value > 0
	w.value, w.known = w.of(i)
	w.begun = w.known && w.value > 0 && !before
}

// prepare turns lengths of spans into their ends. It reports whether they make sense.
func (w *witness) prepare() bool {
	if !w.spans {
		return true
	}
	const most = 1 << 40 // samples
	end := w.from
	for i, n := range w.values {
		if n < 0 || n > most || end > most {
			return false
		}
		end += n
		w.values[i] = end
	}
	return true
}

// of returns what is known of the sample numbered i, which is no less than that of the call before: how much something grew, or
// 1 if it went on and 0 if it did not.
func (w *witness) of(i int64) (value int64, known bool) {
	if i < w.from {
		return 0, false
	}
	if !w.spans {
		if i -= w.from; i >= int64(len(w.values)) {
			return 0, false
		}
		return w.values[i], true
	}
	for w.at < len(w.values) && w.values[w.at] <= i {
		w.at++
	}
	return int64(w.at % 2), w.at < len(w.values)
}

// newBeside is what a sample file has beside samples.
func newBeside(s series.Series, data source) beside {
	return beside{name: s.Name, kind: s.Kind, from: s.From, data: data}
}
