package perfevent

// Codes of AMD Zen cores, from AMD's Processor Programming References as Linux carries them in
// tools/perf/pmu-events/arch/x86/amdzen{1,2,3,4,5} and arch/x86/events/amd/core.c (amd_zen1_perfmon_event_map and its
// successors). The L3 cache belongs to a complex of cores, so that its events count for the system.
var amdRecipes = []recipe{
	{"l1d-misses", zen2, zen2, false, part{event: 0x43, umask: 0x5b}, "ls_refills_from_sys, demand fills from every source"},
	{"l1d-misses", zen3, zen5, false, part{event: 0x44, umask: 0xff}, "ls_any_fills_from_sys.all"},
	{"l2-accesses", zen1, zen5, false, part{event: 0x60, umask: 0xf9}, "l2_request_g1.all_no_prefetch"},
	{"l2-misses", zen1, zen5, false, part{event: 0x64, umask: 0x09}, "l2_cache_req_stat.ic_dc_miss_in_l2, prefetches of the L2 cache left out"},
	{"l3-accesses", zen1, zen5, false, part{event: 0x04, umask: 0xff, pmu: "amd_l3"}, "l3_lookup_state, all accesses of the system"},
	{"l3-misses", zen1, zen5, false, part{event: 0x04, umask: 0x01, pmu: "amd_l3"}, "l3_lookup_state.l3_miss, of the system"},
	{"llc-misses", zen2, zen2, false, part{event: 0x43, umask: 0x48}, "ls_refills_from_sys, demand fills from memory"},
	{"llc-misses", zen3, zen5, false, part{event: 0x44, umask: 0x48}, "ls_any_fills_from_sys.dram_io_all, of the L1 data cache"},

	{"dtlb-walks", zen1, zen5, false, part{event: 0x45, umask: 0xf0}, "ls_l1_d_tlb_miss.all_l2_miss"},
	{"itlb-walks", zen2, zen3, false, part{event: 0x85, umask: 0x07}, "bp_l1_tlb_miss_l2_tlb_miss, all page sizes"},
	{"itlb-walks", zen4, zen4, false, part{event: 0x85, umask: 0x0f}, "bp_l1_tlb_miss_l2_tlb_miss.all"},

	{"stalls-frontend", zen1, zen1, false, part{event: 0x87, umask: 0x02}, "ic_fetch_stall.ic_stall_dq_empty"},
	{"stalls-frontend", zen2, zen5, false, part{event: 0xa9}, "de_op_queue_empty"},
	{"stalls-backend", zen1, zen1, false, part{event: 0x87, umask: 0x01}, "ic_fetch_stall.ic_stall_back_pressure"},

	// Bad speculation is what was dispatched and did not retire: ops-dispatched less ops-retired.
	{"slots", zen4, zen4, false, part{event: 0x76, scale: 6}, "ls_not_halted_cyc times 6"},
	{"slots", zen5, zen5, false, part{event: 0x76, scale: 8}, "ls_not_halted_cyc times 8"},
	{"topdown-retiring", zen4, zen5, false, part{event: 0xc1}, "ex_ret_ops"},
	{"topdown-fe-bound", zen4, zen5, false, part{event: 0x1a0, umask: 0x01}, "de_no_dispatch_per_slot.no_ops_from_frontend"},
	{"topdown-be-bound", zen4, zen5, false, part{event: 0x1a0, umask: 0x1e}, "de_no_dispatch_per_slot.backend_stalls"},
	{"topdown-smt", zen4, zen5, false, part{event: 0x1a0, umask: 0x60}, "de_no_dispatch_per_slot.smt_contention"},
	{"ops-dispatched", zen4, zen5, false, part{event: 0xaa, umask: 0x07}, "de_src_op_disp.all"},
	{"ops-retired", zen1, zen5, false, part{event: 0xc1}, "ex_ret_ops"},

	{"flops", zen1, zen3, false, part{event: 0x03, umask: 0xff}, "fp_ret_sse_avx_ops.all"},
	{"flops", zen4, zen4, false, part{event: 0x03, umask: 0x1f}, "fp_ret_sse_avx_ops.all"},
}
