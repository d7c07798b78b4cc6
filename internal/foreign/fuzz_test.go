package foreign

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// sound is what holds for every file.
func sound(t *testing.T, f *File, lines int) {
	t.Helper()
	for _, s := range f.Series {
		if len(s.Runs) == 0 || s.Line < 1 || s.Line > lines {
			t.Fatalf("%+v", s)
		}
		for _, r := range s.Runs {
			if len(r.Values) == 0 || r.Warmup < 0 || r.Warmup > len(r.Values) || r.Line < 1 || r.Line > lines {
				t.Fatalf("%+v", r)
			}
			for _, x := range r.Values {
				if err := noDuration(x); err != nil {
					t.Fatal(err)
				}
			}
			if r.Counts == nil {
				continue
			}
			end := 0
			for _, n := range r.Iterations {
				if n <= end {
					t.Fatalf("iterations %v", r.Iterations)
				}
				end = n
			}
			if len(r.Counts) != len(r.Values) || end != len(r.Values) {
				t.Fatalf("%+v", r)
			}
			for _, n := range r.Counts {
				if n < 1 {
					t.Fatalf("counts %v", r.Counts)
				}
			}
		}
	}
	for _, e := range f.Errors {
		if e.Line < 1 || e.Line > lines || e.Err == nil {
			t.Fatalf("%+v", e)
		}
	}
}

func fuzzFormat(f *testing.F, format Format, seeds ...string) {
	for _, file := range seeds {
		data, err := os.ReadFile("testdata/" + file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		file, err := Read(format, bytes.NewReader(in))
		if err != nil {
			t.Fatal(err)
		}
		sound(t, file, 1+bytes.Count(in, []byte("\n")))
		Detect(in)
	})
}

func FuzzJMH(f *testing.F)       { fuzzFormat(f, JMH, "jmh.json") }
func FuzzPyperf(f *testing.F)    { fuzzFormat(f, Pyperf, "pyperf.json", "pyperf-old.json") }
func FuzzHyperfine(f *testing.F) { fuzzFormat(f, Hyperfine, "hyperfine.json", "hyperfine2.json") }
func FuzzGoogle(f *testing.F)    { fuzzFormat(f, GoogleBenchmark, "google.json") }
func FuzzCriterion(f *testing.F) {
	fuzzFormat(f, Criterion, "criterion/parse/small/new/sample.json", "criterion/parse/small/new/benchmark.json")
}

// All that is JSON can be skipped, and strings are what encoding/json reads.
func FuzzScanner(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-2.5e3,"\u00e9\ud83d\ude00\ud800x",true,null,{}],"b":{}}`, `"\ud83d\u0041"`, "[1,\n2]", `"\/\b\f\n\r\t"`, "-0", "[[[]]]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		s := newScanner(bytes.NewReader(in))
		err := s.skip()
		if err == nil {
			err = s.end()
		}
		if !json.Valid(in) || bytes.Count(in, []byte("["))+bytes.Count(in, []byte("{")) > maxDepth {
			return
		}
		if err != nil {
			t.Fatalf("%q: %v", in, err)
		}
		var want string
		if json.Unmarshal(in, &want) != nil || bytes.ContainsRune(in, '\ufffd') || !bytes.HasPrefix(bytes.TrimSpace(in), []byte(`"`)) {
			return
		}
		if got, err := newScanner(bytes.NewReader(in)).string(); err != nil || got != want && bytes.Equal(bytes.ToValidUTF8(in, nil), in) {
			t.Fatalf("%q: %q, want %q (%v)", in, got, want, err)
		}
	})
}
