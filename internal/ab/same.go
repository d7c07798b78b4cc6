package ab

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// SameProgram reports whether the working tree differs from a commit by documentation alone, if at all, so that the test binaries of both
// would be one. What lies in the directory except does not count. A doubt makes it false: test binaries cannot be compared themselves, as
// the paths of their sources are in them.
func (r *Repository) SameProgram(base Revision, except string) (bool, error) {
	scope := []string{"--", "."}
	if rel, ok := r.inside(except); ok && rel != "." {
		scope = append(scope, ":(exclude,literal)"+filepath.ToSlash(rel))
	}
	var changed []string
	for _, args := range [][]string{
		{"diff", "--name-only", "--no-renames", "--ignore-submodules=none", "-z", base.Commit},
		{"ls-files", "--others", "--exclude-standard", "-z"},
	} {
		out, err := git(r.Root, append(args, scope...)...)
		if err != nil {
			return false, err
		}
		changed = append(changed, names(out)...)
	}
	out, err := git(r.Root, append([]string{"ls-files", "--others", "--ignored", "--exclude-standard", "-z"}, scope...)...)
	if err != nil || slices.ContainsFunc(names(out), built) {
		return false, err
	}
	for _, name := range changed {
		if !documentation(name) || r.used(name) {
			return false, nil
		}
	}
	return true, nil
}

func names(out string) []string {
	return strings.FieldsFunc(out, func(c rune) bool { return c == 0 })
}

// built reports whether an ignored file, which the commit lacks, may become part of a program or be read by its tests.
func built(name string) bool {
	switch path.Ext(name) {
	case ".go", ".s", ".S", ".c", ".cc", ".cpp", ".h", ".hpp", ".m", ".f", ".swig", ".syso", ".mod", ".sum", ".work":
		return true
	}
	return slices.Contains(strings.Split(name, "/"), "testdata")
}

// documentation reports whether a file is read by people alone, as its name says.
func documentation(name string) bool {
	if built(name) {
		return false
	}
	switch base := path.Base(name); path.Ext(base) {
	case ".md", ".rst", ".adoc":
		return true
	default:
		return slices.Contains([]string{"LICENSE", "NOTICE", "AUTHORS", "CONTRIBUTORS", "CODEOWNERS", ".gitignore"}, base) || strings.HasPrefix(name, ".github/")
	}
}

// used reports whether Go code may read a file of the tree: it has the file's name, or something is embedded.
func (r *Repository) used(name string) bool {
	for _, text := range []string{path.Base(name), "//go:embed"} {
		if _, err := git(r.Root, "grep", "--untracked", "-q", "-F", "-e", text, "--", "*.go"); err == nil || !strings.HasSuffix(strings.TrimSpace(err.Error()), "git grep:") {
			return true // 1 without a word is that there is none
		}
	}
	return false
}
