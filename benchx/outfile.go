package benchx

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
	"github.com/plateau-bench/plateau/internal/series"
)

// out is the sample file of this process, if PLATEAU_OUT asks for one.
var out outfile

// An outfile is created with the first run. Each run is written whole when it has ended, so that a process that is killed loses
// no more than the run that was going on; where writing fails the file is cut back to the last whole run.
type outfile struct {
	sync.Mutex
	opened bool
	file   *os.File
	writer *series.Writer
	whole  int64 // length up to the last whole run, or of the header
}

// write adds a run. It returns what the user has to know: why there is no file.
func (o *outfile) write(r *run) (notes []string) {
	o.Lock()
	defer o.Unlock()
	if !o.opened {
		o.opened = true
		if err := o.open(); err != nil {
			return []string{err.Error()}
		}
	}
	if o.file == nil {
		return nil
	}
	err := o.add(r)
	if err == nil {
		o.whole, err = o.file.Seek(0, io.SeekCurrent)
	}
	if err == nil {
		return nil
	}
	name := o.file.Name()
	if o.writer.Err() == nil { // the run was refused for what it is; others may be written
		return []string{fmt.Sprintf("a run is missing in %s: %v", name, err)}
	}
	o.file.Truncate(o.whole)
	o.file.Close()
	o.file = nil
	return []string{fmt.Sprintf("samples from here on are not written: %v; the runs before are whole in %s", err, name)}
}

func (o *outfile) add(r *run) error {
	if err := o.writer.Run(r.metrics.line(r.Name, r.Iters, r.elapsed), r.Run); err != nil {
		return err
	}
	for i, pieces := range r.pieces {
		for _, p := range pieces {
			if err := o.writer.Chunk(i, p.code, p.n); err != nil {
				return err
			}
		}
	}
	return o.writer.End()
}

// open creates the file, with a name that nobody else has.
func (o *outfile) open() error {
	dir := os.Getenv("PLATEAU_OUT")
	if dir == "" {
		return nil
	}
	if !filepath.IsAbs(dir) {
		return fmt.Errorf("PLATEAU_OUT=%s ignored: it must be an absolute path, since go test runs each package in its own directory", dir)
	}
	pkg := packagePath()
	base := fileName(pkg) + "-" + strconv.Itoa(os.Getpid())
	for k := 0; ; k++ {
		name := base + ".bench"
		if k > 0 {
			name = base + "-" + strconv.Itoa(k) + ".bench"
		}
		file, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("PLATEAU_OUT: no samples are written: %w", err)
		}
		o.file = file
		break
	}
	o.writer = series.NewWriter(o.file, mapMemory(series.BufferSize))
	if err := o.writer.Header(process(pkg)); err != nil {
		name := o.file.Name()
		o.file.Close()
		os.Remove(name)
		o.file = nil
		return fmt.Errorf("PLATEAU_OUT: no samples are written: %w", err)
	}
	o.whole, _ = o.file.Seek(0, io.SeekCurrent)
	return nil
}

// fileName makes an import path fit to be the name of a file anywhere.
func fileName(path string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '.', c == '_', c == '~':
			return c
		}
		return '_'
	}, path)
}

// packagePath is the import path of the package under test.
func packagePath() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Path != "" {
		return strings.TrimSuffix(info.Path, ".test")
	}
	return "unknown"
}

var begun = sync.OnceValue(time.Now)

// process are the facts that all runs of this process share.
func process(pkg string) series.Process {
	f, facts := readFlags(), clock.Open()
	return series.Process{
		Pkg: pkg, Go: runtime.Version(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, CPU: cpuName(),
		PID: os.Getpid(), NumCPU: runtime.NumCPU(), Start: begun(),
		Clock: string(facts.Source), StepNS: facts.StepNS, ReadNS: facts.ReadNS,
		Benchtime: f.text.benchTime, CPUList: f.text.cpu, Count: f.count,
	}
}
