package reportx

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/perf/benchfmt"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/series"
)

// WriteBench writes the report as Go benchmark output, for benchstat: a result
// line for each pooled run, with the mean and the percentiles of its steady
// samples beside what its own line had, and after them one line with those of
// the pool in units pooled-p99-ns/op, which Unit lines declare exact.
//
// Of runs that never settled the line has 1 unsettled, that of the pool their number in pooled-unsettled.
//
// A percentile that a run or the pool does not support is left out, and so is a
// time of exactly 0, which benchstat would put into a table of its own.
func (r *Report) WriteBench(w io.Writer) error {
	out := bufio.NewWriter(w)
	bw := benchfmt.NewWriter(out)
	for _, unit := range r.pooledUnits() {
		err := bw.Write(&benchfmt.UnitMetadata{
			UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: unit, Key: "assume"}, OrigUnit: unit, Value: "exact",
		})
		if err != nil {
			return err
		}
	}
	for _, s := range r.Benchmarks {
		if err := s.writeBench(bw, out); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	return out.Flush()
}

func (r *Report) pooledUnits() (names []string) {
	seen := make(map[string]bool)
	for _, s := range r.Benchmarks {
		for _, v := range s.pooledValues() {
			if !seen[v.Unit] {
				seen[v.Unit] = true
				names = append(names, v.Unit)
			}
		}
	}
	return names
}

func (s *Summary) writeBench(bw *benchfmt.Writer, out *bufio.Writer) error {
	res := &benchfmt.Result{Name: benchmarkName(s.Name)}
	res.Config = s.configOf(&Run{})
	for i, run := range s.source.Runs {
		if run.Marked(series.MarkProcs) {
			fmt.Fprintf(out, "# run %d of %s left out: measured with another GOMAXPROCS than the name says\n", i+1, res.Name)
			continue
		}
		res.Config = s.configOf(run)
		values, err := runValues(run, s.percentilesAsked)
		if err != nil {
			return fmt.Errorf("run %d: %w", i+1, err)
		}
		if len(values) == 0 {
			continue
		}
		res.Iters, res.Values = iterations(run), values
		if err := bw.Write(res); err != nil {
			return err
		}
	}
	if values := s.pooledValues(); len(values) > 0 {
		if never := numbersOf(s.source.Runs, neverSettled); never != nil {
			values = append(values, benchfmt.Value{Value: float64(len(never)), Unit: "pooled-" + unsettledUnit})
		}
		res.Config, res.Iters, res.Values = s.configOf(&Run{}), 1, values
		if s.Main != nil {
			res.Iters = int(s.Main.Samples) * s.Main.Batch
		}
		return bw.Write(res)
	}
	return nil
}

// configOf is the configuration of a run's line.
func (s *Summary) configOf(r *Run) (config []benchfmt.Config) {
	add := func(key, value string) {
		config = append(config, benchfmt.Config{Key: key, Value: []byte(value), File: true})
	}
	if s.Pkg != "" {
		add("pkg", s.Pkg)
	}
	for _, kv := range s.Config {
		if own := r.config(kv.Key); own != "" {
			kv.Value = own
		}
		add(kv.Key, kv.Value)
	}
	return config
}

// iterations is the count that goes with a run's line.
func iterations(r *Run) int {
	if r.Iters > 0 || len(r.Series) == 0 {
		return int(r.Iters)
	}
	return int(r.Series[0].Steady()) * r.Series[0].Batch
}

// runValues are the metrics of a run's line, with those that its samples give
// in place of earlier ones.
func runValues(r *Run, ps []quantile.P) ([]benchfmt.Value, error) {
	var ours []benchfmt.Value
	replaced := make(map[string]bool)
	for _, s := range r.Series {
		p, err := newPool([]*Run{r}, s.Name)
		if err != nil || len(p.runs) == 0 {
			continue
		}
		stats, err := quantile.Of(p.runs[0], ps)
		if err != nil {
			return nil, err
		}
		prefix := stagePrefix(s.Name)
		add := func(what string, ps float64, ok bool) {
			unit := prefix + what + "-ns/op"
			replaced[unit] = true
			if ok && ps > 0 {
				ours = append(ours, benchfmt.Value{Value: p.perOp(ps), Unit: unit})
			}
		}
		add("mean", stats.Mean, true)
		for i, q := range ps {
			add(q.String(), float64(stats.Values[i]), quantile.Supported(q, stats.N))
		}
	}
	var values []benchfmt.Value
	for _, m := range r.Metrics {
		if !replaced[m.Unit] {
			values = append(values, benchfmt.Value{Value: m.Value, Unit: m.Unit})
		}
	}
	if len(values)+len(ours) == 0 {
		return nil, nil
	}
	return append(append(values, ours...), r.judgement()...), nil
}

// judgement is what benchx would have added to a line about the warm-up, as far as that has not been.
func (r *Run) judgement() (values []benchfmt.Value) {
	if _, ok := r.value("warmup-iters"); !ok && r.Class != "" && len(r.Series) > 0 {
		left := r.Series[0].Warmup * int64(r.Series[0].Batch)
		values = append(values, benchfmt.Value{Value: float64(left), Unit: "warmup-iters"})
	}
	if _, ok := r.value(unsettledUnit); !ok && neverSettled(r) {
		values = append(values, benchfmt.Value{Value: 1, Unit: unsettledUnit})
	}
	return values
}

func stagePrefix(stage string) string {
	if stage == "" {
		return ""
	}
	return unitWord(stage) + "-"
}

// unitWord is s as a part of a unit, which cannot hold spaces, and in which *
// and / have a meaning.
func unitWord(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '/' || r == '*' || !unicode.IsPrint(r) {
			return '_'
		}
		return r
	}, s)
}

// pooledValues are the mean and the percentiles of the pool.
func (s *Summary) pooledValues() (values []benchfmt.Value) {
	for _, d := range s.distributions() {
		prefix := "pooled-" + stagePrefix(d.Stage)
		if d.Mean > 0 {
			values = append(values, benchfmt.Value{Value: d.Mean, Unit: prefix + "mean-ns/op"})
		}
		for _, p := range d.Percentiles {
			if p.Supported && p.Value > 0 {
				values = append(values, benchfmt.Value{Value: p.Value, Unit: prefix + percentName(p.P) + "-ns/op"})
			}
		}
	}
	return values
}

// benchmarkName is a name that the format allows, without "Benchmark": it
// begins with no lower-case letter and holds no space.
func benchmarkName(name string) benchfmt.Name {
	name, isBenchmark := strings.CutPrefix(name, "Benchmark")
	name = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return '_'
		}
		return r
	}, name)
	if !isBenchmark {
		if first, size := utf8.DecodeRuneInString(name); unicode.IsLower(first) {
			name = string(unicode.ToUpper(first)) + name[size:]
		}
	}
	return benchfmt.Name(name)
}
