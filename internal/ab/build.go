package ab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/plateau-bench/plateau/internal/runner"
)

// A Subject is a package whose benchmarks are measured, on both sides.
type Subject struct {
	Pkg  string    `json:"pkg"`
	Dirs [2]string `json:"dirs"` // in which the test binary runs, by side
	Bins [2]string `json:"bins"` // test binaries, absolute
	// Benchmarks are the top-level ones that -bench selects, in the order in which they run. Both sides have some.
	Benchmarks [2][]string `json:"benchmarks"`
}

// A Lone is a package with benchmarks, or a benchmark, that one side lacks.
type Lone struct {
	Pkg, Name string // Name is "" for a whole package
	On        Side
}

// A Builder builds the test binaries of both sides.
type Builder struct {
	Go      string         // the go command
	Command runner.Command // -C is in Dirs already
	Dirs    [2]string      // in which the go command runs
	Roots   [2]string      // of the two checkouts, to find packages named by absolute paths; "" without
	Env     [2][]string
	Names   [2]string // of the versions, for messages
	Out     string    // directory for the binaries
	Signals <-chan os.Signal
	Stderr  io.Writer // what go says while it succeeds
	// Deadline is when building has to be over; zero for none.
	Deadline time.Time
	// Auto has the loops of the benchmarks measured as they are, nil for not.
	Auto *Auto

	overlays [2]string
}

// An Interrupted is the error of what a signal has ended.
type Interrupted struct{ Signal os.Signal }

func (e *Interrupted) Error() string { return e.Signal.String() }

// Build lists the packages of both sides and builds the test binaries of those with benchmarks on both. With same
// the head's binary stands for both.
func (b *Builder) Build(same bool) (subjects []Subject, lone []Lone, err error) {
	var lists [2][]listed
	for _, side := range Sides() {
		if lists[side], err = b.list(side); err != nil {
			return nil, nil, err
		}
	}
	subjects, lone = match(lists)
	if len(subjects) == 0 {
		return nil, lone, b.nothing(lists, lone)
	}
	if b.Auto != nil {
		defer os.RemoveAll(b.Auto.Dir) // the binaries have what they need
		if err := b.overlay(subjects, same); err != nil {
			return nil, lone, err
		}
	}
	for i := range subjects {
		for _, side := range [2]Side{Head, Base} {
			if same && side == Base {
				subjects[i].Bins[Base] = subjects[i].Bins[Head]
				continue
			}
			if subjects[i].Bins[side], err = b.compile(side, subjects[i].Pkg, i); err != nil {
				return nil, lone, err
			}
		}
	}
	return subjects, lone, nil
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir           string
	TestGoFiles, XTestGoFiles []string
	Error                     *struct{ Err string }

	benchmarks []string
}

// list finds the packages of a side and their benchmarks.
func (b *Builder) list(side Side) ([]listed, error) {
	args := []string{"list", "-e", "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles,Error"}
	args = append(append(args, b.Command.Build...), "--")
	for _, pkg := range b.Command.Packages {
		args = append(args, b.moved(pkg, side))
	}
	if _, err := os.Stat(b.Dirs[side]); err != nil {
		return nil, fmt.Errorf("%s has no directory %s: run plateau ab where both versions have packages", b.Names[side], b.Dirs[side])
	}
	var out, diagnosis bytes.Buffer
	status, err := b.run(side, args, &out, &diagnosis)
	if err != nil {
		return nil, err
	}
	if status != 0 {
		return nil, b.failed(side, "listing the packages", diagnosis.String())
	}
	dec := json.NewDecoder(&out)
	var all []listed
	for {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("listing the packages of %s: %w", b.Names[side], err)
		}
		if p.Error != nil && p.Dir == "" && side == Head {
			return nil, b.failed(side, "listing the packages", p.Error.Err)
		}
		p.benchmarks = b.Command.Benchmarks(p.Dir, append(p.TestGoFiles, p.XTestGoFiles...))
		all = append(all, p)
	}
}

// moved is a package argument as it has to be for a side: one that is an absolute path leads into its checkout.
func (b *Builder) moved(pkg string, side Side) string {
	if side == Head || !filepath.IsAbs(pkg) || b.Roots[Head] == "" {
		return pkg
	}
	rel, err := filepath.Rel(b.Roots[Head], pkg)
	if err != nil || !filepath.IsLocal(rel) {
		return pkg
	}
	return filepath.Join(b.Roots[side], rel)
}

// match finds the packages that have benchmarks on both sides, and what one side lacks.
func match(lists [2][]listed) (subjects []Subject, lone []Lone) {
	at := func(side Side, path string) int {
		return slices.IndexFunc(lists[side], func(p listed) bool { return p.ImportPath == path && len(p.benchmarks) > 0 })
	}
	for _, p := range lists[Head] {
		i := at(Base, p.ImportPath)
		switch {
		case len(p.benchmarks) == 0:
		case i < 0:
			lone = append(lone, Lone{Pkg: p.ImportPath, On: Head})
		default:
			q := lists[Base][i]
			subjects = append(subjects, Subject{
				Pkg: p.ImportPath, Dirs: [2]string{q.Dir, p.Dir}, Benchmarks: [2][]string{q.benchmarks, p.benchmarks},
			})
		}
	}
	for _, p := range lists[Base] {
		if len(p.benchmarks) > 0 && at(Head, p.ImportPath) < 0 {
			lone = append(lone, Lone{Pkg: p.ImportPath, On: Base})
		}
	}
	return subjects, lone
}

