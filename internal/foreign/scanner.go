package foreign

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// A scanner reads JSON (RFC 8259) from front to back, driven by what its caller
// expects to find. It keeps no more of the text than the string or number at hand.
//
// Errors are of type *Error, but for those of the reader, and final.
//
// Rejected: encoding/json. Its Decoder holds a whole top-level value, and its
// Token, which does not, allocates for each number and has no lines.
type scanner struct {
	r     *bufio.Reader
	line  int
	depth int
	buf   []byte // the latest string or number
}

const (
	maxDepth  = 200     // of arrays and objects within each other
	maxString = 1 << 20 // bytes of a string or number
)

func newScanner(r io.Reader) *scanner {
	s := &scanner{r: bufio.NewReaderSize(r, 1<<16), line: 1}
	if bom, _ := s.r.Peek(3); string(bom) == "\xef\xbb\xbf" {
		s.r.Discard(3)
	}
	return s
}

func (s *scanner) errorf(format string, args ...any) error {
	return &Error{s.line, fmt.Errorf(format, args...)}
}

var errCutOff = errors.New("cut off: the file ends before its JSON does")

// byte reads the next byte.
func (s *scanner) byte() (byte, error) {
	b, err := s.r.ReadByte()
	if err == io.EOF {
		return 0, &Error{s.line, errCutOff}
	}
	if b == '\n' {
		s.line++
	}
	return b, err
}

// peek is the first byte of the next token, which remains to be read.
func (s *scanner) peek() (byte, error) {
	for {
		b, err := s.byte()
		switch {
		case err != nil:
			return 0, err
		case b == ' ', b == '\t', b == '\r', b == '\n':
			continue
		}
		return b, s.r.UnreadByte()
	}
}

// expect reads a token of one byte.
func (s *scanner) expect(want byte) error {
	got, err := s.peek()
	if err != nil {
		return err
	}
	if got != want {
		return s.errorf("not JSON: %q where %q should be", got, want)
	}
	_, err = s.byte()
	return err
}

// end reports what follows the value that was to be the last.
func (s *scanner) end() error {
	b, err := s.peek()
	var at *Error
	if errors.As(err, &at) && at.Err == errCutOff {
		return nil
	}
	if err != nil {
		return err
	}
	return s.errorf("%q after the end of the JSON value", b)
}

// array reads an array and calls item where each item begins, which item has to read.
func (s *scanner) array(item func(i int) error) error {
	return s.list('[', ']', item)
}

// object reads an object and calls member where each member's value begins, which member has to read.
func (s *scanner) object(member func(key string) error) error {
	return s.list('{', '}', func(int) error {
		key, err := s.string()
		if err != nil {
			return err
		}
		if err := s.expect(':'); err != nil {
			return err
		}
		return member(key)
	})
}

func (s *scanner) list(open, close byte, item func(i int) error) error {
	if err := s.expect(open); err != nil {
		return err
	}
	if s.depth++; s.depth > maxDepth {
		return s.errorf("more than %d arrays and objects within each other", maxDepth)
	}
	defer func() { s.depth-- }()
	for i := 0; ; i++ {
		b, err := s.peek()
		switch {
		case err != nil:
			return err
		case b == close && i == 0:
			_, err := s.byte()
			return err
		}
		if err := item(i); err != nil {
			return err
		}
		switch b, err = s.peek(); {
		case err != nil:
			return err
		case b != close && b != ',':
			return s.errorf("not JSON: %q where %q or %q should be", b, ',', close)
		}
		s.byte()
		if b == close {
			return nil
		}
	}
}

// string reads a string.
func (s *scanner) string() (string, error) {
	if err := s.expect('"'); err != nil {
		return "", err
	}
	s.buf = s.buf[:0]
	for {
		b, err := s.byte()
		switch {
		case err != nil:
			return "", err
		case b == '"':
			return string(s.buf), nil
		case b == '\\':
			if err := s.escape(); err != nil {
				return "", err
			}
		case b < ' ':
			return "", s.errorf("not JSON: control character %q in a string", b)
		default:
			s.buf = append(s.buf, b)
		}
		if len(s.buf) > maxString {
			return "", s.errorf("string of more than %d bytes", maxString)
		}
	}
}

// escape reads what follows a backslash.
func (s *scanner) escape() error {
	b, err := s.byte()
	if err != nil {
		return err
	}
	switch b {
	case '"', '\\', '/':
		s.buf = append(s.buf, b)
	case 'b':
		s.buf = append(s.buf, '\b')
	case 'f':
		s.buf = append(s.buf, '\f')
	case 'n':
		s.buf = append(s.buf, '\n')
	case 'r':
		s.buf = append(s.buf, '\r')
	case 't':
		s.buf = append(s.buf, '\t')
	case 'u':
		r, err := s.hex()
		if err != nil {
			return err
		}
		if utf16.IsSurrogate(r) {
			r = s.surrogate(r)
		}
		s.buf = utf8.AppendRune(s.buf, r)
	default:
		return s.errorf("not JSON: \\%c in a string", b)
	}
	return nil
}

