package diagnosis

// ask lists the questions that are open for want of totals.
func (q *inquiry) ask() {
	need := func(open bool, question, count string) {
		if open {
			q.Needs = append(q.Needs, Need{question, count})
		}
	}
	need(!q.totals.TaskClock.ok(), "whether its threads ran or waited", "task-clock")
	need(q.Waiting && q.reason() == "", "what it waited for",
		"voluntary and involuntary context switches, steal, and look at a block profile or an execution trace")
	need(q.Bound == Unknown, "what bounds it while it runs", q.wanting())
	need(q.Bound == BackEnd, "whether memory or the core's units are waited for", "stalls-memory, or instructions with l2-misses and llc-misses")
	need(q.Bound == Memory && !q.known("bandwidth-share"), "whether latency or bandwidth is the limit",
		"llc-misses, and measure the machine's bandwidth")
	need(q.Bound == Compute && !q.known("vector-instructions"), "whether vector instructions do the work",
		"instructions and floating-point instructions by width (fp-scalar-double to fp-512-single)")
}

// wanting is what of the basic events is missing.
func (q *inquiry) wanting() string {
	if !q.known("ipc") {
		return "cycles, instructions, stalls-memory, l2-misses and llc-misses, or slots with topdown-* where the CPU has them"
	}
	return "stalls-memory, l2-misses, llc-misses, stalls-backend and branch-misses, or slots with topdown-* where the CPU has them"
}
