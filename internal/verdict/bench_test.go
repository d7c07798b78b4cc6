package verdict

import (
	"fmt"
	"testing"
)

func BenchmarkPaired(b *testing.B) {
	for _, k := range []int{10, 30, 100} {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			s := noisy(k, 2)
			for b.Loop() {
				Paired(s)
			}
		})
	}
}

func BenchmarkPairedJointly(b *testing.B) {
	for _, k := range []int{10, 30, 100} {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			s := noisy(k, 2)
			for b.Loop() {
				PairedJointly(s)
			}
		})
	}
}

func BenchmarkUnpaired(b *testing.B) {
	for _, k := range []int{10, 20, 100} {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			s := noisy(k, 2)
			for b.Loop() {
				Unpaired(s)
			}
		})
	}
}

// BenchmarkJudge is ten thousand tests at once.
func BenchmarkJudge(b *testing.B) {
	tests := make([]Test, 10_000)
	for i := range tests {
		tests[i].Change = Paired(noisy(10, uint64(i)))
	}
	for b.Loop() {
		Judge(tests)
	}
}
