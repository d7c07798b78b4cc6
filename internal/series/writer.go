package series

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// BufferSize is the least size of the buffer a Writer works in, in bytes.
const BufferSize = 64 << 10

// Writer writes a sample file. Lines are gathered in one buffer of fixed size: the underlying writer
// gets pieces of nearly BufferSize bytes, and the remainder at Header and at End.
//
// The first error of the underlying writer is final: all later calls return it. A call that is
// refused for what it was given writes nothing, and the next run may be right again.
type Writer struct {
	w    io.Writer
	buf  []byte // fixed capacity; len is what awaits writing
	err  error
	run  Run
	open bool
	got  []int64 // samples written, by series
	seq  []int   // chunks written, by series
}

// NewWriter returns a Writer on w that works in buf[:cap(buf)], which it owns from now on (it may lie
// outside the Go heap); if that is smaller than BufferSize, it makes one of its own.
func NewWriter(w io.Writer, buf []byte) *Writer {
	if cap(buf) < BufferSize {
		buf = make([]byte, 0, BufferSize)
	}
	return &Writer{w: w, buf: buf[:0]}
}

// Err returns the first error of the underlying writer.
func (w *Writer) Err() error { return w.err }

// Header begins a file: version, configuration lines as go test prints them, and the process.
// NaN and infinite numbers are written as not known.
func (w *Writer) Header(p Process) error {
	if w.err != nil {
		return w.err
	}
	p.StepNS, p.ReadNS = finite(p.StepNS), finite(p.ReadNS)
	text, err := marshal(wordProcess, p)
	if err != nil {
		return fmt.Errorf("writing the process line: %w", err)
	}
	w.text(linePrefix + strconv.Itoa(Version) + " Go benchmark results, every sample in the comments\n")
	for _, c := range [...][2]string{{"goos", p.GOOS}, {"goarch", p.GOARCH}, {"pkg", p.Pkg}, {"cpu", p.CPU}} {
		if v := oneLine(c[1]); v != "" {
			w.text(c[0] + ": " + v + "\n")
		}
	}
	if err := w.framed(wordProcess, text); err != nil {
		return err
	}
	return w.flush()
}

// Run writes a result line, unless it is empty, and begins the run that belongs to it. The samples
// follow through Chunk; End completes the run. NaN and infinite numbers are written as not known.
func (w *Writer) Run(resultLine string, r Run) error {
	if w.err != nil {
		return w.err
	}
	w.open = false
	resultLine = strings.TrimRight(resultLine, "\r\n")
	if strings.ContainsAny(resultLine, "\r\n") || len(resultLine) >= maxLine {
		return fmt.Errorf("writing run %q: the result is not one line of less than %d bytes", r.Name, maxLine)
	}
	if err := r.check(); err != nil {
		return fmt.Errorf("writing run %q: %w", r.Name, err)
	}
	r.TickNS, r.OverheadNS, r.Confidence = finite(r.TickNS), finite(r.OverheadNS), finite(r.Confidence)
	text, err := marshal(wordRun, r)
	if err != nil {
		return fmt.Errorf("writing run %q: %w", r.Name, err)
	}
	if resultLine != "" {
		w.text(resultLine + "\n")
	}
	if err := w.framed(wordRun, text); err != nil {
		return err
	}
	w.run, w.open = r, true
	w.got = append(w.got[:0], make([]int64, len(r.Series))...)
	w.seq = append(w.seq[:0], make([]int, len(r.Series))...)
	return w.err
}

// Chunk writes n samples of a series of the open run, as Encoder.Append made them. Chunks of one
// series come in capture order; those of different series may alternate.
func (w *Writer) Chunk(series int, chunk []byte, n int) error {
	switch {
	case w.err != nil:
		return w.err
	case !w.open:
		return errors.New("writing samples: no run is open")
	case series < 0 || series >= len(w.got):
		return fmt.Errorf("writing samples: series %d of %d", series, len(w.got))
	case len(chunk) > MaxChunk || len(chunk)%z85Bytes != 0:
		return fmt.Errorf("writing samples: a chunk of %d bytes, multiples of %d up to %d are possible", len(chunk), z85Bytes, MaxChunk)
	}
	if m, err := Count(chunk); err != nil || m != n {
		return fmt.Errorf("writing samples: a chunk said to hold %d values holds %d (%v)", n, m, err)
	}
	start := w.begin(wordData)
	w.buf = strconv.AppendInt(w.buf, int64(series), 10)
	w.buf = append(w.buf, ' ')
	w.buf = strconv.AppendInt(w.buf, int64(w.seq[series]), 10)
	w.buf = append(w.buf, ' ')
	w.buf = strconv.AppendInt(w.buf, int64(n), 10)
	w.buf = append(w.buf, ' ')
	w.buf = appendZ85(w.buf, chunk)
	w.finish(wordData, start)
	w.seq[series]++
	w.got[series] += int64(n)
	return w.err
}

// End completes the run: it is whole for a reader from now on. It fails, and leaves the run
// incomplete, if the samples are not as many as the run said.
func (w *Writer) End() error {
	switch {
	case w.err != nil:
		return w.err
	case !w.open:
		return errors.New("ending a run: no run is open")
	}
	w.open = false
	chunks := 0
	for i, s := range w.run.Series {
		if w.got[i] != s.Samples {
			return fmt.Errorf("ending run %q: %d samples of series %d written, %d announced", w.run.Name, w.got[i], i, s.Samples)
		}
		chunks += w.seq[i]
	}
	if err := w.framed(wordEnd, strconv.AppendInt(nil, int64(chunks), 10)); err != nil {
		return err
	}
	return w.flush()
}

// sumSpace is the room between word and rest: " SUM ".
const sumSpace = 10

// begin makes room for a line of up to maxLine bytes and starts it; the checksum is filled in by finish.
func (w *Writer) begin(word string) (start int) {
	w.reserve(maxLine)
	w.buf = append(w.buf, linePrefix...)
	w.buf = append(w.buf, word...)
	w.buf = append(w.buf, " 00000000 "...)
	return len(w.buf)
}

// finish ends the line whose rest begins at start.
func (w *Writer) finish(word string, start int) {
	putSum(w.buf[start-sumSpace+1:], lineSum(word, w.buf[start:]))
	w.buf = append(w.buf, '\n')
}

// framed writes a line that holds text.
func (w *Writer) framed(word string, text []byte) error {
	start := w.begin(word)
	w.buf = append(w.buf, text...)
	w.finish(word, start)
	return w.err
}

// marshal returns what follows word in a line, provided that it can be a line.
func marshal(word string, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if n := len(linePrefix) + len(word) + sumSpace + len(text) + 1; n >= maxLine {
		return nil, fmt.Errorf("the line would have %d bytes, less than %d are possible", n, maxLine)
	}
	return text, nil
}

// text gathers s, which is shorter than BufferSize.
func (w *Writer) text(s string) {
	w.reserve(len(s))
	w.buf = append(w.buf, s...)
}

// reserve writes the buffer out unless n more bytes fit.
func (w *Writer) reserve(n int) {
	if cap(w.buf)-len(w.buf) < n {
		w.flush()
	}
}

func (w *Writer) flush() error {
	if w.err == nil && len(w.buf) > 0 {
		if _, err := w.w.Write(w.buf); err != nil {
			w.err = fmt.Errorf("writing samples: %w", err)
		}
	}
	w.buf = w.buf[:0]
	return w.err
}

// oneLine makes s fit for a configuration line.
func oneLine(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	s = strings.TrimSpace(s)
	if len(s) > 1000 {
		return ""
	}
	return s
}
