package instrument

// A loopCase is a function of a benchmark file and the loops that are in it.
type loopCase struct {
	why  string
	code string
	// want has a word for each loop: "each b", "counted b 2" with the number of places where an operation ends, "parallel b", or
	// the reason why it is not measured.
	want []string
	// plain cases name nothing that only other packages declare, so that the result can be compiled.
	foreign bool
	// unwritten cases cannot be written with lines of their own.
	unwritten string
}

var loopCases = []loopCase{
	// Spellings.
	{why: "b.Loop", code: `func BenchmarkX(b *testing.B) { for b.Loop() { op() } }`, want: []string{"each b"}, unwritten: whyLine},
	{why: "b.Loop with a counter beside it", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		op()
	}
}`, want: []string{"each b"}},
	{why: "b.N, the usual way", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; i++ {
		op()
	}
}`, want: []string{"each b"}},
	{why: "b.N on the left", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; b.N > i; i += 1 {
		op()
	}
}`, want: []string{"each b"}},
	{why: "from one, and an assignment as step", code: `
func BenchmarkX(b *testing.B) {
	for i := 1; i <= b.N; i = i + 1 {
		op()
	}
}`, want: []string{"each b"}},
	{why: "until it is equal", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i != b.N; i++ {
		op()
	}
}`, want: []string{"each b"}},
	{why: "range over b.N", code: `
func BenchmarkX(b *testing.B) {
	for range b.N {
		op()
	}
}`, want: []string{"each b"}},
	{why: "range over b.N with a variable", code: `
func BenchmarkX(b *testing.B) {
	for i := range b.N {
		_ = i
	}
}`, want: []string{"each b"}},
	{why: "range over what was made for the purpose, as before Go 1.22", code: `
func BenchmarkX(b *testing.B) {
	for range make([]struct{}, b.N) {
		op()
	}
}`, want: []string{"each b"}},
	{why: "range over as many elements", code: `
func BenchmarkX(b *testing.B) {
	data := make([]int, 10)
	for _, d := range data[:b.N] {
		_ = d
	}
}`, want: []string{"each b"}},
	{why: "downwards", code: `
func BenchmarkX(b *testing.B) {
	for n := b.N; n > 0; n-- {
		op()
	}
}`, want: []string{"each b"}},
	{why: "downwards to nought", code: `
func BenchmarkX(b *testing.B) {
	for n := b.N - 1; n >= 0; n-- {
		op()
	}
}`, want: []string{"each b"}},
	{why: "a variable that was given one that changes", code: `
func BenchmarkX(b *testing.B) {
	n := b.N
	n /= 2
	m := n
	for i := 0; i < m; i++ {
		op()
	}
}`, want: []string{"BenchmarkX: no loop found"}},
	{why: "downwards with the constant on the left", code: `
func BenchmarkX(b *testing.B) {
	for n := int64(b.N); 0 != n; n -= 1 {
		op()
	}
}`, want: []string{"each b"}},
	{why: "conversions", code: `
func BenchmarkX(b *testing.B) {
	for i := uint64(0); i < uint64(b.N); i++ {
		op()
	}
}`, want: []string{"each b"}},
	{why: "a variable that holds b.N", code: `
func BenchmarkX(b *testing.B) {
	n := b.N
	for i := 0; i < n; i++ {
		op()
	}
}`, want: []string{"each b"}},
	{why: "two variables, stepped together", code: `
func BenchmarkX(b *testing.B) {
	for i, j := 0, 0; i < b.N; i, j = i+1, j+2 {
		_ = j
	}
}`, want: []string{"each b"}},
	{why: "a second condition", code: `
func BenchmarkX(b *testing.B) {
	ok := true
	for i := 0; i < b.N && ok; i++ {
		op()
	}
}`, want: []string{"each b"}},
	{why: "from somewhere else", code: `
func BenchmarkX(b *testing.B) {
	const start = 7
	for i := start; i < start+b.N; i++ {
		op()
	}
}`, want: []string{"each b"}},
	{why: "the counter is declared before", code: `
func BenchmarkX(b *testing.B) {
	var i int
	for ; i < b.N; i++ {
		op()
	}
}`, want: []string{"each b"}},

	// Whose b.
	{why: "another name", code: `
func BenchmarkX(bench *testing.B) {
	for i := 0; i < bench.N; i++ {
		op()
	}
}`, want: []string{"each bench"}},
	{why: "an inner b hides the outer one", code: `
func BenchmarkX(b *testing.B) {
	for _, name := range []string{"x", "y"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				op()
			}
		})
	}
}`, want: []string{"each b"}},
	{why: "a b that is something else", code: `
type batch struct{ N int }

func (batch) Loop() bool { return false }

func BenchmarkX(t *testing.B) {
	b := batch{N: 3}
	for i := 0; i < b.N; i++ {
		op()
	}
	for b.Loop() {
		op()
	}
}`},
	{why: "a table of sub-benchmarks, in a function of its own", code: `
var table = []struct {
	name string
	f    func(b *testing.B)
}{
	{"one", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			op()
		}
	}},
}`, want: []string{"each b"}},
	{why: "a helper that takes a testing.TB", code: `
func helper(tb testing.TB) {
	if b, ok := tb.(*testing.B); ok {
		for i := 0; i < b.N; i++ {
			op()
		}
	}
}`, want: []string{"each b"}},
	{why: "a field", code: `
type suite struct{ b *testing.B }

func (s *suite) run() {
	for i := 0; i < s.b.N; i++ {
		op()
	}
}`, want: []string{"each s.b"}},
	{why: "embedded", code: `
type wrapped struct{ *testing.B }

func run(w wrapped) {
	for i := 0; i < w.N; i++ {
		op()
	}
	for w.Loop() {
		op()
	}
}`, want: []string{"each w.B", "each w.B"}},
	{why: "an alias of the type", code: `
type bench = testing.B

func run(b *bench) {
	for b.Loop() {
		op()
	}
}`, want: []string{"each b"}},
	{why: "a b that has to be asked for", code: `
func get() *testing.B { return nil }

func run() {
	for i := 0; i < get().N; i++ {
		op()
	}
}`, want: []string{whyCall}},
	{why: "a b of an unknown function's making is not known to be one", code: `
func run() {
	b := foreign.B()
	for i := 0; i < b.N; i++ {
		op()
	}
}`, foreign: true},
	{why: "the parameter of an unknown function's function", code: `
func BenchmarkX(b *testing.B) {
	foreign.With(b, func(b *testing.B, db foreign.DB) {
		for i := 0; i < b.N; i++ {
			db.Get()
		}
	})
}`, want: []string{"each b"}, foreign: true},

	// Ways through the body.
	{why: "continue, break, labels", code: `
func BenchmarkX(b *testing.B) {
outer:
	for i := 0; i < b.N; i++ {
		for j := 0; j < 10; j++ {
			if i == j {
				continue outer
			}
			if i > 100 {
				break outer
			}
		}
	}
}`, want: []string{"each b"}},
	{why: "loops over data in the body, and bytes per iteration", code: `
func BenchmarkX(b *testing.B) {
	data := make([]byte, 100)
	b.SetBytes(int64(len(data)))
	for i := 0; i < b.N; i++ {
		for range data {
			op()
		}
		for j := 0; j < len(data); j++ {
			op()
		}
	}
}`, want: []string{"each b"}},
	{why: "several loops, one behind the other", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; i++ {
		op()
	}
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		op()
	}
}`, want: []string{"each b", "each b"}},
	{why: "comments where text is added", code: `
