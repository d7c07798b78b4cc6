package reportx

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/plateau-bench/plateau/internal/foreign"
)

// ReadFiles reads files, each in whatever form it has (see Read), and joins
// what they hold: runs of one benchmark from several files become runs of one
// Benchmark. The file "-" is stdin, read once.
//
// It always returns results, which may be empty. What could not be read is in
// their Problems. Of sample files beyond the first 16 MiB the samples stay where they are and are read
// whenever they are looked at: such files must not vanish or change before that.
func ReadFiles(files []string, stdin io.Reader, o ReadOptions) *Results {
	rs := NewResults(o)
	for _, file := range files {
		rs.readFile(file, stdin)
	}
	return rs
}

func (rs *Results) readFile(file string, stdin io.Reader) {
	if file == "-" {
		if stdin == nil {
			stdin = bytes.NewReader(nil)
		}
		rs.Read(cmp.Or(rs.options.StdinName, file), stdin)
		return
	}
	f, err := os.Open(file)
	if err != nil {
		rs.problem(file, 0, openError(err))
		return
	}
	defer f.Close()
	var in io.Reader = f
	if info, err := f.Stat(); err == nil {
		if info.IsDir() {
			rs.problem(file, 0, errors.New("is a directory: name the files in it, such as "+file+"/*.bench"))
			return
		}
		in = rs.keep(f, file, info)
	}
	rs.read(file, in, func(name string) (io.ReadCloser, error) {
		return os.Open(filepath.Join(filepath.Dir(file), name))
	})
}

// openError is err without the path, which the position names already.
func openError(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("cannot be opened: %w", err)
}

// Read reads one input and adds what it holds to rs. The name stands for the
// input in positions, and names the series in a text of numbers.
//
// What the input is, its content tells:
//
//   - Go benchmark output, of go test -bench or of any tool that writes the
//     format; with the samples in its comments it is a sample file;
//   - the same as go test -json wraps it;
//   - JSON lines {"id": "...", "ns": [...]}, one run each;
//   - text with one number a line, in ns, and a blank line between runs;
//   - the JSON of JMH (-rf json), pyperf, hyperfine, google/benchmark, and
//     sample.json of Criterion.rs.
//
// Nothing that is whole is lost because something else is damaged.
func (rs *Results) Read(name string, r io.Reader) { rs.read(name, r, nil) }

// read is Read; beside opens another file of the same directory, nil where there is none.
func (rs *Results) read(name string, r io.Reader, beside func(name string) (io.ReadCloser, error)) {
	before := len(rs.Problems)
	br := bufio.NewReaderSize(r, 1<<16)
	head, err := br.Peek(1 << 16)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		rs.problem(name, 0, err)
		return
	}
	begins := beginning(head) // before head is overwritten
	form, tool, err := detect(head)
	if err != nil {
		rs.problem(name, 0, err)
		return
	}
	var found int
	switch form {
	case formForeign:
		found, err = rs.readForeign(name, tool, br, beside)
	case formTestJSON:
		found, err = rs.readTestJSON(name, br)
	case formSeries:
		found, err = rs.readSeries(name, br)
	case formNumbers:
		found, err = rs.readNumbers(name, br)
	default:
		lines := newLineScanner(br, maxLine)
		if f, ok := r.(largeFile); ok {
			lines.again = f
		}
		found, err = rs.readBench(name, "", lines)
	}
	if err != nil {
		rs.problem(name, 0, err)
	}
	slices.SortStableFunc(rs.Problems[before:], func(a, b *Problem) int { return cmp.Compare(a.order(), b.order()) })
	if found == 0 && len(rs.Problems) == before {
		rs.problem(name, 0, errors.New("no results: nothing in it is a benchmark result or a sample"+begins))
	}
}

// beginning is the first line that is not blank, as the end of a message; "" without one.
func beginning(head []byte) string {
	line := firstLine(bytes.TrimSpace(head))
	if len(line) == 0 {
		return ""
	}
	return fmt.Sprintf("; it begins with %.60q", bytes.TrimSpace(line))
}

// A form is a kind of input.
type form int

