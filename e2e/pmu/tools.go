package pmu

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

const qemu = "qemu-system-aarch64"

// Missing says why the emulated machine cannot run here, nil if it can. It is for tests to skip with.
func Missing() error {
	if _, err := exec.LookPath(qemu); err != nil {
		return fmt.Errorf("no %s in PATH; e2e/pmu/setup installs it: %w", qemu, err)
	}
	_, err := kernel()
	return err
}

// kernel is the path of the kernel that setup unpacked.
func kernel() (string, error) {
	dir := os.Getenv("PLATEAU_PMU")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("looking for a kernel of arm64: %w", err)
		}
		dir = filepath.Join(cache, "plateau", "pmu")
	}
	path := filepath.Join(dir, "vmlinuz")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("no kernel of arm64; e2e/pmu/setup gets one: %w", err)
	}
	return path, nil
}

//go:embed init/main.go
var initSource []byte

// initProgram is the machine's process 1, built once. The source is in this program, so that it can be built wherever
// the go command runs.
var initProgram = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "plateau-pmu-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module init\n\ngo 1.24.0\n"), 0o666); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), initSource, 0o666); err != nil {
		return nil, err
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", "init", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the init of the emulated machine: %w\n%s", err, out)
	}
	return os.ReadFile(filepath.Join(dir, "init"))
})
