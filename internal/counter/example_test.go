package counter_test

import (
	"fmt"
	"runtime"

	"github.com/plateau-bench/plateau/internal/counter"
	"github.com/plateau-bench/plateau/internal/perfevent"
)

func ExampleSession() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	clock := perfevent.Event{Name: "task-clock", Type: perfevent.TypeSoftware, Config: 1}
	s := counter.Open(
		counter.Request{Event: clock, Scope: counter.Thread},
		counter.Request{Event: clock, Scope: counter.Process},
	)
	defer s.Close()

	s.Attach()
	readings := s.NewReadings(2)
	s.Start()
	for i := range 1000 {
		if i == 100 {
			s.Read(&readings[0]) // the first hundred were the warm-up
		}
		runtime.Gosched()
	}
	s.Stop()
	s.Read(&readings[1])

	for _, v := range s.Values(nil, &readings[0], &readings[1]) {
		// A value is a count or has a reason.
		fmt.Println(v.Counted || v.Why != "")
	}
	// Output:
	// true
	// true
}

func ExampleCheck() {
	clock := perfevent.Event{Name: "task-clock", Type: perfevent.TypeSoftware, Config: 1}
	switch how, err := counter.Check(clock); {
	case err != nil:
		fmt.Println("task-clock cannot be counted:", err)
	case how != "":
		fmt.Println("task-clock:", how)
	}
}
