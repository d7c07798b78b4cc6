package perfevent_test

import (
	"fmt"
	"testing/fstest"

	"github.com/plateau-bench/plateau/internal/perfevent"
)

func ExampleMachine_Parse() {
	zen3 := perfevent.Describe("amd64", fstest.MapFS{
		"proc/cpuinfo": {Data: []byte("vendor_id : AuthenticAMD\ncpu family : 25\nmodel : 1\n")},
	})
	for _, name := range []string{"instructions:u", "llc-misses", "stalls-memory", "brnach-misses"} {
		e, err := zen3.Parse(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s: type %d, config %#x, user only: %v\n", e.Name, e.Type, e.Config, e.ExcludeKernel)
	}
	// Output:
	// instructions:u: type 0, config 0x1, user only: true
	// llc-misses: type 4, config 0x4844, user only: false
	// event "stalls-memory": AMD Zen 3 has no event for it that is known here
	// event "brnach-misses": unknown event "brnach-misses"; did you mean branch-misses?
}
