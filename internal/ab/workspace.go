package ab

import (
	"encoding/json"
	"fmt"
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
	Go, Toolchain string
	Use           []struct{ DiskPath string }
	Replace       []struct {
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
	file := filepath.Join(w.temp, "go.work")
	if err := os.WriteFile(file, []byte(w.workspaceText(in, filepath.Dir(head))), 0o666); err != nil {
		return "", err
	}
	if sum, err := os.ReadFile(head + ".sum"); err == nil {
		os.WriteFile(file+".sum", sum, 0o666)
	}
	return file, nil
}

// workspaceText is a go.work whose paths are absolute and lead into the worktree where they led
// into the repository. dir is where the original lies.
func (w *Worktree) workspaceText(in workspaceJSON, dir string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "go %s\n", in.Go)
	if in.Toolchain != "" {
		fmt.Fprintf(&b, "toolchain %s\n", in.Toolchain)
	}
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
	return rel, err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func isFile(path string) bool {
	fi, err := os.Stat(path)
	return err == nil && fi.Mode().IsRegular()
}
