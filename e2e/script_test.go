package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestScripts(t *testing.T) {
	testscript.Run(t, params("testdata/script"))
}

// TestTiming runs the scripts that bound a measured time, one after the other.
// It is no parallel test, so that it is over before those of TestScripts begin.
func TestTiming(t *testing.T) {
	testscript.RunT(serial{t}, params("testdata/timing"))
}

func params(dir string) testscript.Params {
	return testscript.Params{
		Dir:                 dir,
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup:               prepare,
		Condition:           condition,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"results": cmdResults,
			"median":  cmdMedian,
			"ratio":   cmdRatio,
			"json":    cmdJSON,
			"signal":  cmdSignal,
			"status":  cmdStatus,
			"tmpfs":   cmdTmpfs,
		},
	}
}

// serial runs scripts in order: testscript asks for parallel ones.
type serial struct{ *testing.T }

func (serial) Parallel() {}

func (serial) Verbose() bool { return testing.Verbose() }

func (s serial) Run(name string, f func(testscript.T)) {
	s.T.Run(name, func(t *testing.T) { f(serial{t}) })
}

// prepare makes the script's directory the user's module and gives it an
// environment that reaches no network and no module cache: benchx must need
// nothing but the standard library.
func prepare(env *testscript.Env) error {
	env.Values[skipKey{}] = env.T()
	for _, kv := range userEnv(filepath.Join(env.WorkDir, ".modcache")) {
		env.Setenv(kv[0], kv[1])
	}
	env.Setenv("PATH", binDir+string(os.PathListSeparator)+env.Getenv("PATH"))
	files := map[string]string{"go.mod": fmt.Sprintf(userModule, checkout)}
	if _, err := os.Stat(filepath.Join(env.WorkDir, "user_test.go")); err == nil {
		files["spin_test.go"] = spinSource
	}
	for name, text := range files {
		path := filepath.Join(env.WorkDir, name)
		if _, err := os.Stat(path); err == nil {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// skipKey is where a script's T lies, for the commands that skip.
type skipKey struct{}

func skip(ts *testscript.TestScript, format string, args ...any) {
	ts.Value(skipKey{}).(testscript.T).Skip(fmt.Sprintf(format, args...))
}

// condition adds the words that the scripts use in brackets.
func condition(name string) (bool, error) {
	switch name {
	case "race":
		return raceSupported(), nil
	case "root":
		return os.Geteuid() == 0, nil
	case "command":
		if buildErr != nil {
			return false, buildErr
		}
		return true, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// raceSupported reports whether go test -race links here: it takes cgo and a
// C compiler everywhere but on macOS.
func raceSupported() bool {
	switch runtime.GOOS + "/" + runtime.GOARCH {
	case "darwin/amd64", "darwin/arm64":
		return true
	case "linux/amd64", "linux/arm64", "windows/amd64":
		if goEnv.CGO != "1" {
			return false
		}
		out, err := exec.Command("go", "env", "CC").Output()
		if err != nil {
			return false
		}
		_, err = exec.LookPath(strings.TrimSpace(string(out)))
		return err == nil
	}
	return false
}
