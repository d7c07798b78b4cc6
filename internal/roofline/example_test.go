package roofline_test

import (
	"fmt"

	"github.com/plateau-bench/plateau/internal/roofline"
)

// A dot product of a thousand float64 does 2000 operations on 16 kB; it takes 1 us.
func ExampleRoof_Place() {
	machine := roofline.Roof{Flops: 100e9, Memory: []roofline.Level{{Name: "memory", Bandwidth: 20e9}}}
	p := machine.Place(roofline.Work{Flops: 2000, Bytes: 16000}, 1000)
	fmt.Println(p)
	// Output: memory-bound: left of the ridge at 0.125 FLOP/B (ridge 5), 2 GFLOP/s of at most 2.5 GFLOP/s, 80% of the bound that the bandwidth of memory sets; move fewer bytes for the same arithmetic: block, fuse passes, pack the data
}

// Right of the ridge, and yet arithmetic is not what takes the time.
func ExampleRoof_Place_notComputeBound() {
	machine := roofline.Roof{Flops: 100e9, Memory: []roofline.Level{{Name: "memory", Bandwidth: 20e9}}}
	p := machine.Place(roofline.Work{Flops: 10_000, Bytes: 1000}, 1000)
	fmt.Printf("%s at %.0f%%\n", p.Verdict, 100*p.Share)
	// Output: not compute-bound in fact at 10%
}

func ExampleRoof_Ridge() {
	machine := roofline.Roof{Flops: 100e9, Memory: []roofline.Level{{Name: "memory", Bandwidth: 20e9}}}
	fmt.Println(machine.Ridge(), "FLOP/B")
	// Output: 5 FLOP/B
}

func ExampleRetired_Flops() {
	scalar, packed, none := 1000.0, 500.0, 0.0
	r := roofline.Retired{&scalar, &none, &none, &none, &packed, &none, &none, &none}
	double, single, missing := r.Flops()
	fmt.Println(double, single, missing)
	// Output: 3000 0 []
}

// The machine is measured once, in about a second, and later processes read what was kept. There is no output here, as
// every machine has its own.
func ExampleStore() {
	var store roofline.Store
	peaks := store.Peaks(roofline.Options{})
	point := peaks.Roof(1, 64).Place(roofline.Work{Flops: 2000, Bytes: 16000}, 1000)
	fmt.Println(peaks)
	fmt.Println(point)
	for _, note := range peaks.Notes {
		fmt.Println(note)
	}
}

func ExamplePeaks_Roof() {
	peaks := roofline.Peaks{
		Threads: 4,
		Flops64: roofline.Rates{Core: roofline.Rate{Best: 50e9}, All: roofline.Rate{Best: 160e9}},
		Memory:  roofline.Rates{Core: roofline.Rate{Best: 15e9}, All: roofline.Rate{Best: 40e9}},
	}
	for _, cores := range []int{1, 2, 4} {
		roof := peaks.Roof(cores, 64)
		fmt.Printf("%d: %g GFLOP/s, %g GB/s, ridge %.1f\n", cores, roof.Flops/1e9, roof.Memory[0].Bandwidth/1e9, roof.Ridge())
	}
	// Output:
	// 1: 50 GFLOP/s, 15 GB/s, ridge 3.3
	// 2: 100 GFLOP/s, 30 GB/s, ridge 3.3
	// 4: 160 GFLOP/s, 40 GB/s, ridge 4.0
}