func BenchmarkX(b *testing.B) {
	// Before.
	for i := 0; i < b.N; i++ { // at the top
		op() // in it
	} // behind
	/* and
	after */
}`, want: []string{"each b"}},
	{why: "a case of a switch", code: `
func BenchmarkX(b *testing.B) {
	switch {
	case b.N > 1:
		for range b.N {
			op()
		}
	default:
		for range b.N {
			op()
		}
	}
}`, want: []string{"each b", "each b"}},
	{why: "a nested loop over b.N", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; i++ {
		for j := 0; j < b.N; j++ {
			op()
		}
	}
}`, want: []string{"each b", whyNested}},
	{why: "sub-benchmarks in a loop of the outer one are loops of others", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; i++ {
		b.Run("x", func(b *testing.B) {
			for b.Loop() {
				op()
			}
		})
	}
}`, want: []string{"each b", "each b"}},
	{why: "a goto that passes the loop", code: `
func BenchmarkX(b *testing.B) {
	if b.N == 1 {
		goto end
	}
	for i := 0; i < b.N; i++ {
		op()
	}
end:
	op()
}`, want: []string{"each b"}, unwritten: whyJump},
	{why: "a goto to the loop", code: `
func BenchmarkX(b *testing.B) {
	i := 0
	goto loop
loop:
	for ; i < b.N; i++ {
		op()
	}
}`, want: []string{whyGoto}},
	{why: "one line", code: `func BenchmarkX(b *testing.B) { for i := 0; i < b.N; i++ {} }`, want: []string{"each b"}, unwritten: whyLine},

	// Operations that are not iterations.
	{why: "google/btree: the counter advances in an inner loop", code: `
