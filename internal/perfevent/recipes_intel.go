package perfevent

// Codes of Intel cores, from the lists that Intel publishes (github.com/intel/perfmon) and Linux carries in
// tools/perf/pmu-events/arch/x86/{haswell,broadwell,skylake,icelake,alderlake,sapphirerapids}. Architectural ones are in
// the Software Developer's Manual, volume 3, table "Encodings for pre-defined architectural performance events".
var intelRecipes = []recipe{
	{"l1d-misses", haswell, goldenCove, false, part{event: 0x51, umask: 0x01}, "L1D.REPLACEMENT"},
	{"l1d-load-misses", haswell, goldenCove, false, part{event: 0xd1, umask: 0x08}, "MEM_LOAD_RETIRED.L1_MISS"},
	{"l2-accesses", haswell, goldenCove, false, part{event: 0x24, umask: 0xff}, "L2_RQSTS.REFERENCES"},
	{"l2-misses", haswell, goldenCove, false, part{event: 0x24, umask: 0x3f}, "L2_RQSTS.MISS"},
	{"l2-load-misses", haswell, goldenCove, false, part{event: 0xd1, umask: 0x10}, "MEM_LOAD_RETIRED.L2_MISS"},
	{"l3-accesses", haswell, goldenCove, true, part{event: 0x2e, umask: 0x4f}, "LONGEST_LAT_CACHE.REFERENCE"},
	{"l3-misses", haswell, goldenCove, true, part{event: 0x2e, umask: 0x41}, "LONGEST_LAT_CACHE.MISS"},
	{"l3-load-misses", haswell, goldenCove, false, part{event: 0xd1, umask: 0x20}, "MEM_LOAD_RETIRED.L3_MISS"},
	{"llc-misses", haswell, goldenCove, true, part{event: 0x2e, umask: 0x41}, "LONGEST_LAT_CACHE.MISS"},

	{"dtlb-walks", haswell, iceLake, false, part{event: 0x08, umask: 0x0e}, "DTLB_LOAD_MISSES.WALK_COMPLETED, of loads"},
	{"dtlb-walks", goldenCove, goldenCove, false, part{event: 0x12, umask: 0x0e}, "DTLB_LOAD_MISSES.WALK_COMPLETED, of loads"},
	{"itlb-walks", haswell, iceLake, false, part{event: 0x85, umask: 0x0e}, "ITLB_MISSES.WALK_COMPLETED"},
	{"itlb-walks", goldenCove, goldenCove, false, part{event: 0x11, umask: 0x0e}, "ITLB_MISSES.WALK_COMPLETED"},

	{"stalls-total", haswell, goldenCove, false, part{event: 0xa3, umask: 0x04, cmask: 4}, "CYCLE_ACTIVITY.STALLS_TOTAL"},
	{"stalls-frontend", haswell, skylake, false, part{event: 0x9c, umask: 0x01, cmask: 4}, "IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE"},
	{"stalls-frontend", iceLake, iceLake, false, part{event: 0x9c, umask: 0x01, cmask: 5}, "IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE"},
	{"stalls-frontend", goldenCove, goldenCove, false, part{event: 0x9c, umask: 0x01, cmask: 6}, "IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE"},
	{"stalls-backend", haswell, skylake, false, part{event: 0xa2, umask: 0x01}, "RESOURCE_STALLS.ANY"},
	{"stalls-memory", haswell, broadwell, false, part{event: 0xa3, umask: 0x06, cmask: 6}, "CYCLE_ACTIVITY.STALLS_LDM_PENDING"},
	{"stalls-memory", skylake, iceLake, false, part{event: 0xa3, umask: 0x14, cmask: 20}, "CYCLE_ACTIVITY.STALLS_MEM_ANY"},
	{"stalls-memory", goldenCove, goldenCove, false, part{event: 0xa6, umask: 0x21, cmask: 5}, "EXE_ACTIVITY.BOUND_ON_LOADS"},
	{"stalls-l3-miss", skylake, iceLake, false, part{event: 0xa3, umask: 0x06, cmask: 6}, "CYCLE_ACTIVITY.STALLS_L3_MISS"},
	{"stalls-l3-miss", goldenCove, goldenCove, false, part{event: 0x47, umask: 0x09, cmask: 9}, "MEMORY_ACTIVITY.STALLS_L3_MISS"},

	// These need no group with the event slots as its leader, unlike cpu/topdown-retiring/ and its like.
	{"slots", iceLake, goldenCove, false, part{event: 0xa4, umask: 0x01}, "TOPDOWN.SLOTS_P"},
	{"topdown-retiring", iceLake, goldenCove, false, part{event: 0xc2, umask: 0x02}, "UOPS_RETIRED.SLOTS"},
	{"topdown-bad-spec", goldenCove, goldenCove, false, part{event: 0xa4, umask: 0x04}, "TOPDOWN.BAD_SPEC_SLOTS"},
	{"topdown-fe-bound", iceLake, goldenCove, false, part{event: 0x9c, umask: 0x01}, "IDQ_UOPS_NOT_DELIVERED.CORE"},
	{"topdown-be-bound", iceLake, goldenCove, false, part{event: 0xa4, umask: 0x02}, "TOPDOWN.BACKEND_BOUND_SLOTS"},
	{"ops-retired", haswell, goldenCove, false, part{event: 0xc2, umask: 0x02}, "UOPS_RETIRED.RETIRE_SLOTS"},

	// An instruction with a fused multiply-add counts twice.
	{"fp-scalar-double", broadwell, goldenCove, false, part{event: 0xc7, umask: 0x01}, "FP_ARITH_INST_RETIRED.SCALAR_DOUBLE"},
	{"fp-scalar-single", broadwell, goldenCove, false, part{event: 0xc7, umask: 0x02}, "FP_ARITH_INST_RETIRED.SCALAR_SINGLE"},
	{"fp-128-double", broadwell, goldenCove, false, part{event: 0xc7, umask: 0x04}, "FP_ARITH_INST_RETIRED.128B_PACKED_DOUBLE"},
	{"fp-128-single", broadwell, goldenCove, false, part{event: 0xc7, umask: 0x08}, "FP_ARITH_INST_RETIRED.128B_PACKED_SINGLE"},
	{"fp-256-double", broadwell, goldenCove, false, part{event: 0xc7, umask: 0x10}, "FP_ARITH_INST_RETIRED.256B_PACKED_DOUBLE"},
	{"fp-256-single", broadwell, goldenCove, false, part{event: 0xc7, umask: 0x20}, "FP_ARITH_INST_RETIRED.256B_PACKED_SINGLE"},
	{"fp-512-double", skylake, goldenCove, false, part{event: 0xc7, umask: 0x40}, "FP_ARITH_INST_RETIRED.512B_PACKED_DOUBLE"},
	{"fp-512-single", skylake, goldenCove, false, part{event: 0xc7, umask: 0x80}, "FP_ARITH_INST_RETIRED.512B_PACKED_SINGLE"},
}
