package runner

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseCommand(t *testing.T) {
	type want struct {
		Go       string
		Packages []string
		Output   string
		Count    int
		CPUs     int
		Build    string
	}
	for _, tt := range []struct {
		why  string
		args string
		want want
	}{
		{"defaults", "",
			want{Go: "-json -v=false -run=^$ -timeout=0 -bench=."}},
		{"what is given is not added", "-run=X -bench Y",
			want{Go: "-json -v=false -run=X -bench Y"}},
		{"two dashes and the test binary's prefix", "--test.run X --bench=Y --test.count=3",
			want{Go: "-json -v=false --test.run X --bench=Y --test.count=3", Count: 3}},
		{"-o is ours, wherever it stands", "-benchmem -o out.txt ./a -o=b.txt",
			want{Go: "-json -v=false -run=^$ -timeout=0 -bench=. -benchmem ./a", Packages: []string{"./a"}, Output: "b.txt"}},
		{"a value that looks like a package or a flag", "-tags ./x -ldflags -s -gcflags all=-N ./a",
			want{Go: "-json -v=false -run=^$ -timeout=0 -bench=. -tags ./x -ldflags -s -gcflags all=-N ./a", Packages: []string{"./a"}, Build: "-tags=./x"}},
		{"booleans take no value of their own", "-race -benchmem -short -failfast ./a ./b",
			want{Go: "-json -v=false -run=^$ -timeout=0 -bench=. -race -benchmem -short -failfast ./a ./b", Packages: []string{"./a", "./b"}, Build: "-race=true"}},
		{"counts", "-count=6 -cpu 1,2,4 ./...",
			want{Go: "-json -v=false -run=^$ -timeout=0 -bench=. -count=6 -cpu 1,2,4 ./...", Packages: []string{"./..."}, Count: 6, CPUs: 3}},
		{"go test judges bad values", "-count=x -timeout never",
			want{Go: "-json -v=false -run=^$ -bench=. -count=x -timeout never"}},
		{"a timeout that is given stays", "-timeout 5m",
			want{Go: "-json -v=false -run=^$ -bench=. -timeout 5m"}},
		{"-C comes first", "-bench=X -C dir ./a",
			want{Go: "-C dir -json -v=false -run=^$ -timeout=0 -bench=X ./a", Packages: []string{"./a"}}},
		{"-args and what follows goes through", "./a -args -o x -run=y -h",
			want{Go: "-json -v=false -run=^$ -timeout=0 -bench=. ./a -args -o x -run=y -h", Packages: []string{"./a"}}},
		{"so does what follows --", "./a -- -o x",
			want{Go: "-json -v=false -run=^$ -timeout=0 -bench=. ./a -- -o x", Packages: []string{"./a"}}},
		{"an unknown flag ends the packages and may take a value", "./a -mine value -count 2 -mine2=x -o f",
			want{Go: "-json -v=false -run=^$ -timeout=0 -bench=. ./a -mine value -count 2 -mine2=x", Packages: []string{"./a"}, Count: 2, Output: "f"}},
		{"a positional argument of the test binary ends our flags", "./a -mine=1 word -count 2 -o f",
			want{Go: "-json -v=false -run=^$ -timeout=0 -bench=. ./a -mine=1 word -count 2 -o f", Packages: []string{"./a"}}},
		{"packages may come after flags only once", "-mine ./notapackage ./b",
			want{Go: "-json -v=false -run=^$ -timeout=0 -bench=. -mine ./notapackage ./b"}},
		{"-v runs verbosely", "-v ./a",
			want{Go: "-json -run=^$ -timeout=0 -bench=. -v ./a", Packages: []string{"./a"}}},
		{"-json too, as it does in go test", "-json",
			want{Go: "-run=^$ -timeout=0 -bench=. -json"}},
		{"-json=false cannot take ours away", "-json=false",
			want{Go: "-json -v=false -run=^$ -timeout=0 -bench=."}},
	} {
		c, err := ParseCommand(strings.Fields(tt.args))
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		tt.want.Go = "test " + tt.want.Go
		tt.want.Count, tt.want.CPUs = max(1, tt.want.Count), max(1, tt.want.CPUs)
		got := want{strings.Join(c.GoArgs(), " "), c.Packages, c.Output, c.Count, c.CPUs, strings.Join(c.Build, " ")}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: plateau run %s (-want +got)\n%s", tt.why, tt.args, d)
		}
	}
}

func TestParseCommandErrors(t *testing.T) {
	for _, args := range []string{"-h", "--help", "./a -help", "-count 3 -h"} {
		if _, err := ParseCommand(strings.Fields(args)); !errors.Is(err, ErrHelp) {
			t.Errorf("%q: error %v, want ErrHelp", args, err)
		}
	}
	for _, args := range []string{"-o", "./a -bench", "--count"} {
		if _, err := ParseCommand(strings.Fields(args)); err == nil || !strings.Contains(err.Error(), "needs an argument") {
			t.Errorf("%q: error %v, want one that names the flag without a value", args, err)
		}
	}
}

// Whatever the arguments: those that are not ours reach go test in order.
func FuzzParseCommand(f *testing.F) {
	f.Add("-o\x00x\x00./a\x00-args\x00-o")
	f.Add("-C\x00d\x00--\x00-json=false")
	f.Add("-\x00-=\x00---x\x00-mine\x00v")
	f.Fuzz(func(t *testing.T, joined string) {
		args := strings.Split(joined, "\x00")
		before := strings.Join(args, "\x00")
		c, err := ParseCommand(args)
		if err != nil {
			return
		}
		if strings.Join(args, "\x00") != before {
			t.Fatal("the arguments were changed")
		}
		rest := args
		for _, a := range c.args {
			for len(rest) > 0 && rest[0] != a {
				rest = rest[1:]
			}
			if len(rest) == 0 {
				t.Fatalf("go test gets %q, which was not given in that order: %q", c.args, args)
			}
			rest = rest[1:]
		}
		if len(args)-len(c.args) > 0 && c.Output == "" && c.Dir == "" && !strings.Contains(before, "json") && !strings.Contains(before, "-o") && !strings.Contains(before, "-C") {
			t.Fatalf("arguments are lost: %q of %q", c.args, args)
		}
	})
}
