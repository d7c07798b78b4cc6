package ab

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Config is what a trial measures: what must not change when it is resumed.
type Config struct {
	Plateau  int       `json:"plateau"` // version of the journal, 1
	Args     []string  `json:"args"`    // as given, without those that may differ when it goes on
	Dir      string    `json:"dir"`     // from which it was started
	Same     bool      `json:"same,omitempty"`
	Names    [2]string `json:"names"` // of the versions
	Base     Revision  `json:"base"`  // zero for prebuilt binaries
	Worktree string    `json:"worktree,omitempty"`
	Seed     uint64    `json:"seed"`
	Count    int       `json:"count"`
	Subjects []Subject `json:"subjects"`
	// Runtime is what the environment tells the Go runtime, NAME=value.
	Runtime []string `json:"runtime,omitempty"`
	// Hashes are those of the binaries, by subject.
	Hashes [][2]string `json:"hashes"`
}

// A Block is a sequence of pairs that were decided on together.
type Block struct {
	From int `json:"from"` // pairs, from 1, both included
	To   int `json:"to"`
	// Fresh is whether they confirm what the pairs before have flagged.
	Fresh bool `json:"fresh,omitempty"`
	// Only has the benchmarks to be run of each package, as printed without the -procs suffix; nil is all. A
	// package that is not in it is not run.
	Only map[string][]string `json:"only,omitempty"`
}

// A Journal is what is known of a trial: a file with one JSON value a line, to which each process that is over
// is appended.
type Journal struct {
	Config    Config
	Blocks    []Block
	Processes []*Process
	Limits    []string // by which the runs are judged, as written; those of the last process that measured
	Over      bool     // nothing is left to be done

	file *os.File
}

const (
	journalFile = "journal.jsonl"
	newSuffix   = ".new" // of a journal that has no first line yet
)

// An entry is a line of the file. The first one has the configuration.
type entry struct {
	Config  *Config  `json:"config,omitempty"`
	Block   *Block   `json:"block,omitempty"`
	Process *Process `json:"process,omitempty"`
	Limits  []string `json:"limits,omitempty"`
	Over    bool     `json:"over,omitempty"`
}

// ErrNoTrial is that of a directory without a journal.
var ErrNoTrial = errors.New("there is no trial in it")

// NewJournal begins the journal of a trial in a directory. What an earlier trial has left there is removed; a
// directory that holds anything else is refused.
func NewJournal(dir string, c Config) (*Journal, error) {
	if err := clearRoom(dir); err != nil {
		return nil, err
	}
	c.Plateau = 1
	name := filepath.Join(dir, journalFile)
	f, err := os.OpenFile(name+newSuffix, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|os.O_APPEND, 0o666)
	if err != nil {
		return nil, fmt.Errorf("beginning a trial: %w", err)
	}
	j := &Journal{file: f}
	if err := j.add(entry{Config: &c}); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if err := os.Rename(name+newSuffix, name); err != nil {
		return nil, errors.Join(fmt.Errorf("beginning a trial: %w", err), f.Close())
	}
	return j, nil
}

// ownJournal reports whether a directory has a journal that plateau has written, whatever state it is in. Its first line
// tells.
func ownJournal(dir string) bool {
	f, err := os.Open(filepath.Join(dir, journalFile))
	if err != nil {
		return false
	}
	defer f.Close()
	var first entry
	return json.NewDecoder(f).Decode(&first) == nil && first.Config != nil && first.Config.Plateau >= 1
}

// ReadJournal reads the journal in a directory. A last line that is cut off does not count.
func ReadJournal(dir string) (*Journal, error) {
	name := filepath.Join(dir, journalFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", dir, ErrNoTrial)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the journal: %w", err)
	}
	j, number := new(Journal), 0
	for len(text) > 0 {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		if !whole {
			break // Reopen cuts it off
		}
		number++
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("%s:%d: the journal is damaged: %w", name, number, err)
		}
		j.take(e)
		text = rest
	}
	if j.Config.Plateau != 1 {
		return nil, fmt.Errorf("%s: no journal of this version of plateau", name)
	}
	return j, nil
}

func (j *Journal) take(e entry) {
	switch {
	case e.Config != nil:
		j.Config = *e.Config
	case e.Block != nil:
		j.Blocks = append(j.Blocks, *e.Block)
	case e.Process != nil:
		j.Processes = append(j.Processes, e.Process)
	case e.Limits != nil:
		j.Limits = e.Limits
	case e.Over:
		j.Over = true
	}
}

// Reopen makes a journal that was read ready for more. What lies behind its last whole line is cut off.
func (j *Journal) Reopen(dir string) error {
	removeRaw(dir)
	name := filepath.Join(dir, journalFile)
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.Truncate(name, int64(bytes.LastIndexByte(text, '\n')+1))
	}
	if err == nil {
		j.file, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	}
	if err != nil {
		return fmt.Errorf("going on with the journal: %w", err)
	}
	return nil
}

// AddBlock says what is to be measured next.
func (j *Journal) AddBlock(b Block) error { return j.add(entry{Block: &b}) }

// AddPair keeps the processes of a pair that is over, both at once: who reads the journal finds no half of it, but where the
// system went down in the middle.
func (j *Journal) AddPair(base, head *Process) error {
	return j.add(entry{Process: base}, entry{Process: head})
}

// SetLimits says by which limits the runs are judged from now on, as written. Fresh pairs confirm what some limits have flagged: once there are
// any, and when the trial is over, other limits are refused.
func (j *Journal) SetLimits(limits []string) error {
	if slices.Equal(limits, j.Limits) {
		return nil
	}
	decided := j.Over || slices.ContainsFunc(j.Blocks, func(b Block) bool { return b.Fresh })
	if decided && j.Limits != nil && !j.Config.Same {
		return fmt.Errorf("the trial was decided by the limits %s, not by %s: its pairs answer no other question; begin another one without -resume",
			strings.Join(j.Limits, " "), strings.Join(limits, " "))
	}
	if j.Over {
		return nil
	}
	return j.add(entry{Limits: limits})
}

// SetOver says that the trial is complete.
func (j *Journal) SetOver() error { return j.add(entry{Over: true}) }

func (j *Journal) add(es ...entry) error {
	var lines []byte
	for _, e := range es {
		line, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("writing the journal: %w", err)
		}
		lines = append(append(lines, line...), '\n')
	}
	if _, err := j.file.Write(lines); err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	for _, e := range es {
		j.take(e)
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// Current are the processes that count, in the order of the journal: those of pairs of which both sides are over, and of
// several of a side in a pair the last one. The slice is the caller's.
func (j *Journal) Current() (ps []*Process) {
	type key struct {
		pkg  string
		pair int
	}
	last := make(map[key][2]*Process)
	for _, p := range j.Processes {
		sides := last[key{p.Pkg, p.Pair}]
		sides[p.Side] = p
		last[key{p.Pkg, p.Pair}] = sides
	}
	for _, p := range j.Processes {
		if sides := last[key{p.Pkg, p.Pair}]; sides[p.Side] == p && sides[1-p.Side] != nil {
			ps = append(ps, p)
		}
	}
	return ps
}

// Has reports whether a pair of a package is over.
func (j *Journal) Has(pkg string, pair int) bool {
	return slices.ContainsFunc(j.Current(), func(p *Process) bool { return p.Pkg == pkg && p.Pair == pair })
}

// Hash is that of a file.
func Hash(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("reading %s: %w", name, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
