package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const newUserSource = `package user

import (
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/benchx"
)

func BenchmarkRepeat(b *testing.B) {
	s := benchx.Start(b)
	for b.Loop() {
		strings.Repeat("plateau", 1000)
		s.Lap()
	}
}
`

// TestNewUser does what the README tells somebody to do who has a module and,
// beside it, a checkout: with a replace, and with a workspace.
func TestNewUser(t *testing.T) {
	for _, test := range []struct {
		name string
		// setup are the go commands that come first, run those that follow.
		setup   [][]string
		run     []string
		touched bool // go.mod is the user's, with our lines in it
	}{{
		name: "replace",
		setup: [][]string{
			{"mod", "edit", "-require=github.com/plateau-bench/plateau@v0.0.0", "-replace=github.com/plateau-bench/plateau=" + checkout,
				"-tool=github.com/plateau-bench/plateau/cmd/plateau"},
			{"mod", "tidy"},
		},
		run:     []string{"tool", "plateau"},
		touched: true,
	}, {
		name:  "workspace",
		setup: [][]string{{"work", "init", ".", checkout}},
		run:   []string{"run", "github.com/plateau-bench/plateau/cmd/plateau"},
	}} {
		t.Run(test.name, func(t *testing.T) {
			u := &user{t: t, dir: t.TempDir()}
			u.env = append(os.Environ(), "GOFLAGS=", "GOWORK=") // as somebody at a terminal
			u.run(nil, "go", "mod", "init", "example.com/user")
			u.run(nil, "go", "mod", "edit", "-go=1.24.0")
			u.write("user_test.go", newUserSource)
			before := readFile(t, filepath.Join(u.dir, "go.mod"))

			for _, args := range test.setup {
				if out, err := u.try("go", args...); err != nil {
					if strings.Contains(out, "dial tcp") || strings.Contains(out, "GOPROXY=off") {
						t.Skip("the command's modules cannot be had here:", out)
					}
					t.Fatalf("go %q: %v\n%s", args, err, out)
				}
			}
			report := u.run(nil, "go", append(test.run, "run", "-count=2", "-benchtime=20ms", "-o", "one.bench", "./...")...)
			if !strings.Contains(report, "Repeat") || !strings.Contains(report, "p99") {
				t.Errorf("the report names no benchmark or no percentile:\n%s", report)
			}
			lines, err := parseResults(readFile(t, filepath.Join(u.dir, "one.bench")))
			if err != nil || len(lines) != 2 {
				t.Errorf("%d result lines (%v), want 2", len(lines), err)
			}
			if changed := before != readFile(t, filepath.Join(u.dir, "go.mod")); changed != test.touched {
				t.Errorf("go.mod changed: %v, want %v", changed, test.touched)
			}
		})
	}
}
