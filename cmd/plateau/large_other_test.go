//go:build !linux

package main

import "os"

// maxRSS is the most memory that a process had; not known here.
func maxRSS(*os.ProcessState) int64 { return 0 }
