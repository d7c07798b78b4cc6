package main

import (
	"os"
	"path/filepath"

	"github.com/plateau-bench/plateau/internal/ab"
)

// likeGoTest puts the toolchain of each side first in its PATH, so that a benchmark that runs the go command runs
// the one that built it.
func (x *abRun) likeGoTest() error {
	if x.options.baseBin != "" {
		return nil
	}
	for _, side := range ab.Sides() {
		values, err := ab.GoEnv(x.dirs[side], x.env[side], x.signals, "GOROOT")
		if err != nil {
			return err
		}
		path := filepath.Join(values["GOROOT"], "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
		x.env[side] = append(x.env[side], "PATH="+path)
	}
	return nil
}
