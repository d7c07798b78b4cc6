package osstat

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// A textFile is a file of a pseudo file system that is read over and over, with its text made anew each time.
// A nil *textFile can be closed.
type textFile struct {
	path string
	file *os.File
	err  error // why it cannot be read, or is of no use; it stays like that
	text []byte
}

// textSize is what is read of a file. What matters stands at the beginning of all that are read.
const textSize = 8 << 10

// fileAt opens a file. An error is kept for those who want to read it.
func fileAt(path string) *textFile {
	file, err := os.Open(path)
	f := &textFile{path: path, file: file, text: make([]byte, 0, textSize)}
	if err != nil {
		f.err = errors.New(err.Error()) // made into text once, not with each reading
	}
	return f
}

func (f *textFile) close() {
	if f != nil && f.file != nil {
		_ = f.file.Close()
	}
}

// load reads the text.
func (f *textFile) load() error {
	if f.err != nil {
		return f.err
	}
	n, err := f.file.ReadAt(f.text[:cap(f.text)], 0)
	f.text = f.text[:max(n, 0)]
	if err != nil && err != io.EOF && n <= 0 {
		return err
	}
	return nil
}

// number is the number that follows a word at the beginning of a line, or of the text.
func (f *textFile) number(word string) (float64, error) {
	if err := f.load(); err != nil {
		return 0, err
	}
	rest := f.text
	for len(rest) > 0 {
		line, after, _ := bytes.Cut(rest, newline)
		if len(line) > len(word) && string(line[:len(word)]) == word && !isWord(line[len(word)]) {
			return f.parse(line[len(word):])
		}
		rest = after
	}
	return 0, f.lacks(word)
}

// field is the i-th number of the text, from 0.
func (f *textFile) field(i int) (float64, error) {
	if err := f.load(); err != nil {
		return 0, err
	}
	rest := f.text
	for ; i > 0; i-- {
		rest = bytes.TrimLeft(rest, blanks)
		end := bytes.IndexAny(rest, blanks)
		if end < 0 {
			return 0, f.lacks("number there")
		}
		rest = rest[end:]
	}
	return f.parse(rest)
}

const blanks = " \t\n"

var newline = []byte{'\n'}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// parse reads the decimal number at the beginning of text, after blanks and a colon.
func (f *textFile) parse(text []byte) (float64, error) {
	n, ok := decimal(bytes.TrimLeft(text, " \t:"))
	if !ok {
		f.err = errors.New(f.path + ": no number where one should be")
		return 0, f.err
	}
	return n, nil
}

func (f *textFile) lacks(what string) error {
	f.err = errors.New(f.path + " has no " + what)
	return f.err
}

// decimal reads digits with at most one point among them.
func decimal(text []byte) (n float64, ok bool) {
	unit := 0.0 // of the last digit, after the point
	for _, c := range text {
		switch {
		case c == '.' && unit == 0:
			unit = 1
		case c < '0' || c > '9':
			return n, ok
		case unit == 0:
			n, ok = n*10+float64(c-'0'), true
		default:
			unit /= 10
			n, ok = n+unit*float64(c-'0'), true
		}
	}
	return n, ok
}
