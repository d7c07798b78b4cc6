package series

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// digest identifies the content of a run.
func digest(t testing.TB, r *RunData) string {
	s := fmt.Sprintf("%+v", r.Run)
	for i := range r.Series {
		s += fmt.Sprint(values(t, r, i))
	}
	return s
}

// Whatever single byte is changed, lost or added: each run that is still returned is as it was written, and a
// lost run comes with an error, unless the change was in text that does not matter.
func TestParserOneByte(t *testing.T) {
	file := exampleFile(t)
	known := map[string]bool{}
	runs, _ := readAll(file)
	for _, r := range runs {
		known[digest(t, r)] = true
	}
	if len(known) != 3 {
		t.Fatalf("%d different runs", len(known))
	}
	check := func(what string, at int, file []byte) {
		runs, errs := readAll(file)
		for _, r := range runs {
			if !known[digest(t, r)] {
				t.Fatalf("%s byte %d: run %s is not what was written", what, at, r.Name)
			}
		}
		if len(runs) < 2 && at > 60 {
			t.Fatalf("%s byte %d: only %d runs are left: %v", what, at, len(runs), errs)
		}
		if len(runs) < 3 && len(errs) == 0 {
			t.Fatalf("%s byte %d: a run was lost without a word", what, at)
		}
		var pos *LineError
		for _, err := range errs {
			if !errors.As(err, &pos) {
				t.Fatalf("%s byte %d: no position: %v", what, at, err)
			}
		}
	}
	column := 0
	for i := range file {
		if column++; file[i] == '\n' {
			column = 0
		}
		if column > 150 && column%9 != 0 {
			continue // more of the same
		}
		for _, flip := range []byte{1, file[i] ^ '\n'} {
			d := bytes.Clone(file)
			d[i] ^= flip
			check("changed", i, d)
		}
		check("lost", i, slices.Delete(bytes.Clone(file), i, i+1))
		check("added", i, slices.Insert(bytes.Clone(file), i, '0'))
	}
}

// A file that ends anywhere keeps all runs that had ended.
func TestParserCut(t *testing.T) {
	file := exampleFile(t)
	for n := range file {
		runs, errs := readAll(file[:n])
		want := 0
		for i, end := range [][]byte{[]byte("# plateau end "), []byte("# plateau end "), []byte("# plateau end ")} {
			at := 0
			for range i + 1 {
				k := bytes.Index(file[at:], end)
				at += k + 1
			}
			if n >= at+bytes.IndexByte(file[at:], '\n') {
				want++
			}
		}
		if len(runs) != want {
			t.Fatalf("%d bytes: %d runs, %d were complete", n, len(runs), want)
		}
		if len(errs) > 1 {
			t.Fatalf("%d bytes: %v", n, errs)
		}
	}
}

func TestParserVersions(t *testing.T) {
	for version, newer := range map[string]bool{"1": false, "2": true, "10": true, "99999999999999999999999": true, "0": false, "00": false} {
		var p Parser
		kind, err := p.Line([]byte("# plateau "+version+" text"), 3)
		var v *VersionError
		if kind != Header || errors.As(err, &v) != newer || newer && v.Version != version {
			t.Errorf("version %s: %v, %v", version, kind, err)
		}
		if newer && (!strings.Contains(err.Error(), "update plateau") || !strings.HasPrefix(err.Error(), "line 3: ")) {
			t.Errorf("version %s: %v", version, err)
		}
		if strings.Trim(version, "0") == "" && err == nil {
			t.Errorf("version %s: no error", version)
		}
	}
}

// signed returns a line of ours with its checksum.
func signed(word, rest string) string {
	return fmt.Sprintf("%s%s %08x %s\n", linePrefix, word, lineSum(word, []byte(rest)), rest)
}

