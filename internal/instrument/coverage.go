package instrument

import (
	"errors"
	"strconv"
)

// ErrCoverPackages is why -coverpkg and an overlay do not go together.
var ErrCoverPackages = errors.New("-coverpkg wants packages from disk that only the overlay has: use -cover, or leave -auto away")

// Coverage reports whether arguments of go test ask for coverage (see Query.Cover), and whether of packages of their own choice, with which
// there is no overlay.
func Coverage(args []string) (covers, others bool) {
	for _, arg := range args {
		name, value, ok := cutFlag(arg)
		if !ok {
			continue
		}
		switch name {
		case "args":
			return covers, others
		case "cover":
			on, err := strconv.ParseBool(value)
			covers = covers || err != nil || on // -cover alone is on
		case "covermode", "coverprofile":
			covers = true
		case "coverpkg":
			covers, others = true, true
		}
	}
	return covers, others
}
