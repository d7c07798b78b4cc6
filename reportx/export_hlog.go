package reportx

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// WriteHlog writes the steady samples as an HdrHistogram interval log (version
// 1.3): one interval a run, tagged with the benchmark's name, in ns per operation,
// with the maximum in ms as usual. An interval begins when its run began,
// where that is known; otherwise one follows the other from 0.
//
// A comment names the runs that never settled.
//
// Values are rounded to whole nanoseconds and to three significant digits.
// Stages are tagged with name/stage.
func (rs *Results) WriteHlog(w io.Writer) error {
	lw := hdrhistogram.NewHistogramLogWriter(w)
	start := rs.firstStart()
	doubts := func() error {
		for _, b := range rs.Benchmarks {
			if text := b.neverSteady(); text != "" {
				if err := lw.OutputComment(text); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := firstError(
		lw.OutputComment("[Latencies in ns per operation, steady samples, one interval per run; written by plateau]"),
		doubts(),
		lw.OutputLogFormatVersion(),
		lw.OutputStartTime(start),
		lw.OutputLegend(),
	); err != nil {
		return err
	}
	clock := start
	for _, b := range rs.Benchmarks {
		for i, r := range b.Runs {
			for _, s := range r.Series {
				end, err := s.writeInterval(lw, tag(b.Name, s.Name), r.Start, clock)
				if err != nil {
					return fmt.Errorf("%s, run %d: %w", b.Name, i+1, err)
				}
				clock = end
			}
		}
	}
	return nil
}

// neverSteady says in a comment which runs of b are not steady; "" if all are.
func (b *Benchmark) neverSteady() string {
	found := numbersOf(b.Runs, neverSettled)
	if found == nil {
		return ""
	}
	return fmt.Sprintf("[never settled, so not steady: %s of %s]", runList(found), tag(b.Name, ""))
}

// firstStart is when the first run began, in ms since 1970; 0 when that is not known.
func (rs *Results) firstStart() int64 {
	var first time.Time
	for _, b := range rs.Benchmarks {
		for _, r := range b.Runs {
			if !r.Start.IsZero() && (first.IsZero() || r.Start.Before(first)) {
				first = r.Start
			}
		}
	}
	if first.IsZero() {
		return 0
	}
	return first.UnixMilli()
}

// writeInterval writes a series and returns the end of its interval. A series
// without steady samples has none.
func (s *Series) writeInterval(lw *hdrhistogram.HistogramLogWriter, tag string, start time.Time, clock int64) (end int64, err error) {
	if s.Steady() == 0 {
		return clock, nil
	}
	from := clock
	if !start.IsZero() {
		from = start.UnixMilli()
	}
	h, err := histogram([]pooledRun{{series: s, group: 1}}, s.Batch, 1000)
	if err != nil {
		return clock, err
	}
	lasted := h.Mean() * float64(h.TotalCount()) * float64(s.Batch) / 1e6
	end = from + max(1, int64(math.Min(math.Ceil(lasted), math.MaxInt32*1000)))
	h.SetTag(tag)
	h.SetStartTimeMs(from)
	h.SetEndTimeMs(end)
	return end, lw.OutputIntervalHistogram(h)
}

// tag is a name as a log allows it: without commas, spaces and line breaks.
func tag(name, stage string) string {
	if stage != "" {
		name += "/" + stage
	}
	return strings.Map(func(r rune) rune {
		if r == ',' || unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return '_'
		}
		return r
	}, name)
}
