package benchx

import (
	"fmt"
	"slices"
	"testing"
)

// pairSums is what widen has to make of samples, the first warm of which are warm-up.
func pairSums(all []int64, warm int) (sums []int64, warmed int) {
	for _, part := range [][]int64{all[:warm], all[warm:]} {
		for i := 0; i+1 < len(part); i += 2 {
			sums = append(sums, part[i]+part[i+1])
		}
	}
	return sums, warm / 2
}

func TestWidenAddsUpPairs(t *testing.T) {
	for _, n := range []int{1, 2, 3, 101, chunkLen, 2*chunkLen - 1, 2 * chunkLen, 2*chunkLen + 1, 5*chunkLen + 7} {
		for _, warm := range []int{0, 1, 2, n / 3, n - 1} {
			if warm < 0 || warm > n {
				continue
			}
			s := &S{bench: new(benchmark)}
			s.batch = 4
			s.prepare(1<<20, allSegments)
			all := noise(n, uint64(n))
			for i, d := range all {
				all[i] = max(d, -d) & (1<<40 - 1)
				s.add(all[i])
				if i%1000 == 999 {
					s.close()
				}
			}
			s.managed.warm = int64(warm)
			s.keep += int64(warm)
			if !s.widen() {
				t.Fatal("refused")
			}
			want, warmed := pairSums(all, warm)
			if s.count() != int64(len(want)) || s.managed.warm != int64(warmed) {
				t.Fatalf("n=%d warm=%d: %d sums, %d of them warm-up, want %d and %d", n, warm, s.count(), s.managed.warm, len(want), warmed)
			}
			if s.keep != 1<<20+int64(warmed) || s.batch != 8 || s.bench.batch != 8 {
				t.Errorf("n=%d warm=%d: keep %d, batch %d, %d", n, warm, s.keep, s.batch, s.bench.batch)
			}
			s.add(77)
			got := s.durations()
			if !slices.Equal(got.values(), append(want, 77)) {
				t.Errorf("n=%d warm=%d: not the sums of pairs and what came after", n, warm)
			}
			used := len(s.chunks)
			if most := len(want)/chunkLen + 1; used > most+1 {
				t.Errorf("n=%d: %d chunks are kept for %d sums", n, used, len(want))
			}
			s.release()
		}
	}
}

func TestWidenRefuses(t *testing.T) {
	for why, change := range map[string]func(s *S){
		"the batch was asked for":                    func(s *S) { s.config.batch = 1 },
		"Keep wants the first samples":               func(s *S) { s.config.keep = 10 },
		"a stage belongs to a single operation":      func(s *S) { s.stages = []*stage{{}} },
		"a batch cannot be larger":                   func(s *S) { s.batch = maxBatch },
		"there is nothing, for want of any memory":   func(s *S) { s.chunks = nil },
		"nothing either, the benchmark has returned": func(s *S) { s.release() },
	} {
		s := &S{bench: new(benchmark), b: new(testing.B)}
		s.batch = 1
		s.prepare(1<<20, allSegments)
		s.add(1)
		s.add(2)
		batch := s.batch
		change(s)
		if why == "a batch cannot be larger" {
			batch = maxBatch
		}
		if s.widen() {
			t.Errorf("%s: widened", why)
		}
		if s.batch != batch {
			t.Errorf("%s: batch %d", why, s.batch)
		}
	}
}

// The first iterations are the coldest: what they say of the batch does not hold a benchmark for good.
func TestColdStartDoesNotFixTheBatch(t *testing.T) {
	slow := func(i int) {
		if i < 2*probeLaps {
			for range 20_000 {
				spun++
			}
		}
	}
	for why, body := range map[string]func(b *testing.B, s *S){
		"laps": func(b *testing.B, s *S) {
			for i := range b.N {
				slow(i)
				s.Lap()
			}
		},
		"a managed loop": func(b *testing.B, s *S) {
			for i := 0; s.Loop(); i++ {
				slow(i)
			}
		},
	} {
		var s *S
		r := measure(t, "300000x", func(b *testing.B) {
			s = Start(b)
			s.bench = new(benchmark) // not what the call with one iteration learnt
			s.batch = 1
			body(b, s)
		})
		// Under the race detector an operation of next to nothing takes its time.
		if p50 := r.Extra["p50-ns/op"]; r.Extra["batch"] < 2 && p50 < shortReads/4*s.clock.ReadNS {
			t.Errorf("%s: no batch of operations of %v ns", why, p50)
		}
		if s.lost != 0 {
			t.Errorf("%s: %d samples lost", why, s.lost)
		}
	}
}

var spun int

// However few iterations there are, and however short, there is a p50.
func TestP50IsAlwaysThere(t *testing.T) {
	loops := map[string]func(b *testing.B, s *S, work func()){
		"b.N": func(b *testing.B, s *S, work func()) {
			for range b.N {
				work()
				s.Lap()
			}
		},
		"b.Loop": func(b *testing.B, s *S, work func()) {
			for b.Loop() {
				work()
				s.Lap()
			}
		},
		"s.Loop": func(b *testing.B, s *S, work func()) {
			for s.Loop() {
				work()
			}
		},
	}
	works := map[string]func(){
		"nothing": func() { spun++ },
		"some":    func() { slices.Sort(noise(1000, 1)) },
	}
	for loop, body := range loops {
		for what, work := range works {
			for _, n := range []int{1, 2, 5, 20, 64, 65, 66, 100, 128, 1000} {
				r := measure(t, fmt.Sprintf("%dx", n), func(b *testing.B) { body(b, Start(b, Warmup{Fixed: 3}), work) })
				if r.Extra["p50-ns/op"] <= 0 {
					t.Errorf("%s, %s, %d iterations: no p50 among %v", loop, what, n, r.Extra)
				}
				if r.N != n {
					t.Errorf("%s, %s: N = %d, want %d", loop, what, r.N, n)
				}
			}
		}
	}
}
