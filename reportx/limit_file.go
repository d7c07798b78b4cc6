package reportx

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plateau-bench/plateau/internal/quantity"
)

// ReadLimits reads limits from a file, one a line as ParseLimit has them; empty lines and
// those that begin with # are comments, and so is what follows a space and a #. Of a line that is no limit the error has the place.
func ReadLimits(name string, r io.Reader) (limits []Limit, err error) {
	lines := bufio.NewScanner(r)
	n := 1
	for ; lines.Scan(); n++ {
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if text == "" || text[0] == '#' {
			continue
		}
		l, err := parseLine(text)
		if err != nil {
			return nil, &Problem{name, n, err}
		}
		l.kept, l.file = true, name
		limits = append(limits, l)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &Problem{name, n, errors.New("a line of more than 64 KiB: no limit is that long")}
	} else if err != nil {
		return nil, &Problem{name, 0, err}
	}
	return limits, nil
}

// parseLine reads a line, with or without a comment behind the limit.
func parseLine(text string) (Limit, error) {
	l, err := ParseLimit(text)
	for _, mark := range []string{" #", "\t#"} {
		if before, _, ok := strings.Cut(text, mark); ok && err != nil {
			l, err = ParseLimit(strings.TrimSpace(before))
		}
	}
	return l, err
}

// limitsHead begins a file of limits.
const limitsHead = `# Limits of plateau gate, one a line: [PATTERN:]STATISTIC=VALUE, as in p99=+10%.
# Lines "^BenchmarkName(-\d+)?$:p99=5ms" are budgets, which plateau gate -update writes anew.
`

// headroom is how far above what was measured a budget lies.
const headroom = 1.1

// UpdateBudgets writes a file of limits with a budget for each benchmark: the upper end of the 95%
// interval of the percentile, or the percentile where it has none, and 10% on top. The
// percentiles are those of the budgets that the old file had, p99 without any. Lines of old that
// are no budget of a benchmark measured now are kept in their place.
func UpdateBudgets(w io.Writer, old string, rep *Report) error {
	if old == "" {
		old = limitsHead
	}
	limits, err := ReadLimits("", strings.NewReader(old))
	if err != nil {
		return err
	}
	budgets, order := budgetLines(rep, BudgetPercentiles(limits))
	if len(order) == 0 {
		return fmt.Errorf("no percentiles to make budgets of: no samples, or too few")
	}
	out := bufio.NewWriter(w)
	for _, line := range strings.Split(strings.TrimSuffix(old, "\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		key := strings.TrimSpace(line)
		if i := strings.LastIndexByte(key, '='); i > 0 && budgets[key[:i+1]] != "" {
			line = key[:i+1] + budgets[key[:i+1]]
			delete(budgets, key[:i+1])
		}
		out.WriteString(line + "\n")
	}
	for _, key := range order {
		if value := budgets[key]; value != "" {
			out.WriteString(key + value + "\n")
			delete(budgets, key)
		}
	}
	return out.Flush()
}

// BudgetPercentiles are those of the budgets among limits, in percent; p99 without any.
func BudgetPercentiles(limits []Limit) (percent []float64) {
	for _, l := range limits {
		if l.Absolute() && l.p > 0 && l.stage == "" && !slices.Contains(percent, l.p) {
			percent = append(percent, l.p)
		}
	}
	if percent == nil {
		percent = []float64{99}
	}
	return percent
}

// budgetLines are values by what stands before them, and the latter in the order of the report.
func budgetLines(rep *Report, ps []float64) (values map[string]string, order []string) {
	values = make(map[string]string)
	for _, s := range rep.Benchmarks {
		if s.Main == nil {
			continue
		}
		for _, p := range s.Main.Percentiles {
			if !p.Supported || !slices.Contains(ps, p.P) || p.Value <= 0 {
				continue
			}
			key := benchmarkPattern(s.Name) + ":" + percentName(p.P) + "="
			if values[key] == "" {
				order = append(order, key)
			}
			values[key] = budget(max(p.Value, p.Hi) * headroom)
		}
	}
	return values, order
}

// benchmarkPattern matches one benchmark, whatever GOMAXPROCS its name ends in.
func benchmarkPattern(name string) string {
	if i := strings.LastIndexByte(name, '-'); i > 0 && strings.HasPrefix(name, "Benchmark") && printedProcs(name) > 1 {
		name = name[:i]
	}
	return "^" + regexp.QuoteMeta(name) + `(-\d+)?$`
}

// budget is a time rounded up to three digits, as time.ParseDuration reads it.
func budget(ns float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(ns))-2)
	ns = math.Ceil(ns/unit-1e-9) * unit
	u := quantity.UnitOf(ns, 3)
	return strings.TrimSuffix(strconv.FormatFloat(math.Max(ns, 1)/u.NS, 'g', 6, 64), ".") + u.Name
}