const (
	formBench    form = iota // Go benchmark output
	formTestJSON             // go test -json
	formSeries               // JSON lines of ns
	formNumbers              // one number a line
	formForeign              // JSON of another tool
)

// detect tells the form of an input from its beginning, and the tool if it is
// another's.
func detect(head []byte) (form, foreign.Format, error) {
	if err := readable(head); err != nil {
		return 0, foreign.None, err
	}
	head = bytes.TrimPrefix(head, utf8BOM)
	if start := bytes.TrimSpace(head); start[0] == '{' || start[0] == '[' {
		if tool := foreign.Detect(head); tool != foreign.None {
			return formForeign, tool, nil
		}
		if start[0] == '[' || !bytes.ContainsAny(firstLine(start), ":") {
			return 0, foreign.None, errJSON
		}
	}
	return detectLines(head), foreign.None, nil
}

func firstLine(text []byte) []byte {
	line, _, _ := bytes.Cut(text, newline)
	return line
}

// detectLines tells the forms of lines apart.
func detectLines(head []byte) form {
	for len(head) > 0 {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte("\n"))
		switch line = bytes.TrimSpace(line); {
		case len(line) == 0:
		case line[0] == '{':
			return detectJSON(line)
		case benchLine(line):
			return formBench
		case line[0] == '#':
		default:
			if _, err := strconv.ParseFloat(string(line), 64); err == nil {
				return formNumbers
			}
		}
	}
	return formBench
}

// benchLine reports whether a line shows that the input is benchmark output.
func benchLine(line []byte) bool {
	for _, prefix := range []string{"Benchmark", "goos: ", "goarch: ", "pkg: ", "# plateau "} {
		if bytes.HasPrefix(line, []byte(prefix)) {
			return true
		}
	}
	return false
}

// detectJSON tells the two kinds of JSON lines apart by the first, which may
// be cut off by the end of what detect sees.
func detectJSON(line []byte) form {
	if bytes.Contains(line, []byte(`"Action":`)) || bytes.Contains(line, []byte(`"ImportPath":`)) {
		return formTestJSON
	}
	return formSeries
}

var (
	errEmpty  = errors.New("empty")
	errBinary = errors.New("binary data, neither benchmark output nor numbers")
	errGzip   = errors.New("compressed: decompress it first, as in gzip -dc FILE | plateau report -")
	errJSON   = errors.New(`JSON of no known form: JMH, pyperf, hyperfine, google/benchmark and Criterion.rs write those that are read, and lines {"id": "...", "ns": [...]}`)
	errUTF16  = errors.New("UTF-16 text: write it as UTF-8 (in PowerShell: | Out-File -Encoding utf8 FILE)")
)

// readable says why an input that begins with head cannot be text.
func readable(head []byte) error {
	switch {
	case len(bytes.TrimSpace(head)) == 0:
		return errEmpty
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return errGzip
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return errUTF16
	}
	first, _, _ := bytes.Cut(head, []byte("\n"))
	first = first[:min(len(first), 512)]
	for len(first) > 0 && !utf8.FullRune(first[max(0, len(first)-utf8.UTFMax):]) {
		first = first[:len(first)-1]
	}
	if bytes.IndexByte(first, 0) >= 0 || !mostlyText(first) {
		return errBinary
	}
	return nil
}

// mostlyText allows for a few bytes that are no UTF-8, as a program under test
// may print anything.
func mostlyText(b []byte) bool {
	bad := 0
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size <= 1 || r < ' ' && r != '\t' && r != '\r' && r != '\x1b' {
			bad++
		}
		i += size
	}
	return bad*8 <= len(b)
}

// maxProblems is how many problems of one input are named one by one.
const maxProblems = 10

// A problemList limits what a thoroughly damaged input has to say.
type problemList struct {
	rs   *Results
	file string
	n    int
}

func (p *problemList) add(line int, err error) {
	if p.n++; p.n <= maxProblems {
		p.rs.problem(p.file, line, err)
	}
}

// close says how many problems were not named.
func (p *problemList) close() {
	if p.n > maxProblems {
		p.rs.problem(p.file, 0, fmt.Errorf("%d more lines that cannot be read", p.n-maxProblems))
	}
}
