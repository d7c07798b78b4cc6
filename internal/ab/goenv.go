package ab

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/plateau-bench/plateau/internal/runner"
)

// GoEnv are variables as the go command sees them in a directory and an environment. Asking takes long where that has to obtain
// another toolchain first: a signal ends it with an Interrupted.
func GoEnv(dir string, env []string, signals <-chan os.Signal, names ...string) (map[string]string, error) {
	var out, diagnosis bytes.Buffer
	p := runner.Process{
		Path: "go", Args: append([]string{"env", "-json"}, names...), Dir: dir, Env: inDir(env, dir),
		Stdout: &out, Stderr: &diagnosis, Grace: time.Second, NoInput: true,
	}
	exit, err := p.Run(signals)
	switch {
	case exit.Signal != nil:
		return nil, &Interrupted{exit.Signal}
	case err != nil:
		return nil, fmt.Errorf("asking go env: %w", err)
	case exit.Status != 0:
		return nil, fmt.Errorf("asking go env: %s", strings.TrimSpace(diagnosis.String()))
	}
	values := make(map[string]string)
	if err := json.Unmarshal(out.Bytes(), &values); err != nil {
		return nil, fmt.Errorf("what go env says: %w", err)
	}
	return values, nil
}
