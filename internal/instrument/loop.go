package instrument

import "go/ast"

// A Loop is a loop over the iterations of a benchmark.
type Loop struct {
	File string // as it was given to Find
	Line int
	Func string // the function it stands in, "" at package level
	// Why says why it cannot be measured, "" when it can.
	Why string
	// Missing says that there is no loop: Func uses b.N in another way, and Line is where it begins.
	Missing bool

	form  form
	stmt  ast.Stmt // *ast.ForStmt or *ast.RangeStmt, or the label before it
	body  *ast.BlockStmt
	b     string     // source text of the *testing.B
	marks []ast.Node // of a counted loop: where an operation ends
	call  ast.Stmt   // of a parallel one: the statement that is the call of RunParallel
}

// Own reports whether it is left as it is because its function uses benchx itself, as one does in which Write has left its calls.
func (l Loop) Own() bool { return l.Why == whyBenchx }

// form is how a loop's iterations relate to operations.
type form uint8

const (
	each     form = iota // an iteration is an operation
	counted              // operations end where the counter is advanced, in the body
	parallel             // over pb.Next, in each goroutine of RunParallel
)
