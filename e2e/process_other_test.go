//go:build !unix

package e2e

import "github.com/rogpeppe/go-internal/testscript"

func cmdSignal(ts *testscript.TestScript, neg bool, args []string) {
	ts.Fatalf("signal: this system has no signals that one process sends another")
}

func cmdTmpfs(ts *testscript.TestScript, neg bool, args []string) {
	ts.Fatalf("tmpfs: this system mounts none")
}
