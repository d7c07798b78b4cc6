package series

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

// FuzzRoundTrip takes bytes for values in one of several shapes, since values of 8 arbitrary bytes are all alike.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte{}, uint8(0), int64(0), int64(1), uint16(1))
	f.Add([]byte("\x00\x01\x02\x02\x02\x01"), uint8(0), int64(260), int64(26), uint16(3000))
	f.Add([]byte("abcdefghijklmnop"), uint8(1), int64(-5), int64(1<<40), uint16(1))
	f.Add(bytes.Repeat([]byte("\xff\xff\xff\xff\xff\xff\xff\x7f\x00\x00\x00\x00\x00\x00\x00\x80"), 9), uint8(3), int64(0), int64(1), uint16(100))
	f.Fuzz(func(t *testing.T, data []byte, width uint8, offset, step int64, repeat uint16) {
		bytes := 1 << (width % 4)
		var xs []int64
		for ; len(data) >= bytes; data = data[bytes:] {
			var b [8]byte
			copy(b[:], data[:bytes])
			xs = append(xs, offset+step*int64(binary.LittleEndian.Uint64(b[:])))
		}
		if n := len(xs); n > 0 {
			for i := 0; i < int(repeat) && len(xs) < 100_000; i++ {
				xs = append(xs, xs[i%n]+int64(i%3))
			}
		}
		checkRoundTrip(t, new(Encoder), xs)
	})
}

// FuzzDecode holds Decode against the specification on arbitrary bytes.
func FuzzDecode(f *testing.F) {
	for _, w := range workloads {
		c, _ := new(Encoder).Append(nil, w.series(20))
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, chunk []byte) { checkAgree(t, chunk) })
}

// FuzzParser feeds arbitrary files: no panic, and all samples that are announced are there, or an error is. Whole files are
// minimized slowly: run it with -fuzzminimizetime=1x.
func FuzzParser(f *testing.F) {
	files, err := filepath.Glob("testdata/*.bench")
	if err != nil || len(files) == 0 {
		f.Fatal("no golden files: ", err)
	}
	for _, name := range files {
		file, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		runs, _ := readAll(file)
		for _, r := range runs {
			for i, s := range r.Series {
				n := int64(0)
				err := r.Blocks(i, nil, func(block []int64) bool { n += int64(len(block)); return true })
				if err == nil && n != s.Samples {
					t.Fatalf("%d of %d samples", n, s.Samples)
				}
			}
		}
	})
}

// FuzzParserSigned does so behind right checksums.
func FuzzParserSigned(f *testing.F) {
	chunk, _ := new(Encoder).Append(nil, []int64{1, 2, 3})
	f.Add(`{"name":"BenchmarkX","tick_ns":1,"series":[{"samples":3}]}`, "0 0 3 "+string(appendZ85(nil, chunk)), "1")
	f.Fuzz(func(t *testing.T, run, data, end string) {
		readAll([]byte("# plateau 1\n" + signed("process", run) + signed("run", run) + signed("data", data) + signed("end", end)))
	})
}
