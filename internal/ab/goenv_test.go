package ab

import (
	"os"
	"path/filepath"
	"testing"
)

func TestGoEnv(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the go command")
	}
	dir := t.TempDir()
	env := append(os.Environ(), "GOWORK=off", "GOFLAGS=-count=1")
	got, err := GoEnv(dir, env, nil, "GOWORK", "GOFLAGS")
	if err != nil || len(got) != 2 || got["GOWORK"] != "off" || got["GOFLAGS"] != "-count=1" {
		t.Errorf("%q, error %v", got, err)
	}
	if _, err := GoEnv(filepath.Join(dir, "none"), env, nil, "GOWORK"); err == nil {
		t.Error("a directory that is not there has an environment")
	}
}
