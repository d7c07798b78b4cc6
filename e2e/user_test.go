package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// userModule is the go.mod of a user who works with a checkout.
const userModule = `module example.com/user

go 1.24.0

require github.com/plateau-bench/plateau v0.0.0

replace github.com/plateau-bench/plateau => %s
`

// spinSource is an operation of a known least duration that keeps its CPU.
const spinSource = `package user

import "time"

func spin(d time.Duration) {
	for t := time.Now(); time.Since(t) < d; {
	}
}
`

// userEnv is the go command's environment in a user's module: no network, and
// modules from modcache alone.
func userEnv(modcache string) [][2]string {
	return [][2]string{
		{"CHECKOUT", checkout},
		{"GOCACHE", goEnv.GOCACHE},
		{"GOMODCACHE", modcache},
		{"GOENV", "off"},
		{"GOFLAGS", "-mod=mod"},
		{"GOPROXY", "off"},
		{"GOSUMDB", "off"},
		{"GOTOOLCHAIN", "local"}, // go test put the toolchain it runs at the head of PATH
		{"GOWORK", "off"},
	}
}

// A user is a module of its own that uses the checkout.
type user struct {
	t   *testing.T
	dir string
	env []string
}

// newUser makes a module of the given files, a go.mod and a spin_test.go.
func newUser(t *testing.T, files map[string]string) *user {
	t.Helper()
	u := &user{t: t, dir: t.TempDir()}
	u.environ(filepath.Join(t.TempDir(), "modcache"))
	u.write("go.mod", fmt.Sprintf(userModule, checkout))
	u.write("spin_test.go", spinSource)
	for name, text := range files {
		u.write(name, text)
	}
	return u
}

func (u *user) environ(modcache string) {
	u.env = os.Environ()
	for _, kv := range userEnv(modcache) {
		u.env = append(u.env, kv[0]+"="+kv[1])
	}
	u.env = append(u.env, "PATH="+binDir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func (u *user) write(name, text string) {
	u.t.Helper()
	path := filepath.Join(u.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		u.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		u.t.Fatal(err)
	}
}

// try returns all that a command writes, and how it ended.
func (u *user) try(name string, args ...string) (output string, err error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = u.dir
	cmd.Env = u.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// run returns what a command writes to standard output; it must succeed. env
// holds variables of this run alone.
func (u *user) run(env []string, name string, args ...string) string {
	u.t.Helper()
	if name == "plateau" {
		if buildErr != nil {
			u.t.Fatal(buildErr)
		}
		name = plateau
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = u.dir
	cmd.Env = append(u.env[:len(u.env):len(u.env)], env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		u.t.Fatalf("%s %q: %v\n%s%s", name, args, err, out, stderr.Bytes())
	}
	return string(out)
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
