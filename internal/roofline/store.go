package roofline

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

// Store keeps the peaks of machines in files, one for each processor and number of threads, so that a machine is
// measured once and not in each benchmark. The zero Store is ready for use, from several goroutines.
type Store struct {
	// Dir is the folder of the files; "": plateau in [os.UserCacheDir].
	Dir string

	mu    sync.Mutex
	peaks map[int]Peaks // of this process, by threads
}

// mostRounds is how often a machine whose trials disagree is measured again, each time that a process asks for its peaks.
const mostRounds = 5

// Peaks are those of this machine: the kept ones, or new ones, which are then kept. What cannot be read is measured
// anew, what cannot be written is kept for this process alone, and a note says so. Peaks that were disturbed (trials more
// than 10% apart) are measured again by later processes, up to five times in all, and the best of each is kept.
func (s *Store) Peaks(o Options) Peaks {
	s.mu.Lock()
	defer s.mu.Unlock()
	threads := o.threads()
	if p, ok := s.peaks[threads]; ok {
		return p
	}
	if s.peaks == nil {
		s.peaks = map[int]Peaks{}
	}
	s.peaks[threads] = s.find(o)
	return s.peaks[threads]
}

func (s *Store) find(o Options) Peaks {
	path, err := s.path(o.threads())
	kept, ok := load(path, o.threads())
	if ok && (kept.steady() || kept.Rounds >= mostRounds) {
		return kept
	}
	p := Measure(o)
	if ok {
		p = kept.better(p)
	}
	if err == nil {
		err = save(path, p)
	}
	if err != nil {
		p.Notes = append(p.Notes, fmt.Sprintf("peaks are not kept for later: %v", err))
	}
	return p
}

// path names the file by a hash of what the peaks depend on.
func (s *Store) path(threads int) (string, error) {
	dir := s.Dir
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("looking for the user's cache folder: %w", err)
		}
		dir = filepath.Join(cache, "plateau")
	}
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%s\n%s\n%s\n%s\n%d\n", model(), runtime.GOOS, runtime.GOARCH, available()[0].scalar64.name, threads)
	return filepath.Join(dir, fmt.Sprintf("peaks-%016x.json", hash.Sum64())), nil
}

// load reads peaks that this version made of this machine.
func load(path string, threads int) (Peaks, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Peaks{}, false
	}
	return parse(text, threads)
}

func parse(text []byte, threads int) (Peaks, bool) {
	var p Peaks
	if json.Unmarshal(text, &p) != nil || !p.fits(threads) {
		return Peaks{}, false
	}
	return p, true
}

// fits says that the peaks are of this machine and make sense.
func (p Peaks) fits(threads int) bool {
	// Another Scalar is another GOAMD64.
	if p.Version != peaksVersion || p.Scalar != available()[0].scalar64.name || p.CPU != model() || p.Arch != runtime.GOARCH || p.Threads != threads || p.Rounds < 1 {
		return false
	}
	for name, r := range p.rates() {
		measured := known(r.Core.Best) && known(r.All.Best)
		if !measured && (name != "memory" || r.Core != Rate{} || r.All != Rate{}) {
			return false
		}
	}
	return true
}

// save writes the whole file or nothing: another process may be reading it.
func save(path string, p Peaks) error {
	text, err := json.MarshalIndent(p, "", "\t")
	if err != nil {
		return fmt.Errorf("encoding peaks: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("making the folder of the peaks: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("writing peaks: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(append(text, '\n'))
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("writing peaks: %w", err)
	}
	return nil
}
