package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocExamples runs the commands of the documentation, lines that begin with a
// tab and "$ plateau", and compares what they print with the lines that follow.
func TestDocExamples(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.ReplaceAll(string(doc), "\r\n", "\n"), "\n")
	ran := 0
	for i := 0; i < len(lines); i++ {
		command, ok := strings.CutPrefix(lines[i], "\t$ plateau ")
		if !ok {
			continue
		}
		var want strings.Builder
		for i+1 < len(lines) && (lines[i+1] == "" || lines[i+1][0] == '\t') {
			i++
			want.WriteString(strings.TrimPrefix(lines[i], "\t") + "\n")
		}
		var stdout, stderr bytes.Buffer
		run(strings.Fields(command), strings.NewReader(""), &stdout, &stderr)
		got := strings.TrimRight(stderr.String()+stdout.String(), "\n")
		if d := cmp.Diff(strings.TrimRight(want.String(), "\n"), got); d != "" {
			t.Errorf("plateau %s (-documented +printed):\n%s", command, d)
		}
		ran++
	}
	if ran < 4 {
		t.Errorf("only %d examples found", ran)
	}
}

// The documentation and the help list the same commands.
func TestDocUsage(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commands() {
		if line := "\tplateau " + c.name + " " + c.args + "\n"; !strings.Contains(strings.ReplaceAll(string(doc), "\r\n", "\n"), line) {
			t.Errorf("doc.go lacks %q", line)
		}
	}
}