// Lone are the benchmarks of a package that one side lacks.
func (s Subject) Lone() (lone []Lone) {
	for _, side := range [2]Side{Head, Base} {
		for _, name := range s.Benchmarks[side] {
			if !slices.Contains(s.Benchmarks[1-side], name) {
				lone = append(lone, Lone{s.Pkg, name, side})
			}
		}
	}
	return lone
}

// nothing says why there is nothing to measure.
func (b *Builder) nothing(lists [2][]listed, lone []Lone) error {
	have := func(side Side) bool {
		return slices.ContainsFunc(lists[side], func(p listed) bool { return len(p.benchmarks) > 0 })
	}
	pattern := ""
	if b.Command.Bench != "." {
		pattern = fmt.Sprintf(" that match -bench %s", b.Command.Bench)
	}
	switch {
	case !have(Head) && !have(Base):
		return fmt.Errorf("no benchmarks%s in these packages on either side: name others, ./... for all below this directory", pattern)
	case !have(Base):
		return fmt.Errorf("no benchmark in common: %s has none%s in these packages; compare with a version that has the benchmarks already", b.Names[Base], pattern)
	case !have(Head):
		return fmt.Errorf("no benchmark in common: %s has none%s in these packages", b.Names[Head], pattern)
	}
	return fmt.Errorf("no benchmark in common: package %s is on one side only; compare with a version that has the same packages", lone[0].Pkg)
}

// compile builds the test binary of a package on one side. The number tells packages of one name apart.
func (b *Builder) compile(side Side, pkg string, number int) (string, error) {
	bin := filepath.Join(b.Out, side.String(), fmt.Sprintf("%02d-%s.test", number, filepath.Base(pkg)))
	if runtime.GOOS == "windows" {
		bin += ".exe"
	}
	if err := os.MkdirAll(filepath.Dir(bin), 0o777); err != nil {
		return "", fmt.Errorf("building %s of %s: %w", pkg, b.Names[side], err)
	}
	said, ok, err := b.goTest(side, pkg, bin, b.overlays[side])
	if err != nil {
		return "", err
	}
	if !ok {
		return "", b.notBuilt(side, pkg, bin, said)
	}
	io.WriteString(b.Stderr, said)
	return bin, nil
}

// goTest makes a test binary, through an overlay where one is named, and returns what the go command said.
func (b *Builder) goTest(side Side, pkg, bin, overlay string) (said string, ok bool, err error) {
	command := b.Command
	command.Overlay = overlay
	args := append([]string{"test", "-c", "-o", bin}, command.BuildFlags()...)
	var diagnosis bytes.Buffer
	status, err := b.run(side, append(args, pkg), &diagnosis, &diagnosis)
	return diagnosis.String(), status == 0, err
}

// notBuilt is the error of a package that was not built. Where it is what measures the loops that does not build, it says so; what does not
// build without it either fails by itself.
func (b *Builder) notBuilt(side Side, pkg, bin, said string) error {
	what := "building the test binary of " + pkg
	if b.overlays[side] != "" {
		plainly, ok, err := b.goTest(side, pkg, bin, "")
		if err != nil {
			return err
		}
		if ok {
			return fmt.Errorf("%s failed on the side of %s with what -auto adds to it:\n%s\nWithout -auto it builds: leave -auto out, or name the packages that build with it",
				what, b.Names[side], beginning(said))
		}
		said = plainly
	}
	return b.failed(side, what, said)
}

// failed is the error of a go command that did not succeed, with the beginning of what it said.
func (b *Builder) failed(side Side, what, said string) error {
	remedy := ""
	if side == Base {
		remedy = "\nChoose a base that builds (git merge-base finds where a branch began), or the packages that do. Its files are those\n" +
			"of the commit alone: what is generated, ignored by git or in a submodule is not there."
	}
	return fmt.Errorf("%s failed on the side of %s:\n%s%s", what, b.Names[side], beginning(said), remedy)
}

// beginning is as much of what a command said as a message has room for.
func beginning(said string) string {
	const most = 12
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if len(lines) > most {
		lines = append(lines[:most:most], fmt.Sprintf("(%d more lines)", len(lines)-most))
	}
	return strings.Join(lines, "\n")
}

// run runs the go command on a side.
func (b *Builder) run(side Side, args []string, stdout, stderr io.Writer) (status int, err error) {
	limit, err := untilDeadline(b.Deadline)
	if err != nil {
		return 0, err
	}
	p := runner.Process{
		Path: b.Go, Args: args, Limit: limit, Dir: b.Dirs[side], Env: inDir(b.Env[side], b.Dirs[side]), Stdout: stdout, Stderr: stderr,
		Grace: time.Second, NoInput: true,
	}
	exit, err := p.Run(b.Signals)
	switch {
	case exit.Signal != nil:
		return 0, &Interrupted{exit.Signal}
	case exit.TimedOut:
		return 0, &TimeUp{fmt.Sprintf("go %s of %s was ended", args[0], b.Names[side])}
	}
	return exit.Status, err
}

// untilDeadline is the limit of a process that has to end by a deadline, 0 for none.
func untilDeadline(deadline time.Time) (time.Duration, error) {
	if deadline.IsZero() {
		return 0, nil
	}
	if left := time.Until(deadline); left > 0 {
		return left, nil
	}
	return 0, new(TimeUp)
}

// inDir is an environment for a process that runs in a directory.
func inDir(env []string, dir string) []string {
	out := slices.DeleteFunc(slices.Clone(env), func(kv string) bool { return strings.HasPrefix(kv, "PWD=") })
	return append(out, "PWD="+dir)
}
