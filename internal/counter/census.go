package counter

import (
	"fmt"
	"time"
)

// Attaching to all threads can miss one: the kernel copies the events of a thread that starts another early, and puts the
// new thread into the list late (copy_process in kernel/fork.c). If the list is gone through twice in between, nobody is
// new and yet somebody is missing, with all that it starts later. Waiting a little before the second time makes that
// improbable, but is no use while threads start all the time.
//
// So the result is checked. The time enabled of a group adds up the time that its threads were on a CPU; that of the groups
// of a process is the process's processor time. Where it is far less, threads are missing. The processor time is taken
// inside of what is counted: after the first reading, and before the last one or Stop.

// cpuTime is the processor time of the process, if anything is counted of it.
func (s *Session) cpuTime() int64 {
	if len(s.process.instances) == 0 {
		return 0
	}
	return s.kernel.cpuTime()
}

// present is the part of the processor time that the counted threads must have had. It is all of it, less what switching
// threads, starting and ending them takes the kernel, in part: for two threads that only wake each other, 0.87 was seen, and
// 0.86 for threads that do little but end.
const present = 0.6

// tooShort is a processor time, in ns, that the difference between two clocks is of no use for.
const tooShort = 200_000

// absentees says that threads are missing from a sum; "" if they are not, or nobody knows.
func (s *sum) absentees() string {
	if s.cpu < tooShort || float64(s.enabled) >= present*float64(s.cpu) {
		return ""
	}
	return fmt.Sprintf("threads were missed that started while it was attached to them: it counted for %v of %v of processor time",
		time.Duration(s.enabled), time.Duration(s.cpu))
}
