package diagnosis

// fewFP is the share of floating-point instructions below which arithmetic is mostly on integers, whose vectors are not
// counted: a rule of thumb.
const fewFP = 0.1

// vectorise is the advice for code that keeps a core busy with one operation at a time.
func (q *inquiry) vectorise() string {
	text := "the core is busy with one value at a time: vectorise the loops that walk over arrays " +
		"(the Go compiler does not; assembly, a library that has it, or fewer and wider operations do)"
	if q.value("fp-instructions") < fewFP {
		text += "; little of it is floating-point, and vectors of integers are not in this count"
	}
	return text
}