func BenchmarkX(b *testing.B) {
	items := make([]int, 100)
	i := 0
	for i < b.N {
		b.StopTimer()
		op()
		b.StartTimer()
		for range items {
			op()
			i++
			if i >= b.N {
				return
			}
		}
	}
}`, want: []string{"counted b 1"}},
	{why: "advanced in one of two ways", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; {
		switch {
		case i > 3:
			op()
			i++
		default:
			i += 1
		}
	}
}`, want: []string{"counted b 2"}},
	{why: "advanced by an inner loop's own step", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; {
		for j := 0; j < 10 && i < b.N; i, j = i+1, j+1 {
			op()
		}
	}
}`, want: []string{"counted b 1"}},
	{why: "advanced in the body as well", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; i++ {
		op()
		i++
	}
}`, want: []string{whyTwice}},
	{why: "in steps of two", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; i += 2 {
		op()
	}
}`, want: []string{whySteps}},
	{why: "by what was done", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; {
		i += many()
	}
}

func many() int { return 3 }`, want: []string{whySteps}},
	{why: "by whoever has the counter's address", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; {
		advance(&i)
	}
}

func advance(i *int) { *i++ }`, want: []string{whyAddress}},
	{why: "in a function in the body, which may run at another time", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; {
		func() { i++ }()
	}
}`, want: []string{whyCounter}},
	{why: "in a condition", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; {
		if i++; i > 3 {
			op()
		}
	}
}`, want: []string{whyCounter}},
	{why: "something else that grows", code: `
