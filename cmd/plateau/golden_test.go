package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	update   = flag.Bool("update", false, "write the golden files anew")
	fixtures = flag.Bool("fixtures", false, "write the sample files of testdata/in anew, which code of a newer encoder changes")
)

func TestGolden(t *testing.T) {
	if *fixtures {
		writeFixtures(t)
	}
	for _, c := range []struct {
		name   string
		args   string // testdata/in/ is the directory of its files
		stdin  string // file
		status int
	}{
		{"help", "help", "", exitFine},
		{"report_help", "report -h", "", exitFine},
		{"steady_help", "steady -h", "", exitFine},
		{"export_help", "export -help", "", exitFine},
		{"no_command", "", "", exitCannot},
		{"unknown_command", "measure", "", exitCannot},
		{"unknown_flag", "report -color in/shop.bench", "", exitCannot},
		{"unknown_format", "report -format pdf in/shop.bench", "", exitCannot},
		{"bad_percentile", "report -percentiles 50,100 in/shop.bench", "", exitCannot},
		{"report_nothing", "report", "", exitCannot},

		{"report_text", "report in/shop.bench", "", exitFine},
		{"report_markdown", "report -format markdown in/shop.bench", "", exitFine},
		{"report_json", "report -format json in/shop.bench", "", exitFine},
		{"report_bench", "report -format bench in/shop.bench", "", exitFine},
		{"report_percentiles", "report -percentiles p90,99.99 in/shop.bench", "", exitFine},
		{"report_lines", "report in/serve.txt", "", exitFine},
		{"report_lines_json", "report -format json in/serve.txt", "", exitFine},
		{"report_lines_markdown", "report -format markdown in/serve.txt", "", exitFine},
		{"report_test_json", "report in/test.json", "", exitFine},
		{"report_series", "report -warmup off in/series.jsonl", "", exitFine},
		{"report_numbers", "report in/curve.txt in/page.txt", "", exitFine},
		{"report_warmup_off", "report -warmup off in/curve.txt", "", exitFine},
		{"report_stdin", "report -", "in/serve.txt", exitFine},
		{"report_mixed", "report in/serve.txt in/shop.bench", "", exitFine},

		{"bad_missing", "report in/nosuch.bench in/serve.txt", "", exitCannot},
		{"bad_directory", "report in", "", exitCannot},
		{"bad_empty", "report -", "", exitCannot},
		{"bad_damaged", "report in/damaged.bench", "", exitCannot},
		{"bad_truncated", "report in/truncated.bench", "", exitCannot},
		{"bad_newer", "report in/newer.bench", "", exitCannot},
		{"bad_long_line", "report in/longline.bench", "", exitCannot},
		{"bad_crlf", "report in/crlf.bench", "", exitFine},
		{"bad_odd", "report in/odd.txt", "", exitCannot},
		{"bad_odd_json", "report -format json in/odd.txt", "", exitCannot},

		{"report_jmh", "report ../../../internal/foreign/testdata/jmh.json", "", exitFine},
		{"report_pyperf", "report -percentiles 50,95 ../../../internal/foreign/testdata/pyperf.json", "", exitCannot},
		{"report_other_tools", "report -percentiles 50 ../../../internal/foreign/testdata/hyperfine.json ../../../internal/foreign/testdata/google.json ../../../internal/foreign/testdata/criterion/parse/small/new/sample.json", "", exitFine},

		{"compare_help", "compare -h", "", exitFine},
		{"gate_help", "gate -h", "", exitFine},
		{"compare_text", "compare in/old.bench in/new.bench", "", exitFine},
		{"compare_markdown", "compare -format markdown in/old.bench in/new.bench", "", exitFine},
		{"compare_json", "compare -format json in/old.bench in/new.bench", "", exitFine},
		{"compare_bench", "compare -format bench -percentiles 99 in/serve.txt in/serve-new.txt", "", exitFine},
		{"compare_lines", "compare in/serve.txt in/serve-new.txt", "", exitFine},
		{"compare_lines_json", "compare -format json in/serve.txt in/serve-new.txt", "", exitFine},
		{"compare_three", "compare -percentiles 50,99 in/old.bench in/new.bench in/old.bench", "", exitFine},
		{"compare_unpaired", "compare -unpaired -percentiles 99 in/old.bench in/new.bench", "", exitFine},
		{"compare_joined", "compare -percentiles 99 in/short.txt,in/page.txt in/page.txt", "", exitFine},
		{"compare_same_runs", "compare -percentiles 50 in/shop.bench in/shop.bench", "", exitFine},
		{"compare_nothing", "compare in/serve.txt in/old.bench", "", exitCannot},
		{"compare_one_side", "compare in/serve.txt", "", exitCannot},
		{"compare_both", "compare -paired -unpaired in/serve.txt in/serve.txt", "", exitCannot},
		{"compare_missing", "compare in/serve.txt in/nosuch.bench", "", exitCannot},
		{"compare_cut", "compare -percentiles 50 in/truncated.bench in/shop.bench", "", exitCannot},
		{"compare_odd", "compare in/odd.txt in/serve.txt", "", exitCannot},
		{"gate_worse", "gate in/old.bench in/new.bench", "", exitFailed},
		{"gate_better", "gate in/new.bench in/old.bench", "", exitFine},
		{"gate_json", "gate -format json -max p50=+10% in/old.bench in/new.bench", "", exitFine},
		{"gate_markdown", "gate -format markdown in/old.bench in/new.bench", "", exitFailed},
		{"gate_limits", "gate -limits in/limits.txt in/old.bench in/new.bench", "", exitFailed},
		{"gate_budget", "gate -max p99=1ms in/new.bench", "", exitFine},
		{"gate_over_budget", "gate -max p99=50us in/new.bench", "", exitFailed},
		{"gate_refused", "gate in/shop.bench in/old.bench,in/shop.bench", "", exitCannot},
		{"gate_raw_refused", "gate in/page.txt in/page.txt", "", exitCannot},
		{"gate_unsure", "gate -paired -max req/s=-10% in/serve.txt in/serve-new.txt", "", exitFine},
		{"gate_strict", "gate -paired -strict -max req/s=-10% in/serve.txt in/serve-new.txt", "", exitUnsure},
		{"gate_advice", "gate -unpaired -max ns/op=+5% in/serve.txt in/serve-new.txt", "", exitFailed},
		{"gate_no_match", "gate -max Put:p99=+10% in/old.bench in/new.bench", "", exitCannot},
		{"gate_idle", "gate -max p99=+100% -max Put:p99=+10% in/old.bench in/new.bench", "", exitFine},
		{"gate_idle_strict", "gate -strict -max p99=+100% -max Put:p99=+10% in/old.bench in/new.bench", "", exitCannot},
		{"gate_bad_limit", "gate -max p99=fast in/old.bench in/new.bench", "", exitCannot},
		{"gate_bad_file", "gate -limits in/curve.txt in/old.bench in/new.bench", "", exitCannot},
		{"gate_no_file", "gate -limits in/nosuch.txt in/old.bench in/new.bench", "", exitCannot},
		{"gate_wrong_way", "gate -paired -max ns/op=-10% in/serve.txt in/serve-new.txt", "", exitCannot},
		{"gate_failed_side", "gate -paired -max ns/op=+10% in/serve.txt in/serve-failed.txt", "", exitCannot},
		{"compare_alone", "compare in/old-lines.txt in/new.bench", "", exitFine},
		{"gate_alone", "gate -paired in/old-lines.txt in/new.bench", "", exitFine},
		{"gate_failed_benchmark", "gate -paired -max req/s=-10% in/serve.txt in/serve-incomplete.txt", "", exitCannot},

		{"steady_lines", "steady in/serve.txt", "", exitFine},
		{"steady_nothing", "steady in/metrics.txt", "", exitCannot},

		{"export_csv", "export in/curve.txt", "", exitFine},
		{"export_hgrm", "export -format hgrm -bench Get in/shop.bench", "", exitFine},
		{"export_hlog", "export -format hlog in/page.txt", "", exitFine},
		{"export_jmh", "export -bench sample -warmup off ../../../internal/foreign/testdata/jmh.json", "", exitFine},
		{"export_procs", "export -format hgrm -bench ^BenchmarkHash/size=16$ in/shop.bench", "", exitFine},
		{"export_no_match", "export -bench Put in/shop.bench", "", exitCannot},
		{"late_flag", "report in/shop.bench -format=json", "", exitCannot},
		{"export_lines", "export in/serve.txt", "", exitCannot},
		{"export_bad_regexp", "export -bench ( in/serve.txt", "", exitCannot},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir("testdata")
			var stdin bytes.Buffer
			if c.stdin != "" {
				data, err := os.ReadFile(c.stdin)
				if err != nil {
					t.Fatal(err)
				}
				stdin.Write(data)
			}
			var stdout, stderr bytes.Buffer
			status := run(strings.Fields(c.args), &stdin, &stdout, &stderr)
			if status != c.status {
				t.Errorf("exit status %d, want %d", status, c.status)
			}
			golden(t, c.name+".stdout", stdout.Bytes())
			golden(t, c.name+".stderr", stderr.Bytes())
		})
	}
}

