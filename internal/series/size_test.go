package series

import (
	"math"
	"testing"
)

// What samples may take, in bytes a sample of the file's text: 3 where the median is under 100 us, elsewhere 1.2 times
// the zeroth-order entropy of the values in a text of 6 bits a byte. The entropy is that of the source: that of
// the values themselves is lower where they are too few to repeat, and no code can know that.
func TestSize(t *testing.T) {
	const n = 150_000
	for _, c := range []struct {
		workload string
		source   float64 // entropy in bits, where that of the values is not near it
		most     float64 // bytes a sample
	}{
		{"lognormal-100ns", 0, 3},
		{"lognormal-5us", 0, 3},
		{"lognormal-99us", lognormalEntropy(99e3*1.3, 0.3), 3},
		{"lognormal-99us-odd", lognormalEntropy(99e3*2.6, 0.3), 3},
		{"lognormal-20us-step26", 0, 3},
		{"lognormal-tail", 0, 3},
		{"bimodal-8-40us", 0, 3},
		{"lognormal-1ms", lognormalEntropy(2.6e6, 0.1), 0},
		{"constant", 0, 0.01},
		{"rare-0.1bit", 0, 0},
		{"rare-spread", binaryEntropy(0.01) + 0.01*lognormalEntropy(2.6e6, 1), 0},
		{"five-values", math.Log2(5), 0},
		{"300-values", math.Log2(300), 0},
		{"geometric", 0, 0},
		{"uniform-2^40", 40, 0},
		{"uniform-int64", 64, 0},
	} {
		t.Run(c.workload, func(t *testing.T) {
			xs := workloadNamed(t, c.workload).series(n)
			h := max(entropy(xs), c.source)
			most := c.most
			if most == 0 {
				most = 1.2 * h / 6
			}
			chunks := chunksOf(new(Encoder), xs)
			if got := textSize(chunks) / n; got > most {
				t.Errorf("%.4f bytes a sample, more than %.4f (entropy %.4f bits)", got, most, h)
			}
			// The code itself comes much closer.
			if code := 8 * float64(sizeOf(chunks)) / n; c.workload != "constant" && code > 1.06*h+0.01 {
				t.Errorf("%.4f bits a sample for an entropy of %.4f", code, h)
			}
		})
	}
}

// textSize returns the size of the data lines of chunks.
func textSize(chunks [][]byte) float64 {
	const around = len("# plateau data 01234567 0 100 65536 \n")
	return float64(sizeOf(chunks))*z85Chars/z85Bytes + float64(len(chunks)*around)
}

func binaryEntropy(p float64) float64 {
	return -p*math.Log2(p) - (1-p)*math.Log2(1-p)
}

// lognormalEntropy is that of integers with the distribution, log2(median*sigma*sqrt(2 pi e)).
func lognormalEntropy(median, sigma float64) float64 {
	return math.Log2(median * sigma * math.Sqrt(2*math.Pi*math.E))
}

// Operations that were really timed, 120 runs of 2,000 each, all with a median under 100 us.
func TestSizeRecorded(t *testing.T) {
	for _, name := range []string{"gc", "http", "json", "map"} {
		t.Run(name, func(t *testing.T) {
			xs := recorded(t, name)
			checkRoundTrip(t, new(Encoder), xs)
			all := textSize(chunksOf(new(Encoder), xs)) / float64(len(xs))
			if all > 3 {
				t.Errorf("%.3f bytes a sample", all)
			}
			// As a file would have them: run by run, and in ticks of 2.6 GHz that go up by 2.
			e, runs := new(Encoder), 0.0
			for i := 0; i+2000 <= len(xs); i += 2000 {
				run := make([]int64, 2000)
				for j := range run {
					run[j] = ticks(float64(xs[i+j]), 2)
				}
				runs += textSize(chunksOf(e, run))
			}
			if runs /= float64(len(xs)); runs > 3 {
				t.Errorf("%.3f bytes a sample, run by run in ticks", runs)
			}
			t.Logf("%.3f bytes a sample; run by run in ticks %.3f", all, runs)
		})
	}
}

func workloadNamed(t *testing.T, name string) workload {
	for _, w := range workloads {
		if w.name == name {
			return w
		}
	}
	t.Fatalf("no workload %s", name)
	return workload{}
}
