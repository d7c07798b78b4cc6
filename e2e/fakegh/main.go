// Fakegh stands in for the gh command in the tests of the action: the forms of gh api and gh run download that the
// scripts use, against the server that FORGE_URL names. The programs of --jq run in the same implementation of jq as gh's.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/itchyny/gojq"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gh:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) > 1 && args[0] == "api":
		return api(args[1:])
	case len(args) > 3 && args[0] == "run" && args[1] == "download":
		return download(args[2], args[3:])
	}
	return fmt.Errorf("no such command: %q", args)
}

// fields are the values of repeated -f or -F.
type fields []string

func (f *fields) String() string     { return "" }
func (f *fields) Set(s string) error { *f = append(*f, s); return nil }

// api is gh api, with its path before, between or behind the flags.
func api(args []string) error {
	var raw, typed fields
	f := flag.NewFlagSet("api", flag.ContinueOnError)
	method := f.String("method", "GET", "")
	jq := f.String("jq", "", "")
	silent := f.Bool("silent", false, "")
	paginate := f.Bool("paginate", false, "")
	f.Var(&raw, "f", "")
	f.Var(&typed, "F", "")
	var path string
	for len(args) > 0 {
		if err := f.Parse(args); err != nil {
			return err
		}
		if args = f.Args(); len(args) > 0 {
			path, args = args[0], args[1:]
		}
	}
	values := make(map[string]string)
	for _, kv := range append(raw, typed...) {
		k, v, ok := strings.Cut(kv, "=")
		if !ok {
			return fmt.Errorf("field %q requires a value", kv)
		}
		values[k] = v
	}
	for _, kv := range typed {
		k, v, _ := strings.Cut(kv, "=")
		if v != "@-" {
			return fmt.Errorf("-F %s: only @- is known here", kv)
		}
		text, err := io.ReadAll(os.Stdin)
		if err != nil {
			return err
		}
		values[k] = string(text)
	}
	for path != "" {
		body, next, err := call(*method, path, values)
		if err != nil {
			return err
		}
		if !*silent {
			if err := show(body, *jq); err != nil {
				return err
			}
		}
		if path = next; !*paginate {
			break
		}
	}
	return nil
}

// call does one request. next is the following page, or "".
func call(method, path string, values map[string]string) (body []byte, next string, err error) {
	target := os.Getenv("FORGE_URL") + "/" + path
	var in io.Reader
	if method == "GET" && len(values) > 0 {
		query := make(url.Values)
		for k, v := range values {
			query.Set(k, v)
		}
		target += "?" + query.Encode()
	} else if method != "GET" {
		text, err := json.Marshal(values)
		if err != nil {
			return nil, "", err
		}
		in = bytes.NewReader(text)
	}
	req, err := http.NewRequest(method, target, in)
	if err != nil {
		return nil, "", err
	}
	req.Header.Set("Authorization", "token "+os.Getenv("GH_TOKEN"))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	if body, err = io.ReadAll(resp.Body); err != nil {
		return nil, "", err
	}
	if resp.StatusCode >= 300 {
		return nil, "", fmt.Errorf("HTTP %d: %s", resp.StatusCode, body)
	}
	return body, resp.Header.Get("X-Next"), nil
}

// show prints what jq makes of a body: strings as they are.
func show(body []byte, program string) error {
	if program == "" {
		_, err := os.Stdout.Write(body)
		return err
	}
	query, err := gojq.Parse(program)
	if err != nil {
		return fmt.Errorf("--jq %s: %w", program, err)
	}
	var in any
	if err := json.Unmarshal(body, &in); err != nil {
		return err
	}
	for iter := query.Run(in); ; {
		v, ok := iter.Next()
		if !ok {
			return nil
		}
		if err, ok := v.(error); ok {
			return err
		}
		if s, ok := v.(string); ok {
			fmt.Println(s)
			continue
		}
		text, err := gojq.Marshal(v)
		if err != nil {
			return err
		}
		fmt.Printf("%s\n", text)
	}
}

// download is gh run download of one artifact, which here has one file.
func download(id string, args []string) error {
	f := flag.NewFlagSet("download", flag.ContinueOnError)
	repo, name, dir := f.String("repo", "", ""), f.String("name", "", ""), f.String("dir", "", "")
	if err := f.Parse(args); err != nil {
		return err
	}
	if *repo == "" || *name == "" || *dir == "" {
		return errors.New("download takes --repo, --name and --dir")
	}
	body, _, err := call("GET", "artifacts/"+*repo+"/"+id+"/"+*name, nil)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(*dir, "report.md"), body, 0o666)
}
