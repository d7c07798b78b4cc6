package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// reference is the document of all commands: what they say of themselves.
const reference = "../../docs/commands.md"

const referenceHead = `# Commands

What each command says with ` + "`-h`" + `. This page is generated, and a test compares it with the commands:

    go test ./cmd/plateau -run Reference -update

Files, other tools, the report's tables and the fields of every JSON form are in the command's documentation:

    go doc ./cmd/plateau

How they work together is in [the tutorial](tutorial.md), how to measure in [the course](benchx.md), how comparisons decide in
[the method](comparing.md).
`

// TestReference compares docs/commands.md with what the commands print. With -update it is written anew.
func TestReference(t *testing.T) {
	var doc strings.Builder
	doc.WriteString(referenceHead)
	section := func(title string, args ...string) {
		fmt.Fprintf(&doc, "\n## %s\n\n```\n$ plateau %s\n%s```\n", title, strings.Join(args, " "), printed(t, args))
	}
	section("plateau", "help")
	for _, c := range commands() {
		section(c.name, c.name, "-h")
	}
	if *update {
		if err := os.WriteFile(reference, []byte(doc.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.ReplaceAll(string(text), "\r\n", "\n"), doc.String()); d != "" {
		t.Errorf("%s differs from what the commands say; -update writes it anew (-documented +printed):\n%s", reference, d)
	}
}

// printed is what a command that must succeed prints, to standard output alone. Help that holds a fence would
// end its block.
func printed(t *testing.T, args []string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(args, strings.NewReader(""), &stdout, &stderr); status != exitFine || stderr.Len() > 0 {
		t.Errorf("plateau %s: exit status %d, standard error %q", strings.Join(args, " "), status, stderr.String())
	}
	text := stdout.String()
	if text == "" || !strings.HasSuffix(text, "\n") || strings.Contains(text, "```") {
		t.Errorf("plateau %s prints what is no block: %q", strings.Join(args, " "), text)
	}
	return text
}
