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

// form is how a loop's iterations relate to operations.
type form uint8

const (
	each     form = iota // an iteration is an operation
	counted              // operations end where the counter is advanced, in the body
	parallel             // over pb.Next, in each goroutine of RunParallel
)

// Reasons that several places give.
const (
	whyNested    = "it stands in another loop over the same benchmark's iterations"
	whyGoroutine = "it runs in a goroutine of its own"
	whyPerhaps   = "it may run in another goroutine"
	whyCleanup   = "it runs in a function for b.Cleanup, when the timer stands still"
	whySteps     = "it does not count one by one: an iteration is no operation"
	whyPart      = "it goes over a part or a multiple of b.N: an iteration is no operation"
	whyAddress   = "the address of its counter is taken in the body"
	whyCounter   = "how its counter advances cannot be seen"
	whyTwice     = "it advances its counter in the body as well: an iteration is no operation"
	whyCover     = "with -cover, files other than tests are compiled from what is on disk"
	whyMissing   = "no loop found" // behind the function's name
	whyHelper    = "it takes a *testing.PB from somewhere else than RunParallel's own function"
	whyGoto      = "a goto leads to it"
	whyCall      = "its *testing.B is no variable"
	whyBenchx    = "the function uses benchx itself"
	whySets      = "the function sets b.N: how many operations there are cannot be seen"
	whyNsOp      = "the function reports ns/op itself: what it takes for an operation cannot be seen"
	whyMetric    = "the function reports a metric of the same name"
)
