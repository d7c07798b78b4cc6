package reportx

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
)

// readSeries reads JSON lines {"id": "...", "ns": [...]}, one run each. Other
// fields are ignored, a "unit" other than ns is refused.
func (rs *Results) readSeries(file string, br *bufio.Reader) (found int, err error) {
	lines := newLineScanner(br, 0)
	problems := problemList{rs: rs, file: file}
	defer problems.close()
	for {
		if err := lines.next(); err == io.EOF {
			return found, nil
		} else if err != nil {
			return found, err
		}
		if len(bytes.TrimSpace(lines.line[:min(len(lines.line), 64)])) == 0 {
			continue
		}
		run, err := parseSeries(file, lines.n, lines.line)
		switch {
		case err != nil:
			rs.lost("", seriesGroup(run.ID))
			problems.add(lines.n, err)
		case rs.addRaw(seriesGroup(run.ID), run):
			found++
		default:
			rs.note(file, lines.n, fmt.Sprintf("series %q is empty", run.ID))
			found++
		}
	}
}

// idField is where a line whose JSON is damaged has its id.
var idField = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"id"\s*:\s*"([^"\\]+)"`) })

// parseSeries reads one line. A series with a value that is no duration is
// refused as a whole: without it the others would stand at wrong positions. The run beside an error
// has no samples.
func parseSeries(file string, n int, line []byte) (*Run, error) {
	var rec struct {
		ID   string
		Unit string
		NS   json.RawMessage
	}
	if err := json.Unmarshal(line, &rec); err != nil {
		run := newRawRun(file, n, seriesName(file))
		if m := idField().FindSubmatch(line); m != nil {
			run.ID = string(m[1])
		}
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) && syntax.Offset >= int64(len(line)) {
			return run, errors.New("series cut off: the line ends before its JSON does")
		}
		return run, fmt.Errorf("not a series in JSON: %w", err)
	}
	if rec.ID == "" {
		rec.ID = seriesName(file)
	}
	run := newRawRun(file, n, rec.ID)
	if rec.Unit != "" && rec.Unit != "ns" {
		return run, fmt.Errorf("series %q is in %q: only ns is read", rec.ID, rec.Unit)
	}
	if len(rec.NS) == 0 || rec.NS[0] != '[' {
		return run, fmt.Errorf(`series %q has no list "ns"`, rec.ID)
	}
	pack := newPacker(&run.Series[0].Samples)
	if err := packList(pack, rec.NS); err != nil {
		return run, fmt.Errorf("series %q: %w", rec.ID, err)
	}
	return run, nil
}

// packList packs the numbers of a JSON array that is known to be well-formed,
// without a copy of all of them.
func packList(pack *packer, list []byte) error {
	inner := bytes.TrimSpace(list[1 : len(list)-1])
	for i := 0; len(inner) > 0; i++ {
		var item []byte
		item, inner, _ = bytes.Cut(inner, []byte(","))
		item = bytes.TrimSpace(item)
		x, err := parseNumber(item)
		if errors.Is(err, errTooLong) || errors.Is(err, errNegative) {
			return fmt.Errorf("value %d: %w", i, err)
		}
		if err != nil {
			return fmt.Errorf("value %d, %.20s, is not a number", i, item)
		}
		if err := pack.add(x); err != nil {
			return fmt.Errorf("value %d: %w", i, err)
		}
	}
	pack.flush()
	return nil
}

// seriesGroup is id up to a last @k, where k is digits: what the runs of one
// benchmark have in common.
func seriesGroup(id string) string {
	i := strings.LastIndexByte(id, '@')
	if i <= 0 || i == len(id)-1 || strings.Trim(id[i+1:], "0123456789") != "" {
		return id
	}
	return id[:i]
}
