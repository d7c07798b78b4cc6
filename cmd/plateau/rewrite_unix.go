//go:build unix

package main

import (
	"os"
	"syscall"
)

// replaceable reports whether nothing but the text differs between a file and a new one: the old has one name, and its owner and group
// are those of new files.
func replaceable(was, is os.FileInfo) bool {
	a, ok := was.Sys().(*syscall.Stat_t)
	b, also := is.Sys().(*syscall.Stat_t)
	return ok && also && a.Nlink == 1 && a.Uid == b.Uid && a.Gid == b.Gid
}
