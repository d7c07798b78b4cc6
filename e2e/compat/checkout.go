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
	if err := copyTree(dir, got.Dir); err != nil {
		return err
	}
	cmd = exec.Command("go", append([]string{"list", "-deps", "-test"}, s.packages...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("what the tests of %s need: %w\n%s", s.path, err, out)
	}
	return nil
}

// copyTree copies files. In the module cache they cannot be written to, and neither can these.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o666)
	})
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
