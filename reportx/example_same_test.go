package reportx_test

import (
	"fmt"
	"os"

	"github.com/plateau-bench/plateau/reportx"
)

func ExampleSameProgram() {
	c := reportx.SameProgram("main", "HEAD", reportx.GateOptions{})
	if err := c.WriteText(os.Stdout, reportx.TextOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// passed: both sides are the same program
	//
	// both sides are the same program: nothing was measured
}
