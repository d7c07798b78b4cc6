package instrument

import (
	"bytes"
	"fmt"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// Inject returns the file's text with the calls of benchx, imported from path, in the loops that can be measured. No line is added
// and none moves; every byte of the original is there in order. It returns nil when no loop can be measured.
func (f *File) Inject(path string) []byte {
	edits := f.injection(path)
	if edits == nil {
		return nil
	}
	return apply(f.Text, edits)
}

// injection are the edits that Inject makes.
func (f *File) injection(path string) []edit {
	pkg, s, lane := f.fresh("plateau_benchx"), f.fresh("plateau_s"), f.fresh("plateau_lane")
	var edits []edit
	insert := func(at int, format string, args ...any) {
		edits = append(edits, insertion(at, fmt.Sprintf(format, args...)))
	}
	started := map[any]bool{}
	for _, l := range f.Loops {
		if l.Why != "" {
			continue
		}
		begin, end := f.offset(l.stmt.Pos()), f.offset(l.stmt.End())
		top := f.offset(l.body.Lbrace) + 1
		switch l.form {
		case each:
			insert(begin, "{ %s := %s.Start(%s); ", s, pkg, l.b)
			insert(top, " %s.Lap(); ", s)
			insert(end, "; %s.Stop() }", s)
		case counted:
			insert(begin, "{ %s := %s.Start(%s); ", s, pkg, l.b)
			for _, m := range l.marks {
				insert(f.markAt(m), "; %s.Lap(); ", s)
			}
			insert(end, " }")
		case parallel:
			if !started[l.call] {
				started[l.call] = true
				insert(f.offset(l.call.Pos()), "{ %s := %s.Start(%s); ", s, pkg, l.b)
				insert(f.offset(l.call.End()), "; %s.Stop() }", s)
			}
			insert(begin, "{ %s := %s.Lane(); ", lane, s)
			insert(top, " %s.Lap(); ", lane)
			insert(end, "; %s.Stop() }", lane)
		}
	}
	if edits == nil {
		return nil
	}
	insert(f.offset(f.ast.Name.End()), "%s; import %s %s", f.here(f.ast.Name.End()), pkg, strconv.Quote(path))
	return append(edits, f.lineDirectives()...)
}

// here is a line directive that says where a position is, so that the compiler names this file and not the one that takes its
// place.
func (f *File) here(p token.Pos) string {
	place := f.files.Position(p) // as directives before it have it
	if endsComment := strings.Contains(place.Filename, "*/"); endsComment || !filepath.IsAbs(place.Filename) {
		return ""
	}
	return fmt.Sprintf("/*line %s:%d:%d*/", place.Filename, place.Line, max(place.Column, 1))
}

// lineDirectives makes the names in the file's own line directives absolute: they are relative to the directory of the file.
func (f *File) lineDirectives() (edits []edit) {
	dir := filepath.Dir(f.Name)
	if !filepath.IsAbs(dir) {
		return nil
	}
	for _, group := range f.ast.Comments {
		for _, c := range group.List {
			name, ok := strings.CutPrefix(c.Text[2:], "line ")
			begins := c.Text[1] == '*' || f.files.PositionFor(c.Pos(), false).Column == 1
			ends := c.Text[1] == '*' && strings.Contains(dir+string(filepath.Separator), "*/")
			if ok && begins && !ends && name != "" && name[0] != ':' && !filepath.IsAbs(name) && strings.Contains(name, ":") {
				edits = append(edits, insertion(f.offset(c.Pos())+len("//line "), dir+string(filepath.Separator)))
			}
		}
	}
	return edits
}

// fresh is a name that does not occur in the file.
func (f *File) fresh(name string) string {
	for bytes.Contains(f.Text, []byte(name)) {
		name += "_"
	}
	return name
}
