package benchx

import (
	"slices"
	"testing"
)

// writeChain does what laps do: it writes n samples with readings that step apart, and returns how many were taken.
func writeChain(t *track, n int, step int64) (taken int) {
	now := int64(0)
	for taken < n {
		if !t.openChain(int64(n - taken)) {
			return taken
		}
		t.mem[t.pos-1] = now
		for {
			now += step
			fast := t.pos < t.limit
			t.mem[t.pos] = now
			t.pos++
			taken++
			if !fast {
				break
			}
		}
	}
	return taken
}

func TestTrackChain(t *testing.T) {
	for _, n := range []int{1, 2, 3, 100, chunkLen - 2, chunkLen - 1, chunkLen, chunkLen + 1, 2*chunkLen + 5} {
		var tr track
		tr.prepare(1<<20, allSegments)
		if got := writeChain(&tr, n, 3); got != n {
			t.Errorf("%d samples taken of %d", got, n)
		}
		if tr.count() != int64(n) {
			t.Errorf("count = %d, want %d", tr.count(), n)
		}
		tr.close()
		if tr.count() != int64(n) {
			t.Errorf("count = %d once closed, want %d", tr.count(), n)
		}
		all := tr.durations()
		if all.n != int64(n) || all.backward != 0 {
			t.Errorf("%d durations, %d backward, want %d", all.n, all.backward, n)
		}
		for i, d := range all.values() {
			if d != 3 {
				t.Errorf("n=%d: sample %d is %d, want 3", n, i, d)
				break
			}
		}
		tr.release()
	}
}

// A chain is written without asking below limit only, and never behind the chunk.
func TestTrackChainLimits(t *testing.T) {
	var tr track
	tr.prepare(1<<20, allSegments)
	defer tr.release()
	for _, c := range []struct {
		why   string
		fill  int // positions used in the chunk
		n     int64
		pos   int
		limit int
		fresh bool
	}{
		{"one sample comes by at once", 0, 1, 1, 1, false},
		{"ten samples, nine of them quickly", 0, 10, 1, 10, false},
		{"as many as fit", 0, 1 << 19, 1, chunkLen - 1, false},
		{"three places are enough", chunkLen - 3, 100, chunkLen - 2, chunkLen - 1, false},
		{"two are not: a new chunk", chunkLen - 2, 100, 1, 100, true},
		{"none is left", chunkLen, 100, 1, 100, true},
	} {
		t.Run(c.why, func(t *testing.T) {
			tr.restart()
			tr.room(1)
			old := tr.mem
			tr.pos, tr.from, tr.limit = c.fill, c.fill, c.fill
			if !tr.openChain(c.n) {
				t.Fatal("no room")
			}
			if tr.pos != c.pos || tr.limit != c.limit || (tr.mem != old) != c.fresh {
				t.Errorf("pos %d, limit %d, new chunk %v, want %d, %d, %v", tr.pos, tr.limit, tr.mem != old, c.pos, c.limit, c.fresh)
			}
			if tr.count() != 0 {
				t.Errorf("count = %d of an empty chain", tr.count())
			}
		})
	}
}

func TestTrackKeep(t *testing.T) {
	for _, keep := range []int64{0, 1, 2, 99, chunkLen - 1, chunkLen, chunkLen + 1} {
		n := int(keep) + 10
		ways := map[string]func(tr *track) int{
			"chain": func(tr *track) int { return writeChain(tr, n, 1) },
			"add":   func(tr *track) int { return takes(n, tr.add) },
			"put":   func(tr *track) int { return takes(n, tr.put) },
		}
		for name, write := range ways {
			var tr track
			tr.prepare(keep, allSegments)
			taken := write(&tr)
			if int64(taken) != keep || tr.count() != keep {
				t.Errorf("%s: keep %d took %d and counts %d", name, keep, taken, tr.count())
			}
			if again := write(&tr); again != 0 {
				t.Errorf("%s: keep %d took %d more when it was full", name, keep, again)
			}
			if got := tr.durations(); got.n != keep {
				t.Errorf("%s: keep %d gives %d samples", name, keep, got.n)
			}
			tr.release()
		}
	}
}

