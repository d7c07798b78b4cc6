package reportx

import "github.com/HdrHistogram/hdrhistogram-go"

// hdrDigits is the precision of exported histograms in significant decimal
// digits: an error of at most 0.05%.
const hdrDigits = 3

// histogram is that of the samples of runs per operation, in units of so many
// picoseconds, rounded to the nearest.
func histogram(runs []pooledRun, batch int, unit int64) (*hdrhistogram.Histogram, error) {
	div := int64(batch) * unit
	convert := func(ps int64) int64 {
		q := ps / div
		if ps%div >= div-div/2 {
			q++
		}
		return q
	}
	largest := int64(0)
	for _, r := range runs {
		err := r.Blocks(func(block []int64) bool {
			for _, v := range block {
				largest = max(largest, v)
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	h := hdrhistogram.New(1, max(2, convert(largest)), hdrDigits)
	for _, r := range runs {
		var failed error
		err := r.Blocks(func(block []int64) bool {
			for _, v := range block {
				if failed = h.RecordValue(convert(v)); failed != nil {
					return false
				}
			}
			return true
		})
		if err := firstError(err, failed); err != nil {
			return nil, err
		}
	}
	return h, nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
