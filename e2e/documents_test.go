package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the commands of a document print into it, from runs of full length")

// TestTutorial does what docs/tutorial.md says, from an empty directory beside a checkout on: it writes the files and runs the
// commands, each with the exit status that the document shows. Benchmarks are shorter than there, and what they measure
// is not compared.
func TestTutorial(t *testing.T) {
	needsShell(t)
	dir := t.TempDir()
	if err := os.Symlink(checkout, filepath.Join(dir, "plateau")); err != nil {
		t.Fatal(err)
	}
	r := &reader{t: t, dir: dir, writes: true}
	if ran := r.follow("../docs/tutorial.md"); ran < 10 {
		t.Errorf("only %d commands found", ran)
	}
}

// TestSamples runs the commands of docs/samples.md in the checkout, in the same way.
func TestSamples(t *testing.T) {
	needsShell(t)
	r := &reader{t: t, dir: checkout}
	if ran := r.follow("../docs/samples.md"); ran < 8 {
		t.Errorf("only %d commands found", ran)
	}
}

func needsShell(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the documents' commands are those of a Unix shell")
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash:", err)
	}
}

// follow does what a document says, and returns the number of commands.
func (r *reader) follow(document string) (ran int) {
	t := r.t
	t.Helper()
	lines := strings.Split(readFile(t, document), "\n")
	var written []string
	for i := 0; i < len(lines); i++ {
		written = append(written, lines[i])
		info, ok := strings.CutPrefix(lines[i], "```")
		if !ok {
			continue
		}
		end := i + 1
		for ; end < len(lines) && lines[end] != "```"; end++ {
		}
		if end == len(lines) {
			t.Fatalf("%s:%d: the block has no end", document, i+1)
		}
		kind, file, _ := strings.Cut(info, " ")
		switch body := lines[i+1 : end]; {
		case kind == "console":
			steps := stepsOf(body)
			ran += len(steps)
			body = body[:0:0]
			for j := range steps {
				steps[j].printed = r.run(steps, j)
				body = append(body, "$ "+steps[j].command)
				body = append(body, steps[j].printed...)
			}
			written = append(written, body...)
		default:
			if file != "" && r.writes {
				r.write(file, body)
			}
			written = append(written, body...)
		}
		written = append(written, "```")
		i = end
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(document, []byte(strings.Join(written, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return ran
}

// A step is a command of a document with the lines that the document shows under it.
type step struct {
	command string
	shown   []string
	printed []string
}

func stepsOf(block []string) (steps []step) {
	for _, line := range block {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			steps = append(steps, step{command: command})
		} else if len(steps) > 0 {
			last := &steps[len(steps)-1]
			last.shown = append(last.shown, line)
		}
	}
	return steps
}

// A reader sits at a terminal and follows a document.
type reader struct {
	t      *testing.T
	dir    string
	writes bool // the files that the document shows
	status int  // of the last command
}

func (r *reader) write(name string, lines []string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// run runs a step of a block and returns the lines that it writes to standard output. What follows cd is run there.
func (r *reader) run(steps []step, i int) []string {
	r.t.Helper()
	s := steps[i]
	if dir, ok := strings.CutPrefix(s.command, "cd "); ok {
		r.dir = filepath.Join(r.dir, dir)
		return nil
	}
	command := s.command
	if !*update {
		command = shorter(command)
	}
	cmd := exec.Command("bash", "-o", "pipefail", "-c", fmt.Sprintf("(exit %d); %s", r.status, command))
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "PWD="+r.dir, "GOFLAGS=", "GOWORK=off", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a reader", "GIT_AUTHOR_EMAIL=reader@example.com", "GIT_COMMITTER_NAME=a reader", "GIT_COMMITTER_EMAIL=reader@example.com")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if cmd.ProcessState == nil {
		r.t.Fatalf("%s: %v", command, err)
	}
	r.status = cmd.ProcessState.ExitCode()
	if strings.Contains(stderr.String(), "dial tcp") || strings.Contains(stderr.String(), "GOPROXY=off") {
		r.t.Skip("the command's modules cannot be had here:", stderr.String())
	}
	if !allowed(steps, i, r.status) {
		r.t.Fatalf("%s: exit status %d\n%s%s", command, r.status, stdout.String(), stderr.String())
	}
	printed := strings.Split(strings.TrimRight(stdout.String(), "\n"), "\n")
	if stdout.Len() == 0 {
		printed = nil
	}
	for _, line := range s.shown {
		if head(line) && !contains(printed, line) {
			r.t.Errorf("%s: the document shows a table that it does not print: %q\n%s", command, line, stdout.String())
		}
	}
	return printed
}

var benchtime, maxTime = regexp.MustCompile(`-benchtime=\d+m?s`), regexp.MustCompile(` -max-time=\S+`)

// shorter is a command that measures for less time, and adds no pairs where the answer is unsure. What plateau measures is as
// many iterations however busy the machine is: its tables have columns for what so many samples support.
func shorter(command string) string {
	short := "-benchtime=30ms"
	if strings.Contains(command, "plateau") {
		short = "-benchtime=5000x"
	}
	return maxTime.ReplaceAllString(benchtime.ReplaceAllString(command, short), "")
}

// allowed reports whether a step may have that exit status: 0, or what the document has under echo $?. What decides on
// measured times may say 0 or 1 here, whatever it said there: a busy machine is no bug.
func allowed(steps []step, i, status int) bool {
	want := "0"
	if i+1 < len(steps) && steps[i+1].command == "echo $?" && len(steps[i+1].shown) > 0 {
		want = steps[i+1].shown[0]
	}
	decides := strings.Contains(steps[i].command, "plateau ab")
	return fmt.Sprint(status) == want || decides && status <= 1
}

// head reports whether a line is the head of one of plateau's tables.
func head(line string) bool { return strings.HasPrefix(line, "benchmark ") }

// contains reports whether some line has the words of want; the widths of columns depend on the numbers.
func contains(lines []string, want string) bool {
	for _, line := range lines {
		if strings.Join(strings.Fields(line), " ") == strings.Join(strings.Fields(want), " ") {
			return true
		}
	}
	return false
}
