package main

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
)

// heeded are those of some signals that whoever started the process does not want to be ignored, as nohup does.
func heeded(signals ...os.Signal) []os.Signal { return slices.DeleteFunc(signals, signal.Ignored) }

// notify asks for the signals that end a run. SIGQUIT makes the benchmark print its stacks.
func notify(c chan<- os.Signal) {
	for _, sig := range heeded(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT) {
		signal.Notify(c, sig)
	}
}

// outlivePipes makes it an error to write to a pipe that nobody reads any more, as behind head, where it would be the end of the process:
// there is something to be cleaned up. The first time an interrupt is sent to ends, unless that is nil. After stop it is as before.
func outlivePipes(ends chan<- os.Signal) (stop func()) {
	broken, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(broken, syscall.SIGPIPE)
	var wait sync.WaitGroup
	wait.Add(1)
	go func() {
		defer wait.Done()
		select {
		case <-done:
		case <-broken:
			select {
			case ends <- os.Interrupt:
			default:
			}
		}
	}()
	return func() {
		signal.Stop(broken)
		close(done)
		wait.Wait()
	}
}

// untilSignal is a context that ends when the process is told to end. After stop a signal has its usual effect again, unless
// something else has asked for it.
func untilSignal() (ctx context.Context, stop context.CancelFunc) {
	signals := heeded(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	if len(signals) == 0 { // NotifyContext would take this for all of them
		return context.WithCancel(context.Background())
	}
	return signal.NotifyContext(context.Background(), signals...)
}

// signalStatus is the exit status of what a signal has ended.
func signalStatus(sig os.Signal) int {
	if n, ok := sig.(syscall.Signal); ok && n > 0 {
		return 128 + int(n)
	}
	return 128 + int(syscall.SIGINT)
}
