package reportx

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// A packageOutput is what one package printed, put together from the events of
// go test -json, and the line of the input at which each of its lines began.
type packageOutput struct {
	pkg   string
	text  bytes.Buffer
	lines []int
	open  bool // the last line of text has no newline yet
}

func (p *packageOutput) add(output string, line int) {
	for output != "" {
		if !p.open {
			p.lines = append(p.lines, line)
		}
		i := 0
		for i < len(output) && output[i] != '\n' {
			i++
		}
		p.open = i == len(output)
		if !p.open {
			i++
		}
		p.text.WriteString(output[:i])
		output = output[i:]
	}
}

// readTestJSON reads the output of go test -json. A result line comes in
// several events, those of several packages mixed, and repetitions do not
// carry the name of their benchmark: so the output of each package is joined
// before it is read.
func (rs *Results) readTestJSON(file string, br *bufio.Reader) (found int, err error) {
	lines := newLineScanner(br, 0)
	problems := problemList{rs: rs, file: file}
	defer problems.close()
	var order []*packageOutput
	outputs := make(map[string]*packageOutput)
	for {
		if err = lines.next(); err != nil {
			break
		}
		line := bytes.TrimSpace(lines.line)
		if len(line) == 0 || line[0] != '{' {
			continue // what go itself prints among the events
		}
		var event struct{ Action, Package, Output string }
		if json.Unmarshal(line, &event) != nil {
			problems.add(lines.n, errors.New("event of go test -json is cut off or damaged"))
			continue
		}
		if event.Action != "output" {
			continue
		}
		out := outputs[event.Package]
		if out == nil {
			out = &packageOutput{pkg: event.Package}
			outputs[event.Package] = out
			order = append(order, out)
		}
		out.add(event.Output, lines.n)
	}
	if err == io.EOF {
		err = nil
	}
	for _, out := range order {
		s := newLineScanner(bufio.NewReader(&out.text), maxLine)
		s.places = out.lines
		n, readErr := rs.readBench(file, out.pkg, s)
		found += n
		err = errors.Join(err, readErr)
	}
	return found, err
}
