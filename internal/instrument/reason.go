package instrument

// Why a loop is not measured. Each reason stands in docs/compatibility.md, which says what is behind it.
const (
	whyNested    = "it stands in another loop over the same benchmark's iterations"
	whyGoroutine = "it runs in a goroutine of its own"
	whyPerhaps   = "it may run in another goroutine"
	whyCleanup   = "it runs in a function for b.Cleanup, when the timer stands still"
	whySteps     = "it does not count one by one: an iteration is no operation"
	whyPart      = "it goes over a part or a multiple of b.N: an iteration is no operation"
	whyTwice     = "it advances its counter in the body as well: an iteration is no operation"
	whyAddress   = "the address of its counter is taken in the body"
	whyCounter   = "how its counter advances cannot be seen"
	whyHelper    = "it takes a *testing.PB from somewhere else than RunParallel's own function"
	whyCall      = "its *testing.B is no variable"
	whyScope     = "its *testing.B goes by another name there, or by none"
	whyGoto      = "a goto leads to it"
	whyBenchx    = "its benchmark uses benchx itself"
	whySets      = "its benchmark sets b.N: how many operations there are cannot be seen"
	whyNsOp      = "its benchmark reports ns/op itself: what it takes for an operation cannot be seen"
	whyMetric    = "its benchmark reports a metric of the same name"
	whyCover     = "with -cover, files other than tests are compiled from what is on disk"
	whyMissing   = "no loop found" // behind the function's name
)

// Why a loop that Inject can measure cannot be written with lines of its own.
const (
	whyLine   = "it shares a line with other code"
	whyJump   = "the function has a goto, which must not jump over a declaration"
	whyImport = "the file's imports are on one line"
)

// Why Undo keeps what was added.
const (
	whyUsed    = "what was added is used here for more; it is kept"
	whyComment = "what was added has a comment within; it is kept"
	whyNoStart = "no call of Start follows this mark; it is kept"
)

// Why a package is not looked at.
const (
	whyNotFound   = "it was not found"
	whyStandard   = "it belongs to the standard library"
	whyFiles      = "it was given by its files; name the package"
	whyNoModule   = "it lies in no module"
	whyDependency = "it belongs to a module that is a dependency here; work in a checkout of it"
)