// takes counts how many of n values are taken, up to the first that is not.
func takes(n int, write func(int64) bool) int {
	for i := range n {
		if !write(int64(i)) {
			return i
		}
	}
	return n
}

func TestTrackAddAndPut(t *testing.T) {
	for _, n := range []int{1, 2, chunkLen - 1, chunkLen, chunkLen + 1, 2*chunkLen + 1} {
		var added, put track
		added.prepare(1<<20, allSegments)
		put.prepare(1<<20, allSegments)
		if got := takes(n, added.add); got != n {
			t.Errorf("add took %d of %d", got, n)
		}
		if got := takes(n, put.put); got != n {
			t.Errorf("put took %d of %d", got, n)
		}
		want := ascending(n, 0)
		if all := added.durations(); !slices.Equal(all.values(), want) {
			t.Errorf("add: other values came back, of %d", n)
		}
		if all := put.durations(); !slices.Equal(all.values(), want) {
			t.Errorf("put: other values came back, of %d", n)
		}
		added.release()
		put.release()
	}
}

// add leaves no position that a lap may write without asking.
func TestTrackAddLeavesNoRoom(t *testing.T) {
	var tr track
	tr.prepare(1<<20, allSegments)
	defer tr.release()
	for range 3 {
		tr.openChain(100)
		tr.pos = tr.limit // some laps
		tr.add(1)
		if tr.pos < tr.limit {
			t.Errorf("pos %d below limit %d behind add", tr.pos, tr.limit)
		}
		tr.add(2)
		if tr.pos < tr.limit {
			t.Errorf("pos %d below limit %d behind a second add", tr.pos, tr.limit)
		}
	}
}

func TestTrackMixesKinds(t *testing.T) {
	var tr track
	tr.prepare(1<<20, allSegments)
	defer tr.release()
	tr.add(100)
	tr.add(200)
	writeChain(&tr, 3, 7)
	tr.add(300)
	tr.openChain(50) // without a sample
	tr.add(400)
	if n := tr.count(); n != 7 {
		t.Errorf("count = %d, want 7", n)
	}
	if got, want := tr.durations().values(), []int64{100, 200, 7, 7, 7, 300, 400}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestTrackRestartAndRelease(t *testing.T) {
	free := len(pool.free)
	var tr track
	tr.prepare(1<<20, allSegments)
	tr.restart() // of one that holds nothing
	writeChain(&tr, 3*chunkLen, 1)
	used := len(tr.chunks)
	tr.restart()
	if len(tr.chunks) != 1 || tr.count() != 0 {
		t.Errorf("%d chunks and %d samples after restart, want 1 and 0", len(tr.chunks), tr.count())
	}
	if got := writeChain(&tr, 5, 2); got != 5 || tr.count() != 5 {
		t.Errorf("after restart: %d samples taken, %d counted, want 5", got, tr.count())
	}
	tr.release()
	if tr.mem != &nowhere || len(tr.chunks) != 0 || tr.count() != 0 {
		t.Error("memory in use after release")
	}
	if tr.add(1) || tr.put(1) || tr.openChain(1) {
		t.Error("a released track takes samples")
	}
	tr.release() // once more is fine
	if got := len(pool.free); got < max(free, used) {
		t.Errorf("%d chunks are free, want the %d that were and the track's %d", got, free, used)
	}
	for i, c := range pool.free {
		if slices.Contains(pool.free[:i], c) {
			t.Fatal("a chunk was put back twice")
		}
	}
}

// Nothing is allocated on the Go heap while samples are taken.
func TestTrackAllocatesNothing(t *testing.T) {
	var tr track
	tr.prepare(4*chunkLen, allSegments)
	write := func() {
		writeChain(&tr, 3*chunkLen, 1)
		tr.restart()
	}
	write()
	if n := testing.AllocsPerRun(3, write); n != 0 {
		t.Errorf("%v allocations", n)
	}
	tr.release()
}
