package runner

import (
	"io"
	"os"
	"slices"
	"sync"
	"time"
)

// A watcher receives what the go command prints and tells the screen.
type watcher struct {
	mu         sync.Mutex // guards what is below: two streams, signals and a ticker come in
	over       bool       // go test has ended
	transcript Transcript
	starts     Starts
	progress   *Progress
	screen     Screen
	json       io.Writer

	stdout, stderr lineSplitter
}

func newWatcher(c Config) *watcher {
	w := &watcher{
		transcript: Transcript{Verbose: c.Command.Verbose || c.Command.JSON},
		screen:     Screen{W: c.Stderr, Terminal: c.Terminal},
		progress:   NewProgress(c.Command, MakePlan(c.Go, c.Env, c.Command)),
	}
	w.transcript.Show = w.screen.Text
	if c.Command.JSON {
		w.json = c.JSON
		w.transcript.Show = nil
	}
	w.transcript.Run = func(p *Package, l Line, done bool) {
		now := time.Now()
		if done {
			w.progress.Finished(p.Path, l.Name, l.Rep, now)
		} else {
			w.progress.Started(p.Path, l.Name, l.Rep, now)
		}
	}
	w.stdout.line = w.event
	w.stderr.line = w.text
	return w
}

// event takes a line of go test's standard output.
func (w *watcher) event(line []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.json != nil {
		w.json.Write(line)
	}
	e, ok := ParseEvent(line)
	if !ok {
		w.transcript.Text(string(line))
		return
	}
	switch e.Action {
	case "start":
		w.starts.Announced(e.Package, time.Now())
	case "output":
		if since, began := w.starts.Output(e.Package, e.Output); began {
			w.progress.Package(e.Package, since)
		}
	}
	w.transcript.Event(e)
	w.status()
}

// text takes a line of go test's standard error.
func (w *watcher) text(line []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.screen.Text(string(line))
}

func (w *watcher) status() {
	now := time.Now()
	w.screen.Status(w.progress.Status(now), now)
}

// tick keeps the status up to date, once a second: often enough to be read,
// seldom enough not to be measured. It returns what ends it.
func (w *watcher) tick() (stop func()) {
	w.mu.Lock()
	w.status()
	w.mu.Unlock()
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				w.mu.Lock()
				w.starts.Waited(time.Now(), w.progress.Package)
				w.status()
				w.screen.Flush()
				w.mu.Unlock()
			case <-done:
				return
			}
		}
	}()
	return func() { close(done); wg.Wait() }
}

// relay hands signals on and says so. Those that come when go test has ended
// are taken and forgotten: whoever pressed Ctrl-C twice wants to keep results.
func (w *watcher) relay(in <-chan os.Signal) <-chan os.Signal {
	if in == nil {
		return nil
	}
	out := make(chan os.Signal, 2)
	go func() {
		said := false
		for sig := range in {
			w.mu.Lock()
			if !said && !w.over {
				w.screen.Text("plateau: " + sig.String() + ": waiting for go test to end, what is complete is kept; once more to kill it\n")
			}
			said = true
			w.mu.Unlock()
			select {
			case out <- sig:
			default: // two are enough
			}
		}
	}()
	return out
}

// close takes what is left in the streams.
func (w *watcher) close() {
	if rest := w.stdout.rest(); len(rest) > 0 {
		w.event(append(slices.Clone(rest), '\n'))
	}
	if rest := w.stderr.rest(); len(rest) > 0 {
		w.text(append(slices.Clone(rest), '\n'))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	w.transcript.Close()
	w.screen.Clear()
}
