//go:build !unix

package main

import "os"

// replaceable reports whether a new file may take the place of one.
func replaceable(was, is os.FileInfo) bool { return true }
