package series

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Kind says what a line was to a Parser.
type Kind int

const (
	Other       Kind = iota // not a line of this syntax: a result, a configuration line, any other text
	Part                    // a line of this syntax that completes nothing yet, or one that was skipped
	Header                  // a new process begins; what Process returned is no longer valid for later runs
	ProcessLine             // Process returns it
	RunComplete             // Run returns it
)

// Parser reads the sample lines of a file, one line at a time, so that its caller can read the other
// lines of the Go benchmark format itself. The zero value is ready.
//
// Errors are positioned (*LineError) and never final: a damaged or unfinished run is left out, what
// is whole is still returned. After a *VersionError all lines up to the next header are skipped.
type Parser struct {
	// Source, unless nil, is where the file can be read again: then samples stay there until they are
	// asked for, which is an error once they have changed. Offset is the place in it, in bytes, of the line that
	// Line takes next. Both are the caller's to set.
	Source io.ReaderAt
	Offset int64

	process *Process
	run     *RunData // complete
	open    *RunData // in progress
	headed  bool     // a header of a version we know was seen
	skip    bool     // pass over the data of a run that was given up
	deaf    bool     // pass over everything up to the next header
	end     int64    // of the line, in Source
}

// Process returns the process of the lines that follow; nil before the first, and where it is damaged.
func (p *Parser) Process() *Process { return p.process }

// Run returns the run that the last line completed, and nil after any other line. It belongs to the caller.
func (p *Parser) Run() *RunData { return p.run }

// Line takes the next line, with or without its line end (LF or CRLF), and its number in the file, for messages.
// The line is not kept.
func (p *Parser) Line(line []byte, lineno int) (Kind, error) {
	p.run = nil
	line = bytes.TrimRight(line, "\r\n")
	p.end = p.Offset + int64(len(line))
	rest, ok := bytes.CutPrefix(line, []byte(linePrefix))
	if !ok {
		return Other, nil
	}
	word, rest := splitLine(rest)
	if isDigits(word) {
		return Header, p.header(word, lineno)
	}
	if p.deaf {
		return Part, nil
	}
	kind, err := p.framed(string(word), rest, lineno)
	return kind, at(lineno, err)
}

// Close ends the input. The error, if any, says that a run was left unfinished.
func (p *Parser) Close(lineno int) error {
	return at(lineno, p.giveUp())
}

func isDigits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0
}

func (p *Parser) header(word []byte, lineno int) error {
	cut := at(lineno, p.giveUp())
	*p = Parser{Source: p.Source, Offset: p.Offset}
	v, err := strconv.Atoi(string(word))
	switch {
	case err != nil || v > Version:
		p.deaf = true
		return errors.Join(cut, &LineError{lineno, &VersionError{string(word)}})
	case v < 1:
		p.deaf = true
		return errors.Join(cut, &LineError{lineno, errors.New("version 0 of the sample file does not exist, the line is damaged")})
	}
	p.headed = true
	return cut
}

// framed handles the lines that carry a checksum.
func (p *Parser) framed(name string, rest []byte, lineno int) (Kind, error) {
	switch name {
	case wordProcess, wordRun, wordData, wordEnd:
	default:
		return Part, nil // an addition of a later minor revision, or somebody's remark
	}
	if name == wordData && p.skip {
		return Part, nil
	}
	rest, err := checkLine(name, rest)
	if err == nil && !p.headed {
		p.deaf = true
		return Part, errors.New(name + " line: no header line (" + linePrefix + "1) came before it, samples are skipped up to the next one")
	}
	if err != nil {
		err = fmt.Errorf("%s line: %w", name, err)
	}
	switch name {
	case wordProcess:
		return p.processLine(rest, err)
	case wordRun:
		return Part, p.runLine(rest, lineno, err)
	case wordData:
		return Part, p.dropOn(p.dataLine(rest, lineno, err))
	default:
		return p.endLine(rest, err)
	}
}

// processLine takes the second line of a file: a run that is open has lost its end, whatever follows.
func (p *Parser) processLine(rest []byte, err error) (Kind, error) {
	skip := p.skip
	cut := p.giveUp()
	p.process, p.skip = nil, skip || cut != nil
	if err != nil {
		return Part, errors.Join(cut, err)
	}
	q := new(Process)
	if err := json.Unmarshal(rest, q); err != nil {
		return Part, errors.Join(cut, fmt.Errorf("process line: %w", err))
	}
	p.process = q
	return ProcessLine, cut
}

func (p *Parser) runLine(rest []byte, lineno int, err error) error {
	cut := p.giveUp()
	p.skip = true
	if err != nil {
		return errors.Join(cut, err)
	}
	r := &RunData{Process: p.process, Line: lineno}
	if err := json.Unmarshal(rest, &r.Run); err != nil {
		return errors.Join(cut, fmt.Errorf("run line: %w", err))
	}
	if err := r.check(); err != nil {
		return errors.Join(cut, fmt.Errorf("run line of %s: %w", r.Name, err))
	}
	r.chunks = make([][]chunk, len(r.Series))
	p.open, p.skip = r, false
	return cut
}

func (p *Parser) dataLine(rest []byte, lineno int, err error) error {
	if err != nil {
		return err
	}
	if p.open == nil {
		return errors.New("data line: no run line came before it")
	}
	text := rest
	var field [3]int
	for i := range field {
		var f []byte
		f, text = splitLine(text)
		if field[i], err = strconv.Atoi(string(f)); err != nil {
			return fmt.Errorf("data line: %q is not a number", f)
		}
	}
	c := chunk{line: lineno}
	size := 0
	if p.Source != nil {
		size, c.n, err = textCount(text)
		c.stored = &stored{p.Source, p.end - int64(len(rest)), len(rest), lineSum(wordData, rest)}
	} else if c.code, err = codeOf(text); err == nil {
		size = len(c.code)
		c.n, err = Count(c.code)
	}
	if err != nil {
		return fmt.Errorf("data line: %w", err)
	}
	return p.open.add(field[0], field[1], field[2], size, c)
}

// codeOf is the code that text holds.
func codeOf(text []byte) ([]byte, error) {
	code := make([]byte, len(text)/z85Chars*z85Bytes)
	n, err := decodeZ85(code, text)
	return code[:n], err
}

func (p *Parser) endLine(rest []byte, err error) (Kind, error) {
	r, skipped := p.open, p.skip
	p.open, p.skip = nil, false
	switch {
	case r == nil && skipped:
		return Part, nil // the fault was reported where it was found
	case err != nil && r != nil:
		return Part, fmt.Errorf("%w; run %s is left out", err, r.Name)
	case err != nil:
		return Part, err
	case r == nil:
		return Part, errors.New("end line: no run line came before it")
	}
	if err := r.complete(string(rest)); err != nil {
		return Part, fmt.Errorf("%w; run %s is left out", err, r.Name)
	}
	p.run = r
	return RunComplete, nil
}

// dropOn gives the open run up on an error.
func (p *Parser) dropOn(err error) error {
	if err == nil {
		return nil
	}
	if p.open != nil {
		err = fmt.Errorf("%w; run %s is left out", err, p.open.Name)
	}
	p.open, p.skip = nil, true
	return err
}

// giveUp drops a run that did not reach its end line.
func (p *Parser) giveUp() error {
	r := p.open
	p.open, p.skip = nil, false
	if r == nil {
		return nil
	}
	return fmt.Errorf("run %s, begun at line %d, has no end line (the process was stopped?) and is left out", r.Name, r.Line)
}
