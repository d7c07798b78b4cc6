package roofline

import "syscall"

// adviseHuge asks for huge pages; without them misses of the TLB would be measured too. A refusal costs accuracy only.
func adviseHuge(memory []byte) {
	const hugePage = 14 // MADV_HUGEPAGE
	_ = syscall.Madvise(memory, hugePage)
}
