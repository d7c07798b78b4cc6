package reportx

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// A Limit is what a gate allows: a change for the worse, or a budget.
type Limit struct {
	// Pattern is a regular expression that some part of a benchmark's printed name
	// matches; "" is every benchmark.
	Pattern string
	// Statistic is a percentile (p99, or ttft-p99 of a stage), or a unit of result
	// lines (B/op, MB/s).
	Statistic string
	// Ratio, above or equal to 1, is how much worse it may become; 0 for a budget. Falls
	// is set where it was written as a fall, -10%, which is worse only of what has
	// more as better.
	Ratio float64
	Falls bool
	// Budget is the most that the new side may have: ns for a time, else in the
	// statistic's unit. It counts when Ratio is 0.
	Budget float64

	text  string // as written
	kept  bool   // in a file
	file  string // that file
	match *regexp.Regexp
	stage string
	p     float64 // percent; 0 for a unit
}

// DefaultLimit is that of a gate that is given none: p99=+10%.
func DefaultLimit() Limit {
	l, err := ParseLimit("p99=+10%")
	if err != nil {
		panic(err)
	}
	return l
}

// maxRise bounds a limit in percent.
const maxRise = 1e6

// ParseLimit reads [PATTERN:]STATISTIC=VALUE:
//
//	p99=+10%                      p99 of any benchmark, at most 10% worse
//	BenchmarkHTTP.*:p99.9=+20%    p99.9 of those whose name matches
//	p99=5ms                       a budget: p99 at most 5 ms, whatever it was
//	ttft-p95=+10%                 p95 of the stage ttft
//	B/op=+0%   allocs/op=100      units of result lines
//	MB/s=-5%                      at most 5% less of what is better the more there is
//
// The value stands behind the last =, the statistic behind the last colon before it.
func ParseLimit(s string) (Limit, error) {
	l := Limit{text: s}
	i := strings.LastIndexByte(s, '=')
	if i < 0 {
		return l, fmt.Errorf("limit %q has no =: write one as in p99=+10%% or BenchmarkGet:p99=5ms", s)
	}
	what, value := strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+1:])
	if i := strings.LastIndexByte(what, ':'); i >= 0 {
		l.Pattern, what = what[:i], what[i+1:]
	}
	if err := l.setStatistic(what); err != nil {
		return l, fmt.Errorf("limit %q: %w", s, err)
	}
	var err error
	if l.match, err = regexp.Compile(l.Pattern); err != nil {
		return l, fmt.Errorf("limit %q: %w", s, err)
	}
	if percent, ok := strings.CutSuffix(value, "%"); ok {
		err = l.setRatio(percent)
	} else {
		err = l.setBudget(value)
	}
	if err != nil {
		return l, fmt.Errorf("limit %q: %w", s, err)
	}
	return l, nil
}

func (l *Limit) setStatistic(what string) error {
	l.Statistic = what
	if what == "" {
		return errors.New("no percentile or unit before =")
	}
	if strings.ContainsAny(what, " \t\r\n") {
		return fmt.Errorf("%q is neither a percentile nor a unit", what)
	}
	name := strings.TrimSuffix(what, "-ns/op")
	if capital := strings.TrimPrefix(name, "P"); capital != name {
		name = "p" + capital // P99 means nothing else
	}
	stage, p, ok := percentileUnit(name + "-ns/op")
	if !ok {
		if name := strings.TrimLeft(what, "pP"); len(name) < len(what) && name != "" && strings.Trim(name, "0123456789.") == "" {
			return fmt.Errorf("%s is no percentile between 0 and 100", what)
		}
		return nil
	}
	q, err := quantile.Percent(p)
	if err != nil {
		return err
	}
	l.stage, l.p = stage, q.Percent()
	l.Statistic = stagePrefix(stage) + q.String()
	return nil
}

func (l *Limit) setRatio(percent string) error {
	x, err := strconv.ParseFloat(percent, 64)
	if err != nil || !(math.Abs(x) <= maxRise) {
		return fmt.Errorf("%q is no percentage, as +10%% is one", percent+"%")
	}
	if l.Falls = strings.HasPrefix(percent, "-"); !l.Falls {
		l.Ratio = 1 + x/100
		return nil
	}
	if x <= -100 {
		return errors.New("nothing falls by 100% or more: write a limit between -100% and 0%")
	}
	l.Ratio = 1 / (1 + x/100)
	return nil
}

func (l *Limit) setBudget(value string) error {
	if l.p > 0 || strings.HasSuffix(l.Statistic, "ns/op") {
		ns, err := parseDuration(value)
		if err != nil {
			return err
		}
		l.Budget = ns
		return nil
	}
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || !finite(x) || x < 0 {
		return fmt.Errorf("%q is neither a percentage, as +10%%, nor a number of %s", value, l.Statistic)
	}
	l.Budget = x
	return nil
}

func parseDuration(value string) (ns float64, err error) {
	d, err := time.ParseDuration(value)
	if err != nil {
		return 0, fmt.Errorf("%q is neither a percentage, as +10%%, nor a time, as 5ms", value)
	}
	if d <= 0 {
		return 0, fmt.Errorf("a budget of %s: nothing takes no time", value)
	}
	return float64(d), nil
}

// Absolute reports whether the limit is a budget, which needs no old side.
func (l *Limit) Absolute() bool { return l.Ratio == 0 }

// Percentile is the percentile that the limit is about, in percent, above 0 and below 100; 0 for one about a unit of result
// lines.
func (l *Limit) Percentile() float64 { return l.p }

// String is the limit as it was written.
func (l Limit) String() string { return l.text }

// bound is the limit without what it applies to: +10% or 5ms.
func (l *Limit) bound() string { return l.text[strings.LastIndexByte(l.text, '=')+1:] }

// applies reports whether the limit is about a change.
func (l *Limit) applies(name string, c *Change) bool {
	if c.P != 0 {
		return l.p == c.P && l.stage == c.Stage && l.match.MatchString(name)
	}
	return l.p == 0 && l.Statistic == c.Unit && l.match.MatchString(name)
}
