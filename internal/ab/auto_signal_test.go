package ab

import (
	"errors"
	"os"
	"testing"
)

// A signal that comes when there is nothing left to be ended is told all the same, and one that comes later is left to others.
func TestSignalWhileLoopsAreFound(t *testing.T) {
	signals := make(chan os.Signal)
	b := &Builder{Signals: signals}
	_, stop := b.context()
	signals <- os.Interrupt // which is taken when this returns
	if err := stop(); !errors.As(err, new(*Interrupted)) {
		t.Errorf("a signal just before the end gives %v", err)
	}
	later := make(chan os.Signal, 1)
	b.Signals = later
	_, stop = b.context()
	if err := stop(); err != nil {
		t.Errorf("without a signal: %v", err)
	}
	later <- os.Interrupt
	if len(later) != 1 {
		t.Error("a signal after the end was taken")
	}
}
