package compat

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// checkout downloads a module and copies it to dir, as a checkout of it would be. What cannot be downloaded is an error.
func (s subject) checkout(dir string) error {
	cmd := exec.Command("go", "mod", "download", "-json", s.path+"@"+s.version)
	cmd.Dir = os.TempDir()
	out, err := cmd.Output()
	var got struct{ Dir, Error string }
	if json.Unmarshal(out, &got) != nil || got.Dir == "" {
		return fmt.Errorf("downloading %s %s: %s (%w)", s.path, s.version, got.Error, err)
	}
	if err := os.CopyFS(dir, os.DirFS(got.Dir)); err != nil { // whose files can be written to, as those of the cache cannot
		return err
	}
	cmd = exec.Command("go", append([]string{"list", "-deps", "-test"}, s.packages...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("what the tests of %s need: %w\n%s", s.path, err, out)
	}
	return nil
}

// sum is a digest of all files in a directory, their names included.
func sum(dir string) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		fmt.Fprintf(h, "%s\n", rel)
		if d.IsDir() {
			return nil
		}
		text, err := os.ReadFile(path)
		h.Write(text)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
