package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestModuleGraph keeps a small user module as it is: what our go.mod demands
// takes part in the version selection of everybody who imports us.
func TestModuleGraph(t *testing.T) {
	u := newUser(t, map[string]string{
		"user_test.go": `package user

import (
	"testing"

	"github.com/plateau-bench/plateau/benchx"
	"golang.org/x/text/language"
)

func BenchmarkParse(b *testing.B) {
	s := benchx.Start(b)
	for b.Loop() {
		language.MustParse("de-AT")
		s.Lap()
	}
}
`,
		"go.mod": fmt.Sprintf(`module example.com/user

go 1.24.0

require (
	github.com/plateau-bench/plateau v0.0.0
	golang.org/x/text v0.14.0
)

replace github.com/plateau-bench/plateau => %s
`, checkout),
	})
	before := readFile(t, filepath.Join(u.dir, "go.mod"))
	u.env = append(u.env, "GOPROXY="+goEnv.GOPROXY, "GOMODCACHE="+goEnv.GOMODCACHE, "GOFLAGS=")
	if out, err := u.try("go", "mod", "tidy"); err != nil {
		if strings.Contains(out, "dial tcp") || strings.Contains(out, "GOPROXY=off") {
			t.Skip("golang.org/x/text cannot be had here:", out)
		}
		t.Fatalf("go mod tidy: %v\n%s", err, out)
	}
	if after := readFile(t, filepath.Join(u.dir, "go.mod")); before != after {
		t.Errorf("go mod tidy changed a user's go.mod to\n%s", after)
	}
}
