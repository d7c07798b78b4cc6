package instrument

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// A foundPackage is a package with loops.
type foundPackage struct {
	pkg
	files  []File
	broken error // what cannot be parsed
}

// findAll finds the loops of all packages that can be changed. It begins no package when ctx has ended, which is the error then.
func findAll(ctx context.Context, packages []pkg, read func(string) ([]byte, error), sum *Summary) ([]foundPackage, error) {
	results := make([]foundPackage, len(packages))
	var wait sync.WaitGroup
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, p := range packages {
		if ctx.Err() != nil {
			break
		}
		results[i].pkg = p
		if why := p.untouchable(); why != "" {
			if !p.DepOnly {
				sum.Skipped = append(sum.Skipped, SkippedPackage{p.ImportPath, why})
			}
			continue
		}
		wait.Add(1)
		limit <- struct{}{}
		go func() {
			defer wait.Done()
			results[i].files, results[i].broken = p.find(read)
			<-limit
		}()
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var found []foundPackage
	for _, r := range results {
		sum.Broken = errors.Join(sum.Broken, r.broken)
		if len(r.files) > 0 {
			sum.add(r)
			found = append(found, r)
		}
	}
	return found, nil
}

// untouchable says why a package cannot be changed, "" when it can.
func (p *pkg) untouchable() string {
	switch {
	case p.Dir == "":
		return whyNotFound
	case p.Standard:
		return whyStandard
	case p.ImportPath == "command-line-arguments":
		return whyFiles
	case p.Module == nil:
		return whyNoModule
	case !p.Module.Main:
		return whyDependency
	}
	return ""
}

// find finds the loops of a package; read reads a file as the build sees it. Broken is what cannot be parsed.
func (p *pkg) find(read func(path string) ([]byte, error)) (found []File, broken error) {
	usesTesting := slices.Contains(p.Imports, "testing")
	for _, names := range p.groups() {
		var sources []Source
		worth := false
		for _, name := range names {
			if !usesTesting && !strings.HasSuffix(name, "_test.go") {
				continue
			}
			path := filepath.Join(p.Dir, name)
			text, err := read(path)
			if err != nil {
				continue // the go command will say so
			}
			worth = worth || candidate(text)
			sources = append(sources, Source{path, text})
		}
		if worth {
			files, err := find(sources)
			found, broken = append(found, files...), errors.Join(broken, err)
		}
	}
	if p.covered {
		refuseCovered(found)
	}
	return found, broken
}

// refuseCovered refuses the loops of files that are built for coverage: those of tests are not.
func refuseCovered(files []File) {
	for _, f := range files {
		if strings.HasSuffix(f.Name, "_test.go") {
			continue
		}
		for i := range f.Loops {
			f.Loops[i].refuse(whyCover)
		}
	}
}
