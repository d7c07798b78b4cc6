package instrument

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// places are where the copies may lie in a module, below its root. Patterns like ./... pass by directories that are called testdata or
// begin with an underscore, so that no package of ours is listed among those that are tested.
var places = []string{"internal/testdata/plateau", "testdata/plateau", "_plateau"}

// placeIn is the first place that is free in a module. None is an error, and needs a module that has something of each name.
func placeIn(root string) (string, error) {
	for _, p := range places {
		if isFree(root, p) {
			return p, nil
		}
	}
	return "", fmt.Errorf("the copies of benchx have no place in %s: rename one of %s", root, strings.Join(places, ", "))
}

// isFree reports whether packages can be added at a place: nothing is there, no file stands in the way, and no other module.
func isFree(root, place string) bool {
	for _, dir := range ancestors(place) {
		dir = filepath.Join(root, filepath.FromSlash(dir))
		if _, err := os.Lstat(dir); err != nil {
			return true // nor is there anything below
		}
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return false
		}
		if _, err := os.Lstat(filepath.Join(dir, "go.mod")); err == nil {
			return false
		}
	}
	return false
}

// ancestors are the directories that lead to a place, and the place.
func ancestors(place string) []string {
	if place == "." {
		return nil
	}
	return append(ancestors(path.Dir(place)), place)
}
