//go:build !race

package benchx

import (
	"sync"
	"testing"
	"time"
)

// Goroutines that go on after their benchmark has returned, or share a lane, get wrong numbers or none, and end nothing. The race
// detector is right to object, and left out.

func TestStrayLanes(t *testing.T) {
	for range 50 {
		var wait sync.WaitGroup
		measure(t, "1x", func(b *testing.B) {
			s := Start(b)
			for range 3 {
				l := s.Lane()
				wait.Add(1)
				go func() {
					defer wait.Done()
					for end := time.Now().Add(3 * time.Millisecond); time.Now().Before(end); {
						for range 50 {
							l.Lap()
						}
					}
				}()
			}
			time.Sleep(time.Millisecond)
		})
		wait.Wait()
	}
}

func TestSharedLane(t *testing.T) {
	for range 15 {
		measure(t, "1x", func(b *testing.B) {
			l := Start(b, Batch(1)).Lane()
			var wait sync.WaitGroup
			for range 4 {
				wait.Add(1)
				go func() {
					defer wait.Done()
					for range 5_000 {
						l.Lap()
					}
				}()
			}
			wait.Wait()
		})
	}
}
