package e2e

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	//lint:ignore SA1019 many still compare with this package, so our lines must work there too.
	oldstat "golang.org/x/perf/benchstat"
)

// benchstatVersion is the benchstat whose reading of our lines is tested.
const benchstatVersion = "v0.0.0-20260908200009-22c9c6c9d4da"

// installBenchstat builds it once. It is no requirement of this module: it
// needs a newer Go than the module does.
var installBenchstat = sync.OnceValues(func() (path string, err error) {
	cmd := exec.Command("go", "install", "golang.org/x/perf/cmd/benchstat@"+benchstatVersion)
	cmd.Dir = os.TempDir()
	cmd.Env = append(os.Environ(), "GOBIN="+binDir, "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return filepath.Join(binDir, "benchstat"), nil
})

// benchstat returns the text that benchstat prints on files. It exits 0 on
// every error that it handles, so anything on standard error fails the test,
// but for its advice to take more samples.
func benchstat(t *testing.T, args ...string) string {
	t.Helper()
	path, err := installBenchstat()
	if err != nil {
		t.Skip("benchstat cannot be installed here:", err)
	}
	cmd := exec.Command(path, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("benchstat %q: %v\n%s%s", args, err, out, stderr.Bytes())
	}
	return string(out)
}

// constructed returns result lines as benchx prints them, six runs with 1%
// noise, the p99 at so many ns.
func constructed(seed uint64, p99 float64) string {
	rng := rand.New(rand.NewPCG(seed, 1))
	noisy := func(v float64) float64 { return v * (1 + 0.01*(2*rng.Float64()-1)) }
	var text strings.Builder
	text.WriteString("goos: linux\ngoarch: amd64\npkg: example.com/user\ncpu: A CPU\n")
	for i := range 6 {
		fmt.Fprintf(&text, "BenchmarkLookup/size=10-2 \t    5000\t     %.0f ns/op\t     %.1f mean-ns/op\t     %.1f p50-ns/op\t     %.1f p95-ns/op\t     %.1f p99-ns/op\t     %.1f p99.9-ns/op\t      %d warmup-iters\n",
			noisy(20e3), noisy(19e3), noisy(15e3), noisy(40e3), noisy(p99), noisy(4*p99), 100+i)
	}
	text.WriteString("PASS\nok  \texample.com/user\t1.234s\n")
	return text.String()
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// tableOf returns the lines of the one table in unit; there must be one.
func tableOf(t *testing.T, text, unit string) string {
	t.Helper()
	heading := regexp.MustCompile(`│ +` + regexp.QuoteMeta(unit) + ` +[│v]`)
	var found []string
	for _, table := range strings.Split(text, "\n\n") {
		if heading.MatchString(table) {
			found = append(found, table)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d tables in %s, want 1:\n%s", len(found), unit, text)
	}
	return found[0]
}

var change = regexp.MustCompile(`([+-]\d+\.\d+)% \(p=(\d\.\d+) n=(\d+)\)`)

// shiftIn returns the change in percent that the table states for name.
func shiftIn(t *testing.T, table, name string) (percent float64, found bool) {
	t.Helper()
	return shiftOf(t, change, table, name)
}

// shiftOf is shiftIn for changes that are written in a form of their own, the percent first.
func shiftOf(t *testing.T, form *regexp.Regexp, table, name string) (percent float64, found bool) {
	t.Helper()
	for _, s := range strings.Split(table, "\n") {
		if !strings.HasPrefix(s, name) {
			continue
		}
		m := form.FindStringSubmatch(s)
		if m == nil {
			return 0, false
		}
		v, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		return v, true
	}
	t.Fatalf("no row of %s:\n%s", name, table)
	return 0, false
}

// oneConfiguration fails when a configuration line split the tables: each of
// these keys is then printed once more.
func oneConfiguration(t *testing.T, text string) {
	t.Helper()
	seen := map[string]int{}
	for _, s := range strings.Split(text, "\n") {
		if key, _, ok := strings.Cut(s, ": "); ok && !strings.Contains(s, "│") && !strings.HasPrefix(s, " ") {
			seen[key]++
		}
	}
	for key, n := range seen {
		if n > 1 {
			t.Errorf("configuration %q printed %d times: it split the tables\n%s", key, n, text)
		}
	}
}

// The units that benchx prints, as benchstat shows them.
var tidied = []string{"sec/op", "mean-sec/op", "p50-sec/op", "p95-sec/op", "p99-sec/op", "p99.9-sec/op", "warmup-iters"}

func TestBenchstatConstructed(t *testing.T) {
	text := benchstat(t,
		"old="+writeFile(t, "old.txt", constructed(1, 100e3)),
		"new="+writeFile(t, "new.txt", constructed(2, 120e3)))
	oneConfiguration(t, text)
	for _, unit := range tidied {
		tableOf(t, text, unit)
	}
	p99 := tableOf(t, text, "p99-sec/op")
	if shift, ok := shiftIn(t, p99, "Lookup/size=10-2"); !ok || shift < 17 || shift > 23 {
		t.Errorf("a p99 of 120 us against 100 us shows as %v%% (found %v):\n%s", shift, ok, p99)
	}
	if !regexp.MustCompile(`\d\.\d+µ`).MatchString(p99) {
		t.Errorf("100,000 ns are not scaled to microseconds:\n%s", p99)
	}
	if shift, ok := shiftIn(t, tableOf(t, text, "p50-sec/op"), "Lookup/size=10-2"); ok {
		t.Errorf("p50 changed by %v%% where nothing did", shift)
	}
}

func TestOldBenchstatConstructed(t *testing.T) {
	oldFinds(t, constructed(1, 100e3), constructed(2, 120e3), "Lookup/size=10-2", 17, 23)
}

// oldFinds compares with the deprecated package, and fails unless it finds a
// change of p99 between low and high percent.
func oldFinds(t *testing.T, before, after, name string, low, high float64) {
	t.Helper()
	var c oldstat.Collection
	c.AddConfig("old", []byte(before))
	c.AddConfig("new", []byte(after))
	var metrics []string
	for _, table := range c.Tables() {
		metrics = append(metrics, table.Metric)
		if table.Metric != "p99-time/op" {
			continue
		}
		for _, row := range table.Rows {
			if row.Benchmark != name {
				continue
			}
			if row.PctDelta < low || row.PctDelta > high || row.Change != -1 {
				t.Errorf("%s: p99 changed by %v%% (change %d), want %v to %v", name, row.PctDelta, row.Change, low, high)
			}
			return
		}
	}
	t.Errorf("no row of %s in a table of p99-time/op; tables of %q", name, metrics)
}