// Lines whose checksums are right and whose content is not: a writer's fault, or malice.
func TestParserContent(t *testing.T) {
	chunk, _ := new(Encoder).Append(nil, []int64{1, 2, 3})
	text := string(appendZ85(nil, chunk))
	broken := slices.Clone(chunk)
	broken[len(broken)-1] ^= 0xff
	run := signed("run", `{"name":"BenchmarkX","tick_ns":1,"series":[{"samples":3}]}`)
	for _, c := range []struct {
		name, lines string
		want        string // in the one error
	}{
		{"whole", run + signed("data", "0 0 3 "+text) + signed("end", "1"), ""},
		{"unknown keys", signed("run", `{"name":"BenchmarkX","tick_ns":1,"series":[],"colour":[1,{"a":2}]}`) + signed("end", "0"), ""},
		{"process is no JSON", signed("process", "{") + run + signed("data", "0 0 3 "+text) + signed("end", "1"), "line 2: process line: "},
		{"run is no JSON", signed("run", "{"), "line 2: run line: "},
		{"samples without a unit", signed("run", `{"series":[{"samples":3}]}`), "positive number of ns"},
		{"more warm-up than samples", signed("run", `{"tick_ns":1,"series":[{"samples":3,"warmup":4}]}`), "warm-up"},
		{"a series that is not there", run + signed("data", "1 0 3 "+text), "series 1 of 1"},
		{"a negative series", run + signed("data", "-1 0 3 "+text), "series -1 of 1"},
		{"a series that is no number", run + signed("data", "x 0 3 "+text), `"x" is not a number`},
		{"no text", run + signed("data", "0 0 3"), "damaged"},
		{"a wrong count", run + signed("data", "0 0 4 "+text), "said to hold 4"},
		{"a huge count", run + signed("data", "0 0 9999999999999999999 "+text), "not a number"},
		{"text that is not Z85", run + signed("data", "0 0 3 "+text[1:]), "Z85"},
		{"too few samples", run + signed("end", "0"), "0 of 3 samples"},
		{"too many", run + signed("data", "0 0 3 "+text) + signed("data", "0 1 3 "+text) + signed("end", "2"), "6 of 3 samples"},
		{"a wrong number of chunks", run + signed("data", "0 0 3 "+text) + signed("end", "2"), "1 chunks of 2"},
		{"an end that is no number", run + signed("data", "0 0 3 "+text) + signed("end", ""), "not a number"},
		{"an end alone", signed("end", "0"), "no run line"},
		{"data alone, said once", signed("data", "0 0 3 "+text) + signed("data", "0 1 3 "+text) + signed("end", "2"), "no run line"},
		{"no checksum", run + "# plateau data\n", "checksum is missing"},
		{"a checksum in capitals is read", strings.Replace(signed("end", "0"), "end ", "end x", 1), "checksum is missing"},
		{"a checksum that is none", "# plateau end 0123456x 0\n", "hexadecimal"},
		{"damaged code", run + signed("data", "0 0 3 "+string(appendZ85(nil, broken))) + signed("end", "1"), "line 3: the samples are damaged"},
	} {
		runs, errs := readAll([]byte("# plateau 1\n" + c.lines))
		for _, r := range runs {
			for i := range r.Series {
				if err := r.Blocks(i, nil, func([]int64) bool { return true }); err != nil {
					errs = append(errs, err)
				}
			}
		}
		switch {
		case c.want == "" && len(errs) == 0 && len(runs) == 1:
		case c.want != "" && len(errs) == 1 && strings.Contains(errs[0].Error(), c.want):
		default:
			t.Errorf("%s: %d runs, %v", c.name, len(runs), errs)
		}
	}
}

func TestBlocks(t *testing.T) {
	xs := workloadNamed(t, "uniform-2^40").series(30_000)
	var out bytes.Buffer
	w := NewWriter(&out, nil)
	if err := w.Header(process); err != nil {
		t.Fatal(err)
	}
	r := Run{TickNS: 1, Series: []Series{{Samples: 30_000}}}
	if err := writeRun(w, "", r, xs); err != nil {
		t.Fatal(err)
	}
	runs, _ := readAll(out.Bytes())
	buf := make([]int64, 0, MaxValues)
	for range 2 { // it can be read again
		calls, got := 0, []int64(nil)
		err := runs[0].Blocks(0, buf, func(block []int64) bool {
			if &block[0] != &buf[:1][0] {
				t.Fatal("the buffer that was given is not used")
			}
			calls++
			got = append(got, block...)
			return true
		})
		if err != nil || calls < 3 || !slices.Equal(got, xs) {
			t.Fatalf("%d blocks, %v", calls, err)
		}
	}
	calls := 0
	if err := runs[0].Blocks(0, nil, func([]int64) bool { calls++; return calls < 2 }); err != nil || calls != 2 {
		t.Errorf("stopped after %d blocks, %v", calls, err)
	}
	for _, series := range []int{-1, 1} {
		if err := runs[0].Blocks(series, nil, nil); err == nil {
			t.Errorf("series %d: no error", series)
		}
	}
}

// The example of the package comment is the beginning of the lines of a golden file.
func TestDocExample(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("testdata/whole.bench")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(file), "\n")
	n := 0
	for line := range strings.Lines(string(doc)) {
		line, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "//\t")
		if !ok {
			if n > 0 {
				break
			}
			continue
		}
		line, cut := strings.CutSuffix(line, "...")
		if n >= len(lines) || !strings.HasPrefix(lines[n], line) || !cut && lines[n] != line {
			t.Fatalf("the example has %q", line)
		}
		n++
	}
	if n < 10 {
		t.Errorf("the example has %d lines", n)
	}
}
