package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/plateau-bench/plateau/internal/ab"
)

// likeGoTest puts the toolchain of each side first in its PATH, so that a benchmark that runs the go command runs
// the one that built it.
func (x *abRun) likeGoTest() error {
	if x.options.baseBin != "" {
		return nil
	}
	for _, side := range ab.Sides() {
		values, err := goEnv(x.dirs[side], x.env[side], "GOROOT")
		if err != nil {
			return err
		}
		path := filepath.Join(values["GOROOT"], "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
		x.env[side] = append(x.env[side], "PATH="+path)
	}
	return nil
}

// goEnv are variables as the go command sees them in a directory and an environment.
func goEnv(dir string, env []string, names ...string) (map[string]string, error) {
	cmd := exec.Command("go", append([]string{"env", "-json"}, names...)...)
	cmd.Dir, cmd.Env = dir, append(env[:len(env):len(env)], "PWD="+dir)
	var diagnosis bytes.Buffer
	cmd.Stderr = &diagnosis
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("the go command was not found: install Go (https://go.dev/dl) or add its bin directory to PATH")
	}
	if err != nil {
		return nil, fmt.Errorf("asking go env: %w: %s", err, strings.TrimSpace(diagnosis.String()))
	}
	values := make(map[string]string)
	return values, json.Unmarshal(out, &values)
}
