package perfevent

// Common events of Arm's PMUv3: Arm Architecture Reference Manual for A-profile architecture (DDI 0487), "PMU events and
// event numbers"; under the names of drivers/perf/arm_pmuv3.c in Linux.
var armRecipes = []recipe{
	{"l1d-misses", armv8, armv8, true, part{event: 0x03, named: "l1d_cache_refill"}, "L1D_CACHE_REFILL"},
	{"l1d-load-misses", armv8, armv8, true, part{event: 0x39, named: "l1d_cache_lmiss_rd"}, "L1D_CACHE_LMISS_RD, misses that cause a long latency"},
	{"l2-accesses", armv8, armv8, true, part{event: 0x16, named: "l2d_cache"}, "L2D_CACHE"},
	{"l2-misses", armv8, armv8, true, part{event: 0x17, named: "l2d_cache_refill"}, "L2D_CACHE_REFILL"},
	{"l2-load-misses", armv8, armv8, true, part{event: 0x4009, named: "l2d_cache_lmiss_rd"}, "L2D_CACHE_LMISS_RD, misses that cause a long latency"},
	{"l3-accesses", armv8, armv8, true, part{event: 0x2b, named: "l3d_cache"}, "L3D_CACHE"},
	{"l3-misses", armv8, armv8, true, part{event: 0x2a, named: "l3d_cache_refill"}, "L3D_CACHE_REFILL"},
	{"l3-load-misses", armv8, armv8, true, part{event: 0x400b, named: "l3d_cache_lmiss_rd"}, "L3D_CACHE_LMISS_RD, misses that cause a long latency"},
	{"llc-misses", armv8, armv8, true, part{event: 0x37, named: "ll_cache_miss_rd"}, "LL_CACHE_MISS_RD, of reads"},

	{"dtlb-walks", armv8, armv8, true, part{event: 0x34, named: "dtlb_walk"}, "DTLB_WALK"},
	{"itlb-walks", armv8, armv8, true, part{event: 0x35, named: "itlb_walk"}, "ITLB_WALK"},

	{"stalls-total", armv8, armv8, true, part{event: 0x3c, named: "stall"}, "STALL"},
	{"stalls-frontend", armv8, armv8, true, part{event: 0x23, named: "stall_frontend"}, "STALL_FRONTEND"},
	{"stalls-backend", armv8, armv8, true, part{event: 0x24, named: "stall_backend"}, "STALL_BACKEND"},
	{"stalls-memory", armv8, armv8, true, part{event: 0x4005, named: "stall_backend_mem"}, "STALL_BACKEND_MEM"},

	// Retired and wasted slots are (slots - stall_slot) x ops-retired / ops-dispatched and the rest of it.
	{"slots", armv8, armv8, true, part{event: 0x11, named: "cpu_cycles", perSlot: true}, "CPU_CYCLES times the slots of a cycle"},
	{"topdown-fe-bound", armv8, armv8, true, part{event: 0x3e, named: "stall_slot_frontend"}, "STALL_SLOT_FRONTEND"},
	{"topdown-be-bound", armv8, armv8, true, part{event: 0x3d, named: "stall_slot_backend"}, "STALL_SLOT_BACKEND"},
	{"ops-dispatched", armv8, armv8, true, part{event: 0x3b, named: "op_spec"}, "OP_SPEC"},
	{"ops-retired", armv8, armv8, true, part{event: 0x3a, named: "op_retired"}, "OP_RETIRED"},
}
