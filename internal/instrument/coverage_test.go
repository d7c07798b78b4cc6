package instrument

import (
	"strings"
	"testing"
)

func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		args           string
		covers, others bool
	}{
		{"", false, false},
		{"test -json -bench=. ./cover cover", false, false},
		{"test -cover", true, false},
		{"test --cover=true", true, false},
		{"test -cover=false", false, false},
		{"test -coverprofile=x", true, false},
		{"test -covermode atomic", true, false},
		{"test -coverpkg=./...", true, true},
		{"test -bench=. -args -coverpkg=x", false, false},
	} {
		if covers, others := Coverage(strings.Fields(c.args)); covers != c.covers || others != c.others {
			t.Errorf("%q: %t, %t", c.args, covers, others)
		}
	}
}
