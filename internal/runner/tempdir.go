package runner

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A temporary directory for samples is called plateau-PID-RANDOM and holds a
// file that says whose it is. A process that is killed leaves it behind, with
// the samples of its runs; the next one finds it.
const (
	tempPrefix = "plateau-"
	ownerFile  = "owner"
	// OverlayFile marks a directory for a build overlay. It has copies of
	// source files, and nothing that anybody would miss.
	OverlayFile = "overlay.json"
)

// NewOverlayDir makes a temporary directory for a build overlay, with an empty
// OverlayFile. It is the caller's to remove; if the process is killed, a later
// Run does so.
func NewOverlayDir() (string, error) {
	root, err := filepath.Abs(os.TempDir())
	if err != nil {
		return "", err
	}
	dir, err := newTempDir(root)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, OverlayFile), nil, 0o600); err != nil {
		os.RemoveAll(dir)
		return "", err
	}
	return dir, nil
}

// newTempDir makes a directory below root, which is absolute.
func newTempDir(root string) (string, error) {
	dir, err := os.MkdirTemp(root, fmt.Sprintf("%s%d-", tempPrefix, os.Getpid()))
	if err != nil {
		return "", err
	}
	// Without its mark, on a full disk say, the directory is of no less use.
	os.WriteFile(filepath.Join(dir, ownerFile), []byte(ownerText(os.Getpid())), 0o600)
	return dir, nil
}

// ownerText is what the mark of a directory holds. Numbers of processes mean
// something on one host only: containers may share a directory.
func ownerText(pid int) string {
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	return fmt.Sprintf("plateau run, process %d on %s\n", pid, host)
}

// abandoned returns the temporary directories below root that processes of
// this user on this host have left behind, in the order of their names. A
// directory counts if its name and its mark agree on a process that is no
// more; links, other users' directories and all that is in doubt do not.
func abandoned(root string) []string {
	entries, _ := os.ReadDir(root)
	var dirs []string
	for _, e := range entries {
		dir := filepath.Join(root, e.Name())
		if strings.HasPrefix(e.Name(), tempPrefix) && isAbandoned(dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// abandonedNote removes abandoned directories without samples, and tells of
// those with some, which only the user can know to be of no use; "" if there
// are none.
func abandonedNote(root string) string {
	var kept []string
	for _, dir := range abandoned(root) {
		if _, err := os.Lstat(filepath.Join(dir, OverlayFile)); err == nil {
			os.RemoveAll(dir)
			continue
		}
		if names, err := sampleNames(dir); err != nil || len(names) > 0 {
			kept = append(kept, dir)
			continue
		}
		// Not what else somebody has put there.
		if err := os.Remove(filepath.Join(dir, ownerFile)); err == nil {
			os.Remove(dir)
		}
	}
	switch len(kept) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("a run that was killed has left its samples in %s: plateau report %s reads them; remove the directory when you have no use for it",
			kept[0], filepath.Join(kept[0], "*.bench"))
	}
	return fmt.Sprintf("%d runs that were killed have left their samples: plateau report %s, say, reads them; remove %s when you have no use for them",
		len(kept), filepath.Join(kept[0], "*.bench"), strings.Join(kept, " "))
}

func isAbandoned(dir string) bool {
	number, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), tempPrefix), "-")
	pid, err := strconv.Atoi(number)
	if err != nil || pid <= 0 || pid == os.Getpid() {
		return false
	}
	fi, err := os.Lstat(dir)
	if err != nil || !fi.IsDir() || !IsOwn(fi) {
		return false
	}
	mark := filepath.Join(dir, ownerFile)
	if fi, err := os.Lstat(mark); err != nil || !fi.Mode().IsRegular() || !IsOwn(fi) {
		return false
	}
	text, err := os.ReadFile(mark)
	return err == nil && string(text) == ownerText(pid) && HasEnded(pid)
}