func BenchmarkX(b *testing.B) {
	var all []int
	for len(all) < b.N {
		all = append(all, 1)
	}
}`, want: []string{whyCounter}},
	{why: "a part of b.N", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N/10; i++ {
		op()
	}
	for i := 0; i*10 < b.N; i++ {
		op()
	}
	for range b.N * 2 {
		op()
	}
}`, want: []string{whyPart, whyCounter, whyPart}},

	// Goroutines.
	{why: "RunParallel", code: `
func BenchmarkX(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			op()
		}
	})
}`, want: []string{"parallel b"}},
	{why: "RunParallel with two loops and a counter", code: `
func BenchmarkX(b *testing.B) {
	b.RunParallel(func(p *testing.PB) {
		if b.N > 1 {
			for i := 0; p.Next(); i++ {
				op()
			}
			return
		}
		for p.Next() {
			op()
		}
	})
}`, want: []string{"parallel b", "parallel b"}},
	{why: "RunParallel twice", code: `
func BenchmarkX(b *testing.B) {
	for _, n := range []int{1, 2} {
		b.SetBytes(int64(n))
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				op()
			}
		})
	}
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			op()
		}
	})
}`, want: []string{"parallel b", "parallel b"}},
	{why: "a function for RunParallel that comes from elsewhere", code: `
func body(pb *testing.PB) {
	for pb.Next() {
		op()
	}
}

func BenchmarkX(b *testing.B) { b.RunParallel(body) }`, want: []string{whyHelper}},
	{why: "b.N in the goroutines of RunParallel", code: `
func BenchmarkX(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; i < b.N; i++ {
			op()
		}
	})
}`, want: []string{whyGoroutine}},
	{why: "a goroutine", code: `
func BenchmarkX(b *testing.B) {
	go func() {
		for i := 0; i < b.N; i++ {
			op()
		}
	}()
}`, want: []string{whyGoroutine}},
	{why: "a goroutine that a group starts", code: `
func BenchmarkX(b *testing.B) {
	var wg foreign.Group
	wg.Go(func() {
		for i := 0; i < b.N; i++ {
			op()
		}
	})
}`, want: []string{whyGoroutine}, foreign: true},
	{why: "a function that is started elsewhere", code: `
func loop(b *testing.B) {
	for i := 0; i < b.N; i++ {
		op()
	}
}

func BenchmarkX(b *testing.B) {
	go loop(b)
	f := func() {
		for i := 0; i < b.N; i++ {
			op()
		}
	}
	go f()
}`, want: []string{whyGoroutine, whyGoroutine}},
	{why: "a helper that starts what it is handed", code: `
func spawn(f func()) { go f() }

func BenchmarkX(b *testing.B) {
	spawn(func() {
		for i := 0; i < b.N; i++ {
			op()
		}
	})
	start := func(f func()) {
		go func() { f() }()
	}
	start(func() {
		for b.Loop() {
			op()
		}
	})
}`, want: []string{whyGoroutine, whyGoroutine}},
	{why: "a helper that calls what it is handed", code: `
func with(f func()) { f() }

func BenchmarkX(b *testing.B) {
	with(func() {
		for i := 0; i < b.N; i++ {
			op()
		}
	})
	f := func() {
		for i := 0; i < b.N; i++ {
			op()
		}
	}
	f()
}`, want: []string{"each b", "each b"}},
	{why: "a variable that is started, with an argument, or from a goroutine", code: `
func BenchmarkX(b *testing.B) {
	f := func(done *bool) {
		for i := 0; i < b.N; i++ {
			op()
		}
	}
	var done bool
	go f(&done)
	var g func()
	g = func() {
		for i := 0; i < b.N; i++ {
			op()
		}
	}
	go func() { g() }()
}`, want: []string{whyGoroutine, whyGoroutine}},
	{why: "method values and methods", code: `
type suite struct{ b *testing.B }

func (s *suite) value() {
	for i := 0; i < s.b.N; i++ {
		op()
	}
}

func (s *suite) called() {
	for i := 0; i < s.b.N; i++ {
		op()
	}
}

func (s *suite) inner() {
	for i := 0; i < s.b.N; i++ {
		op()
	}
}

func spawn(f func()) { go f() }

func BenchmarkX(b *testing.B) {
	s := &suite{b}
	spawn(s.value)
	s.called()
	go func() { s.inner() }()
}`, want: []string{whyGoroutine, "each s.b", whyGoroutine}},
	{why: "a helper that is called from a goroutine", code: `
func loop(b *testing.B) {
	for i := 0; i < b.N; i++ {
		op()
	}
}

func between(b *testing.B) { loop(b) }

func BenchmarkX(b *testing.B) {
	go func() { between(b) }()
}`, want: []string{whyGoroutine}},
	{why: "helpers of sub-benchmarks", code: `
func loop(b *testing.B) {
	for i := 0; i < b.N; i++ {
		op()
	}
}

func BenchmarkX(b *testing.B) {
	b.Run("y", loop)
	b.Run("z", func(b *testing.B) { loop(b) })
}`, want: []string{"each b"}},
	{why: "fasthttp: pb goes to the one goroutine that writes a stream", code: `
func BenchmarkX(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		foreign.Stream(func() {
			for pb.Next() {
				op()
			}
		})
	})
}`, want: []string{"parallel b"}, foreign: true},
	{why: "a function that nobody knows", code: `
func BenchmarkX(b *testing.B) {
	foreign.With(func() {
		for i := 0; i < b.N; i++ {
			op()
		}
	})
	all := []func(){func() {
		for i := 0; i < b.N; i++ {
			op()
		}
	}}
	all[0]()
}`, want: []string{whyPerhaps, whyPerhaps}, foreign: true},
	{why: "a function that is called at once, or deferred", code: `
func BenchmarkX(b *testing.B) {
	func() {
		for i := 0; i < b.N; i++ {
			op()
		}
	}()
	defer func() {
		for i := 0; i < b.N; i++ {
			op()
		}
	}()
}`, want: []string{"each b", "each b"}},

	{why: "a function in a field, started by what is in the field", code: `
func BenchmarkX(b *testing.B) {
	for _, t := range []struct {
		name string
		run  func(b *testing.B, n int)
	}{{"x", func(b *testing.B, n int) {
		for i := 0; i < b.N; i++ {
			op()
		}
	}}, {"y", loop}} {
		go t.run(b, 1)
	}
}

func loop(b *testing.B, n int) {
	for i := 0; i < b.N; i++ {
		op()
	}
}

func BenchmarkY(b *testing.B) {
	run := func(b *testing.B) { // of another type
		for b.Loop() {
			op()
		}
	}
	for _, f := range []func(b *testing.B){run} {
		f(b)
	}
}`, want: []string{whyPerhaps, whyPerhaps, "each b"}},
	{why: "a method value in a slice, called in a goroutine", code: `
type suite struct{}

func (suite) loop(b *testing.B) {
	for b.Loop() {
		op()
	}
}

func BenchmarkX(b *testing.B) {
	all := []func(*testing.B){suite{}.loop}
	go func() { all[0](b) }()
}`, want: []string{whyPerhaps}},
	{why: "functions in fields that are called where their benchmark runs", code: `
type row struct {
	name string
	run  func(b *testing.B)
}

func with(b *testing.B, r row) {
	b.Run(r.name, func(b *testing.B) { r.run(b) })
	b.Run(r.name, r.run)
	defer r.run(b)
}

func BenchmarkX(b *testing.B) {
	with(b, row{"x", func(b *testing.B) {
		for b.Loop() {
			op()
		}
	}})
}`, want: []string{"each b"}},
	{why: "a function that calls itself by the field it is in", code: `
type row struct{ run func(b *testing.B, r row) }

var one = row{func(b *testing.B, r row) {
	for b.Loop() {
		op()
	}
	r.run(b, r)
}}`, want: []string{"each b"}},
	{why: "methods called through an interface", code: `
type runner interface {
	inGoroutine(b *testing.B)
	here(b *testing.B)
	own()
}

type suite struct{ b *testing.B }

func (suite) inGoroutine(b *testing.B) {
	for b.Loop() {
		op()
	}
}

func (suite) here(b *testing.B) {
	for b.Loop() {
		op()
	}
}

func (s suite) own() {
	for s.b.Loop() {
		op()
	}
}

type other struct{}

func (other) inGoroutine(n int) {}

func run(b *testing.B, r runner) {
	go r.inGoroutine(b)
	r.here(b)
	go func() { r.own() }()
}

func BenchmarkX(b *testing.B) { run(b, suite{b}) }`, want: []string{whyGoroutine, "each b", whyGoroutine}},
	{why: "after the benchmark", code: `
func loop(b *testing.B) {
	for b.Loop() {
		op()
	}
}

func BenchmarkX(b *testing.B) {
	b.Cleanup(func() {
		for i := 0; i < b.N; i++ {
			op()
		}
	})
	var tb testing.TB = b
	tb.Cleanup(func() { loop(b) })
}`, want: []string{whyCleanup, whyCleanup}},

	// What is the user's own.
	{why: "a type that is defined as testing's", code: `
type bench testing.B

func BenchmarkX(b *testing.B) {
	own := (*bench)(b)
	for i := 0; i < own.N; i++ {
		op()
	}
}`, want: []string{whyCall}},
	{why: "b.Loop in other ways than in a loop's condition", code: `
func BenchmarkX(b *testing.B) {
	for ok := b.Loop(); ok; ok = b.Loop() {
		op()
	}
}

func BenchmarkY(b *testing.B) {
	next := b.Loop
	for next() {
		op()
	}
}`, want: []string{"BenchmarkX: no loop found", "BenchmarkY: no loop found"}},
	{why: "a metric of the same name", code: `
func BenchmarkX(b *testing.B) {
	for b.Loop() {
		op()
	}
	b.ReportMetric(1, "p99-ns/op")
}`, want: []string{whyMetric}},
	{why: "names like those that are added", code: `
func BenchmarkX(b *testing.B) {
	s, plateau_s, plateau_benchx := 1, 2, 3
	for b.Loop() {
		_, _, _ = s, plateau_s, plateau_benchx
	}
}`, want: []string{"each b"}},
	{why: "no loop over iterations", code: `
func BenchmarkX(b *testing.B) {
	for i := 0; i < 10; i++ {
		op()
	}
	for {
		break
	}
	n := b.N
	if n > 3 {
		n = 4
	}
	for i := 0; i < n; i++ { // no longer b.N
		op()
	}
}`, want: []string{"BenchmarkX: no loop found"}},
	{why: "b.N handed to others", code: `
func run(n int) {
	for i := 0; i < n; i++ {
		op()
	}
}

func loop(b *testing.B) {
	for range b.N {
		op()
	}
}

func BenchmarkX(b *testing.B) { run(b.N) }

func BenchmarkY(b *testing.B) { _ = b.N; loop(b) }

func BenchmarkZ(b *testing.B) { _ = b.N; b.Run("z", loop) }

func BenchmarkSub(b *testing.B) {
	b.Run("x", func(b *testing.B) { run(b.N) })
}

func helper(b *testing.B) { run(b.N) }`, want: []string{"each b", "BenchmarkX: no loop found", "BenchmarkSub: no loop found"}},
	{why: "b.N set", code: `
func BenchmarkX(b *testing.B) {
	b.N /= 2
	for i := 0; i < b.N; i++ {
		op()
	}
}

func BenchmarkY(b *testing.B) {
	for ; b.N > 0; b.N-- {
		op()
	}
}

func BenchmarkZ(b *testing.B) {
	n := &b.N
	*n = 3
	for b.Loop() {
		op()
	}
}`, want: []string{whySets, "BenchmarkY: no loop found", whySets}},
	{why: "ns/op of its own", code: `
func BenchmarkX(b *testing.B) {
	for b.Loop() {
		op()
	}
	b.ReportMetric(1, "ns/op")
}`, want: []string{whyNsOp}},
	{why: "reports of functions that share the benchmark", code: `
func report(b *testing.B, unit string) { b.ReportMetric(1, unit) }

func tails(b *testing.B) { report(b, "p99-ns/op") }

func BenchmarkX(b *testing.B) {
	for b.Loop() {
		op()
	}
	tails(b)
}

func loop(b *testing.B) {
	for range b.N {
		op()
	}
}

func BenchmarkY(b *testing.B) {
	loop(b)
	b.ReportMetric(1, "ns/op")
}

func BenchmarkZ(b *testing.B) { // its own benchmark is none of theirs
	for b.Loop() {
		op()
	}
	b.Run("sub", loop)
	report(b, "things/op")
}

type bench struct{ b *testing.B }

func (s *bench) done() { tails(s.b) }

func BenchmarkField(b *testing.B) {
	s := bench{b}
	for s.b.Loop() {
		op()
	}
	s.done()
}

func setN(b *testing.B) { b.N = 3 }

func BenchmarkN(b *testing.B) {
	setN(b)
	for range b.N {
		op()
	}
}`, want: []string{whyMetric, whyNsOp, "each b", whyMetric, whySets}},
	{why: "reports of an instance of a generic function", code: `
func report[T any](b *testing.B, x T) { b.ReportMetric(1, "p99-ns/op") }

func BenchmarkX(b *testing.B) {
	for b.Loop() {
		op()
	}
	report[int](b, 1)
}`, want: []string{whyMetric}},
	{why: "reports of what holds the benchmark", code: `
type inner struct{ b *testing.B }

type outer struct{ inner }

func (o *outer) done() { o.b.ReportMetric(1, "p99-ns/op") }

func done(o *outer) { o.b.ReportMetric(1, "p50-ns/op") }

func BenchmarkReceiver(b *testing.B) {
	o := &outer{inner{b}}
	for b.Loop() {
		op()
	}
	o.done()
}

func BenchmarkArgument(b *testing.B) {
	o := &outer{inner{b}}
	for b.Loop() {
		op()
	}
	done(o)
}

func BenchmarkValue(b *testing.B) {
	o := &outer{inner{b}}
	b.Cleanup(o.done)
	for b.Loop() {
		op()
	}
}`, want: []string{whyMetric, whyMetric, whyMetric}},
	{why: "reports of functions that are handed on, or get a testing.TB", code: `
func report(b *testing.B) { b.ReportMetric(1, "p99-ns/op") }

func with(b *testing.B, f func(*testing.B)) { f(b) }

func BenchmarkX(b *testing.B) {
	for b.Loop() {
		op()
	}
	with(b, report)
}

func general(tb testing.TB) { tb.(*testing.B).ReportMetric(1, "p99-ns/op") }

func BenchmarkY(b *testing.B) {
	for b.Loop() {
		op()
	}
	general(b)
}`, want: []string{whyMetric, whyMetric}},
	{why: "reports of another sub-benchmark", code: `
func loop(b *testing.B) {
	for b.Loop() {
		op()
	}
}

func put(b *testing.B) {
	for b.Loop() {
		op()
	}
	b.ReportMetric(1, "ns/op")
}

func BenchmarkX(b *testing.B) {
	b.Run("get", func(b *testing.B) { loop(b) })
	b.Run("put", func(b *testing.B) { put(b) })
	b.Run("own", func(b *testing.B) {
		for b.Loop() {
			op()
		}
		b.ReportMetric(1, "ns/op")
	})
}`, want: []string{"each b", whyNsOp, whyNsOp}},
	{why: "words that are units elsewhere", code: `
func setup(b *testing.B, kind string) bool { return kind == "batch" }

func BenchmarkX(b *testing.B) {
	b.Run("batch", func(b *testing.B) {
		setup(b, "unsettled")
		for b.Loop() {
			op()
		}
	})
	b.Run("other", func(b *testing.B) {
		for b.Loop() {
			op()
		}
		b.ReportMetric(1, "batch")
	})
}`, want: []string{"each b", whyMetric}},
	{why: "names that mean something else where the loop is", code: `
type held struct{ b *testing.B }

func BenchmarkHidden(b *testing.B) {
	n := b.N
	{
		b := "x"
		_ = b
		for i := 0; i < n; i++ {
			op()
		}
	}
}

func BenchmarkInit(b *testing.B) {
	for c, i := b, 0; i < c.N; i++ {
		op()
	}
	for s := (held{b}); s.b.Loop(); {
		op()
	}
}

func BenchmarkParameter(b *testing.B) {
	n := b.N
	f := func(b []byte) {
		for range n {
			op()
		}
	}
	f(nil)
}

func BenchmarkSame(b *testing.B) {
	n := b.N
	{
		for range n {
			op()
		}
	}
}`, want: []string{whyScope, whyScope, whyScope, whyScope, "each b"}},
}

const caseHead = `package p

import (
	"testing"
)

func op() {}

`
