package ab

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A workspace that git does not know, because it lies above the repository or is ignored, would be missing
// on the side of the base. The base gets one of its own then: the same, with the directories that
// are in the repository replaced by those of the worktree.

// workspaceJSON is what go work edit -json says, as far as it is needed.
type workspaceJSON struct {
	Go      string
	Use     []struct{ DiskPath string }
	Replace []struct {
		Old, New struct{ Path, Version string }
	}
}

// Workspace is the value of GOWORK for the base, given that of the head; "" for what go finds by itself. A
// file that has to be written lies beside the worktree.
func (w *Worktree) Workspace(gocmd, head string) (string, error) {
	if head == "" || head == "off" {
		return head, nil
	}
	if rel, ok := w.repo.inside(head); ok {
		if same := filepath.Join(w.Dir, rel); isFile(same) {
			return same, nil
		}
	}
	out, err := exec.Command(gocmd, "work", "edit", "-json", head).Output()
	if err != nil {
		return "", fmt.Errorf("reading the workspace %s: %w", head, err)
	}
	var in workspaceJSON
	if err := json.Unmarshal(out, &in); err != nil {
		return "", fmt.Errorf("reading the workspace %s: %w", head, err)
	}
	text, err := os.ReadFile(head)
	if err != nil {
		return "", fmt.Errorf("reading the workspace: %w", err)
	}
	file := filepath.Join(w.temp, "go.work")
	if err := os.WriteFile(file, []byte(w.workspaceText(in, string(text), filepath.Dir(head))), 0o666); err != nil {
		return "", fmt.Errorf("making a workspace for the base: %w", err)
	}
	sum, err := os.ReadFile(head + ".sum")
	if errors.Is(err, fs.ErrNotExist) {
		return file, nil
	}
	if err == nil {
		err = os.WriteFile(file+".sum", sum, 0o666)
	}
	if err != nil {
		return "", fmt.Errorf("making a workspace for the base: %w", err)
	}
	return file, nil
}

// workspaceText is a go.work whose paths are absolute and lead into the worktree where they led
// into the repository. text is the original, and dir where it lies.
func (w *Worktree) workspaceText(in workspaceJSON, text, dir string) string {
	var b strings.Builder
	if in.Go != "" {
		fmt.Fprintf(&b, "go %s\n", in.Go)
	}
	b.WriteString(settingLines(text))
	for _, use := range in.Use {
		if path := w.mapped(dir, use.DiskPath); isFile(filepath.Join(path, "go.mod")) {
			fmt.Fprintf(&b, "use %q\n", path)
		}
	}
	for _, r := range in.Replace {
		path := r.New.Path
		if r.New.Version == "" {
			path = w.mapped(dir, path)
		}
		fmt.Fprintf(&b, "replace %q %s => %q %s\n", r.Old.Path, r.Old.Version, path, r.New.Version)
	}
	return b.String()
}

// settingLines are the toolchain and godebug lines of a go.work, which go work edit -json leaves out, though its documentation
// has them (Go 1.26). The go command has accepted the file.
func settingLines(text string) string {
	var b strings.Builder
	block := "" // the verb of the block that the line lies in
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(line))
		switch {
		case len(words) == 0:
		case words[0] == ")":
			block = ""
		case block != "":
			writeSetting(&b, block, words)
		case len(words) > 1 && words[1] == "(":
			block = words[0]
		default:
			writeSetting(&b, words[0], words[1:])
		}
	}
	return b.String()
}

func writeSetting(b *strings.Builder, verb string, words []string) {
	if verb == "toolchain" || verb == "godebug" {
		fmt.Fprintf(b, "%s %s\n", verb, strings.Join(words, " "))
	}
}

// mapped is a path, relative to dir, as it is for the base.
func (w *Worktree) mapped(dir, path string) string {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if rel, ok := w.repo.inside(path); ok {
		return filepath.Join(w.Dir, rel)
	}
	return path
}

// inside is a path relative to the root of the repository, if it lies in there.
func (r *Repository) inside(path string) (rel string, ok bool) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	rel, err := filepath.Rel(r.Root, path)
	return rel, err == nil && filepath.IsLocal(rel)
}

func isFile(path string) bool {
	fi, err := os.Stat(path)
	return err == nil && fi.Mode().IsRegular()
}
