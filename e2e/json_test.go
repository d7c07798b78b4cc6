package e2e

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdJSON is the script command
//
//	json FILE PATH [CHECK]
//
// FILE may be stdout. It fails unless FILE is one JSON value in which PATH,
// keys and indices joined by slashes, leads somewhere. CHECK is =TEXT (the
// value printed as JSON, strings without quotes), >=V, <=V, or #N (the number
// of elements). With ! the PATH must lead nowhere or the check fail.
func cmdJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 && len(args) != 3 {
		ts.Fatalf("usage: json FILE PATH [CHECK]")
	}
	var doc any
	if err := json.Unmarshal([]byte(ts.ReadFile(args[0])), &doc); err != nil {
		ts.Fatalf("%s is no JSON: %v", args[0], err)
	}
	v, err := follow(doc, args[1])
	if err == nil && len(args) == 3 {
		err = checkJSON(v, args[2])
	}
	if err != nil && !neg {
		ts.Fatalf("%s: %v", args[1], err)
	}
	if err == nil && neg {
		ts.Fatalf("%s: unexpectedly %v", args[1], v)
	}
}

func follow(v any, path string) (any, error) {
	for key := range strings.SplitSeq(path, "/") {
		switch node := v.(type) {
		case map[string]any:
			next, ok := node[key]
			if !ok {
				return nil, fmt.Errorf("no key %q", key)
			}
			v = next
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil {
				return nil, err
			}
			if i < 0 || i >= len(node) {
				return nil, fmt.Errorf("index %d of %d elements", i, len(node))
			}
			v = node[i]
		default:
			return nil, fmt.Errorf("nothing below %q", key)
		}
	}
	return v, nil
}

func checkJSON(v any, check string) error {
	switch {
	case strings.HasPrefix(check, "="):
		got, ok := v.(string)
		if !ok {
			text, err := json.Marshal(v)
			if err != nil {
				return err
			}
			got = string(text)
		}
		if got != check[1:] {
			return fmt.Errorf("%s, want %s", got, check[1:])
		}
		return nil
	case strings.HasPrefix(check, "#"):
		list, ok := v.([]any)
		if !ok {
			return fmt.Errorf("%v is no array", v)
		}
		if strconv.Itoa(len(list)) != check[1:] {
			return fmt.Errorf("%d elements, want %s", len(list), check[1:])
		}
		return nil
	}
	op := check[:min(2, len(check))]
	limit, err := strconv.ParseFloat(check[len(op):], 64)
	if err != nil {
		return fmt.Errorf("check %q: %w", check, err)
	}
	got, ok := v.(float64)
	if !ok {
		return fmt.Errorf("%v is no number", v)
	}
	if !(op == ">=" && got >= limit || op == "<=" && got <= limit) {
		return fmt.Errorf("%v, want %s", got, check)
	}
	return nil
}
