package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// checkout is the absolute path of the module under test, binDir a directory
// for commands, and plateau the path of the one built from the checkout.
var checkout, binDir, plateau string

// buildErr says why the plateau command could not be built. Only the tests
// that need the command fail for it.
var buildErr error

// goEnv holds what the go command of this process uses: scripts get a clean
// environment, and share nothing with it but the build cache.
var goEnv struct {
	GOCACHE    string
	GOMODCACHE string
	GOPROXY    string
	GOVERSION  string
	CGO        string `json:"CGO_ENABLED"`
}

func TestMain(m *testing.M) {
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	if err := setup(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 2
	}
	defer os.RemoveAll(binDir)
	return m.Run()
}

func setup() error {
	var err error
	if checkout, err = filepath.Abs(".."); err != nil {
		return err
	}
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOVERSION", "CGO_ENABLED").Output()
	if err != nil {
		return fmt.Errorf("asking go env: %w", err)
	}
	if err := json.Unmarshal(out, &goEnv); err != nil {
		return fmt.Errorf("reading go env: %w", err)
	}
	if binDir, err = os.MkdirTemp("", "plateau-e2e-"); err != nil {
		return err
	}
	buildErr = buildCommand()
	return nil
}

// buildCommand builds the command in the checkout's own module, so that it is
// linked with the versions that its users get and not with those of e2e.
func buildCommand() error {
	plateau = filepath.Join(binDir, "plateau")
	if runtime.GOOS == "windows" {
		plateau += ".exe"
	}
	cmd := exec.Command("go", "build", "-o", plateau, "./cmd/plateau")
	cmd.Dir = checkout
	if out, err := cmd.CombinedOutput(); err != nil {
		return errors.Join(fmt.Errorf("building the plateau command: %w", err), errors.New(string(out)))
	}
	return nil
}
