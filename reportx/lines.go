package reportx

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine is the longest line of a text input in bytes, its end not counted.
// The readers of the Go benchmark format give up all output at 65,536
// bytes, so that no longer line can be a part of it.
const maxLine = 65535

// errLongLine is returned for a line of more than maxLine bytes.
var errLongLine = errors.New("line of more than 65,535 bytes skipped: Go benchmark output has none that long")

// A lineScanner cuts an input into lines of a bounded length. It removes CRLF
// as well as LF, and a byte order mark before the first line.
type lineScanner struct {
	r   *bufio.Reader
	max int // longest line; 0: no bound

	line   []byte // the current line, valid until the next call of next
	n      int    // its 1-based number
	places []int  // where lines were found in a file that wraps them; nil: at n
	whole  bool   // whether it ended with a newline
	start  int64  // where it begins in the input, in bytes
	end    int64  // where the next one begins

	again io.ReaderAt // the input, to read lines of it again; nil where it cannot be
}

func newLineScanner(r *bufio.Reader, max int) *lineScanner {
	return &lineScanner{r: r, max: max}
}

var utf8BOM = []byte("\xef\xbb\xbf")

// place is the 1-based line of the input at which the current line stands.
func (s *lineScanner) place() int { return s.placeOf(s.n) }

func (s *lineScanner) placeOf(n int) int {
	if n >= 1 && n <= len(s.places) {
		return s.places[n-1]
	}
	return n
}

// next advances to the next line. At the end it returns io.EOF; after
// errLongLine scanning can go on; any other error is the reader's and final.
func (s *lineScanner) next() error {
	s.line = s.line[:0]
	s.whole = false
	s.start = s.end
	long := false
	for {
		part, err := s.r.ReadSlice('\n')
		s.end += int64(len(part))
		if long = long || s.max > 0 && len(s.line)+len(part) > s.max+len("\r\n"); !long {
			s.line = append(s.line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err == io.EOF && (len(part) > 0 || len(s.line) > 0 || long) {
			err = nil // the last line has no newline
		} else if err == nil {
			s.whole = true
		}
		if err != nil {
			return err
		}
		break
	}
	s.n++
	if s.whole && !long {
		s.line = s.line[:len(s.line)-1]
	}
	s.line = bytes.TrimSuffix(s.line, []byte("\r"))
	if long || s.max > 0 && len(s.line) > s.max {
		s.line = s.line[:0]
		return errLongLine
	}
	if s.n == 1 {
		s.line = bytes.TrimPrefix(s.line, utf8BOM)
	}
	return nil
}
