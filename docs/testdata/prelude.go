// Package documents holds what the code in the documents calls without declaring it.
package documents

import "strings"

var (
	key   = "b"
	table = map[string]string{"a": "1", "b": "2"}
)

func lookup(key string) string { return table[key] }

func load() []string { return strings.Split("a b c", " ") }

func prepare(input string) string { return strings.ToUpper(input) }

func process(input string) string { return strings.ToLower(input) }

type stream struct{ left int }

func generate() *stream { return &stream{8} }

func (s *stream) Next() bool { s.left--; return s.left >= 0 }
