package reportx

import (
	"encoding/json"
	"os/exec"
	"testing"
)

// What go.mod demands takes part in the version selection of every user, who
// may import package benchx alone. These are all there may be; that a user's
// module stays as it is, a test in e2e shows.
func TestModuleRequirements(t *testing.T) {
	out, err := exec.Command("go", "mod", "edit", "-json", "../go.mod").Output()
	if err != nil {
		t.Skipf("go mod edit: %v", err)
	}
	var mod struct {
		Go        string
		Toolchain string
		Require   []struct{ Path, Version string }
		Replace   []struct{ Old, New struct{ Path string } }
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	if mod.Go != "1.24.0" || mod.Toolchain != "" || mod.Replace != nil {
		t.Errorf("go %s, toolchain %q, replacements %v", mod.Go, mod.Toolchain, mod.Replace)
	}
	known := map[string]string{
		"github.com/HdrHistogram/hdrhistogram-go": "", // go 1.23.0, and its own requirements are pruned
		"github.com/aclements/go-moremath":        "", // of golang.org/x/perf
		"github.com/google/go-cmp":                "",
		"github.com/montanaflynn/stats":           "",
		"golang.org/x/perf":                       "v0.0.0-20250813145418-2f7363a06fe1", // newer ones demand go 1.26.0
		"golang.org/x/sys":                        "v0.40.0",                            // newer ones demand go 1.26.0
	}
	for _, r := range mod.Require {
		version, ok := known[r.Path]
		if !ok {
			t.Errorf("%s is not to be required", r.Path)
		}
		if version != "" && r.Version != version {
			t.Errorf("%s %s, want %s", r.Path, r.Version, version)
		}
	}
}
