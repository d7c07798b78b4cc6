package reportx

import "fmt"

// Interleaving is a shell script that makes runs of two versions that a gate takes: in turns, each in a
// process of its own, which of a pair is first drawn at random: the exact test of pairs needs that, and no more.
const Interleaving = `	go test -c -o old.test ./pkg   # in the old version of the source
	go test -c -o new.test ./pkg   # in the new one
	mkdir -p old new
	for i in 1 2 3 4 5 6 7 8 9 10; do
		if [ $(od -An -N1 -tu1 /dev/urandom) -lt 128 ]; then sides="old new"; else sides="new old"; fi
		for side in $sides; do
			PLATEAU_OUT=$PWD/$side ./$side.test -test.run '^$' -test.bench . -test.count 1
		done
	done
	plateau gate old new
`

// An OrderError is a refusal to judge runs that were not interleaved in fresh processes.
type OrderError struct {
	Name  string // the first benchmark of which this is so
	Order Order
	// Default is whether there are budgets, and changes are decided because nothing says otherwise.
	Default bool
}

// Error says what is wrong and how to do it right.
func (e *OrderError) Error() string {
	why := "the runs of the two sides have to alternate, each in a process of its own, or the machine's drift passes for a change"
	how := "plateau ab -base REV measures them so, and decides. By hand:\n\n" + Interleaving + "\n" +
		"-paired if run i of OLD and run i of NEW were neighbours all the same, -unpaired for an answer that is only advice"
	if e.Default {
		how += "; name NEW alone for the budgets alone"
	}
	return fmt.Sprintf("%s: %s: %s.\n%s", e.Name, e.Order, why, how)
}
