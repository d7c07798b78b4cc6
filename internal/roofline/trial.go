package roofline

import (
	"runtime"
	"sync"
	"time"
)

// lap is what one thread did in a trial.
type lap struct {
	begin, end time.Time
	done       float64
}

// perSecond runs step on each of the threads, again and again until the window has passed, and adds up what it returns. The
// time is that from the first thread's start to the last one's end, so that threads that did not run side by side do not
// look as if they had. A step should take well under a millisecond: the collector cannot interrupt it.
func perSecond(threads int, window time.Duration, step func(thread int) float64) float64 {
	laps := make([]lap, threads)
	start := make(chan struct{})
	var ready, done sync.WaitGroup
	ready.Add(threads)
	done.Add(threads)
	for i := range threads {
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			defer done.Done()
			ready.Done()
			<-start
			laps[i] = repeat(window, func() float64 { return step(i) })
		}()
	}
	ready.Wait()
	close(start)
	done.Wait()
	return together(laps)
}

func repeat(window time.Duration, step func() float64) lap {
	l := lap{begin: time.Now()}
	for {
		l.done += step()
		l.end = time.Now()
		if l.end.Sub(l.begin) >= window {
			return l
		}
	}
}

func together(laps []lap) float64 {
	begin, end, done := laps[0].begin, laps[0].end, 0.0
	for _, l := range laps {
		done += l.done
		if l.begin.Before(begin) {
			begin = l.begin
		}
		if l.end.After(end) {
			end = l.end
		}
	}
	return ratio(done, end.Sub(begin).Seconds())
}
