package foreign

import (
	"bytes"
	"errors"
)

// Detect tells which tool wrote the file that begins with head, a few KiB of
// it at least; None when no tool is known to.
//
// The first member that only one of them writes decides, wherever it stands: tools
// and filters write members in different orders.
func Detect(head []byte) Format {
	var d detector
	s := newScanner(bytes.NewReader(head))
	d.s = s
	d.value("")
	return d.format
}

// errDecided ends the search.
var errDecided = errors.New("decided")

type detector struct {
	s      *scanner
	format Format
}

// marks are members that decide, by their path: [] stands for the items of an array.
var marks = map[string]Format{
	"[].benchmark":             JMH,
	"[].primaryMetric":         JMH,
	".benchmarks[].runs":       Pyperf,
	".benchmarks[].run_name":   GoogleBenchmark,
	".benchmarks[].run_type":   GoogleBenchmark,
	".benchmarks[].real_time":  GoogleBenchmark,
	".benchmarks[].cpu_time":   GoogleBenchmark,
	".benchmarks[].iterations": GoogleBenchmark,
	".context.library_version": GoogleBenchmark,
	".results[].command":       Hyperfine,
	".results[].times":         Hyperfine,
	".results[].measurements":  Hyperfine,
	".sampling_mode":           Criterion,
	".iters":                   Criterion,
}

// others are members that show that none of the tools wrote the file.
var others = map[string]bool{".ns": true, ".Action": true, ".ImportPath": true}

// value looks for marks in a value. Any error, the end of head included, ends
// the search.
func (d *detector) value(path string) error {
	const depth = len(".benchmarks[]")
	b, err := d.s.peek()
	switch {
	case err != nil:
		return err
	case b == '[' && len(path) <= depth:
		return d.s.array(func(int) error { return d.value(path + "[]") })
	case b == '{' && len(path) <= depth:
		return d.s.object(func(key string) error {
			at := path + "." + key
			if d.format = marks[at]; d.format != None || others[at] {
				return errDecided
			}
			return d.value(at)
		})
	}
	return d.s.skip()
}