// golden compares output with a file, which is missing for no output.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if len(got) == 0 {
			os.Remove(file)
			return
		}
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", file, d)
	}
}

// writeFixtures writes the sample files, whole and damaged.
func writeFixtures(t *testing.T) {
	whole := shopFixture(t)
	damaged := bytes.Clone(whole)
	at := bytes.LastIndex(damaged, []byte("# plateau data ")) + 60
	damaged[at] ^= 1
	lines := bytes.SplitAfter(whole, []byte("\n"))
	long := append(bytes.Clone(bytes.Join(lines[:6], nil)), strings.Repeat("x", 70_000)+"\n"...)
	old, new := pairFixture(t, 10)
	for name, data := range map[string][]byte{
		"old.bench":       old,
		"new.bench":       new,
		"shop.bench":      whole,
		"damaged.bench":   damaged,
		"truncated.bench": whole[:len(whole)*2/3],
		"newer.bench":     bytes.Replace(whole, []byte("# plateau 1 "), []byte("# plateau 2 "), 1),
		"crlf.bench":      bytes.ReplaceAll(whole, []byte("\n"), []byte("\r\n")),
		"longline.bench":  append(long, bytes.Join(lines[6:], nil)...),
	} {
		if err := os.WriteFile(filepath.Join("testdata", "in", name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