func (s *scanner) hex() (r rune, err error) {
	for range 4 {
		b, err := s.byte()
		if err != nil {
			return 0, err
		}
		x, err := strconv.ParseUint(string(rune(b)), 16, 8)
		if err != nil {
			return 0, s.errorf("not JSON: %q is no hexadecimal digit", b)
		}
		r = r<<4 | rune(x)
	}
	return r, nil
}

// surrogate joins the two halves of a character beyond the basic plane; a half
// without the other becomes U+FFFD.
func (s *scanner) surrogate(high rune) rune {
	next, _ := s.r.Peek(6)
	if len(next) == 6 && next[0] == '\\' && next[1] == 'u' {
		if low, err := strconv.ParseUint(string(next[2:]), 16, 16); err == nil {
			if r := utf16.DecodeRune(high, rune(low)); r != utf8.RuneError {
				s.r.Discard(6)
				return r
			}
		}
	}
	return utf8.RuneError
}

// duration reads a number that can be a time: neither negative nor infinite. Where something
// else stands bad says so, and the scanner has gone past it: one bad value
// does not end the file.
func (s *scanner) duration() (x float64, bad *Error, err error) {
	b, err := s.peek()
	if err != nil {
		return 0, nil, err
	}
	line := s.line
	if b != '-' && (b < '0' || b > '9') {
		text, err := s.text()
		if text == "" {
			text = "a list"
		}
		return 0, &Error{line, fmt.Errorf("%.40s is not a number", text)}, err
	}
	if x, err = s.numeral(); err != nil {
		return 0, nil, err
	}
	if reason := noDuration(x); reason != nil {
		bad = &Error{line, reason}
	}
	return x, bad, nil
}

// word reads letters, or describes what stands there instead.
func (s *scanner) word() (string, error) {
	s.buf = s.buf[:0]
	for len(s.buf) < 16 {
		b, err := s.r.ReadByte()
		if err != nil && err != io.EOF {
			return "", err
		}
		if err != nil || b|0x20 < 'a' || b|0x20 > 'z' {
			if err == nil {
				s.r.UnreadByte()
				if len(s.buf) == 0 {
					return string(rune(b)), nil
				}
			}
			break
		}
		s.buf = append(s.buf, b)
	}
	return string(s.buf), nil
}

// numeral reads the digits of a number.
func (s *scanner) numeral() (float64, error) {
	s.buf = s.buf[:0]
	for {
		b, err := s.r.ReadByte()
		if err == io.EOF {
			break
		}
		if err != nil {
			return 0, err
		}
		if (b < '0' || b > '9') && b != '.' && b != 'e' && b != 'E' && b != '+' && b != '-' {
			s.r.UnreadByte()
			break
		}
		if s.buf = append(s.buf, b); len(s.buf) > maxString {
			return 0, s.errorf("number of more than %d digits", maxString)
		}
	}
	if string(s.buf) == "-" {
		if word, err := s.word(); err != nil || word != "Infinity" {
			return 0, s.errorf("not JSON: a minus sign without a number")
		}
		return math.Inf(-1), nil // Python writes it so
	}
	x, err := strconv.ParseFloat(string(s.buf), 64)
	if errors.Is(err, strconv.ErrRange) {
		err = nil // an infinity, to be refused as a value
	}
	if err != nil {
		return 0, s.errorf("not JSON: %.40q is not a number", s.buf)
	}
	return x, nil
}

// durations appends the numbers of an array. The first that cannot be a time is bad.
func (s *scanner) durations(xs []float64) (_ []float64, bad *Error, err error) {
	err = s.array(func(int) error {
		x, wrong, err := s.duration()
		xs = append(xs, x)
		if bad == nil {
			bad = wrong
		}
		return err
	})
	return xs, bad, err
}

// text reads a string, or anything else as what it looks like; "" for an array or object.
func (s *scanner) text() (string, error) {
	b, err := s.peek()
	switch {
	case err != nil:
		return "", err
	case b == '"':
		return s.string()
	case b == '-' || b >= '0' && b <= '9':
		_, err := s.numeral()
		return string(s.buf), err
	case b == '{' || b == '[':
		return "", s.skip()
	}
	word, err := s.word()
	if err == nil && word != "true" && word != "false" && word != "null" && word != "NaN" && word != "Infinity" {
		err = s.errorf("not JSON: %.40q", word)
	}
	return word, err
}

// skip reads a value and forgets it.
func (s *scanner) skip() error {
	b, err := s.peek()
	switch {
	case err != nil:
		return err
	case b == '{':
		return s.object(func(string) error { return s.skip() })
	case b == '[':
		return s.array(func(int) error { return s.skip() })
	}
	_, err = s.text()
	return err
}
