package pmu

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// An archive is a RAM disk in the format that Linux unpacks at boot, cpio "newc"
// (Documentation/driver-api/early-userspace/buffer-format.rst). Parents come before what they hold.
type archive struct {
	bytes.Buffer
	inode int
	dirs  map[string]bool
}

const (
	modeDir    = 0o040755
	modeDevice = 0o020600
	modeFile   = 0o100755
)

// file adds a file, and the directories above it.
func (a *archive) file(name string, data []byte) {
	a.parents(name)
	a.entry(name, modeFile, data, 0, 0)
}

// device adds a character device.
func (a *archive) device(name string, major, minor int) {
	a.parents(name)
	a.entry(name, modeDevice, nil, major, minor)
}

func (a *archive) parents(name string) {
	dir := path.Dir(name)
	if dir == "." || a.dirs[dir] {
		return
	}
	a.parents(dir)
	a.entry(dir, modeDir, nil, 0, 0)
	if a.dirs == nil {
		a.dirs = map[string]bool{}
	}
	a.dirs[dir] = true
}

// tree adds a file or a directory with all that is in it, under a name.
func (a *archive) tree(name, from string) error {
	return filepath.WalkDir(from, func(file string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rest := filepath.ToSlash(strings.TrimPrefix(file, from))
		a.file(path.Join(name, rest), data)
		return nil
	})
}

// end writes the last entry.
func (a *archive) end() { a.entry("TRAILER!!!", 0, nil, 0, 0) }

func (a *archive) entry(name string, mode int, data []byte, major, minor int) {
	a.inode++
	// Magic, then inode, mode, uid, gid, links, mtime, size, the device of the file system, of the file, length of
	// the name, checksum; each eight hexadecimal digits.
	fmt.Fprintf(a, "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x",
		a.inode, mode, 0, 0, 1, 0, len(data), 0, 0, major, minor, len(name)+1, 0)
	io.WriteString(a, name+"\x00")
	a.pad()
	a.Write(data)
	a.pad()
}

// pad fills up to a multiple of four bytes.
func (a *archive) pad() {
	for a.Len()%4 != 0 {
		a.WriteByte(0)
	}
}
