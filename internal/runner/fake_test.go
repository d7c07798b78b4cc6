package runner

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/series"
)

// The tests run this test binary in place of the go command: with fakeEnv in
// its environment it plays the script of that name.
const fakeEnv = "PLATEAU_FAKE_GO"

func TestMain(m *testing.M) {
	if name := os.Getenv(fakeEnv); name != "" {
		os.Exit(playFake(name, os.Args[1:]))
	}
	os.Exit(m.Run())
}

func playFake(name string, args []string) int {
	if len(args) > 0 && args[0] == "list" {
		fmt.Print(os.Getenv("PLATEAU_FAKE_LIST")) // "" is no plan
		return 1
	}
	script, ok := fakeScripts[name]
	if !ok {
		fmt.Fprintln(os.Stderr, "no such script:", name)
		return 3
	}
	return script(fakeGo{args: args})
}

// A fakeGo prints what a go command and the test binaries below it would.
type fakeGo struct{ args []string }

func (f fakeGo) event(e map[string]any) {
	e["Time"] = "2026-01-02T03:04:05.678901234Z"
	line, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(append(line, '\n'))
}

func (f fakeGo) start(pkg string) {
	f.event(map[string]any{"Action": "start", "Package": pkg})
	f.print(pkg, "goos: linux\n", "goarch: amd64\n", "pkg: "+pkg+"\n", "cpu: Fake CPU @ 1GHz\n")
}

// print prints pieces of output, each as one event.
func (f fakeGo) print(pkg string, pieces ...string) {
	for _, p := range pieces {
		f.event(map[string]any{"Action": "output", "Package": pkg, "Output": p})
	}
}

// result prints a result line in the two pieces in which testing prints it.
func (f fakeGo) result(pkg, name, rest string) {
	f.print(pkg, name+"  \t", rest+"\n")
}

func (f fakeGo) pass(pkg string) {
	f.print(pkg, "PASS\n", "ok  \t"+pkg+"\t1.234s\n")
	f.event(map[string]any{"Action": "pass", "Package": pkg, "Elapsed": 1.234})
}

func (f fakeGo) fail(pkg string) {
	f.print(pkg, "exit status 2\n", "FAIL\t"+pkg+"\t1.234s\n")
	f.event(map[string]any{"Action": "fail", "Package": pkg, "Elapsed": 1.234})
}

// A fakeRun is one run in a fake sample file.
type fakeRun struct {
	name   string
	rep    int
	iters  int64
	result string // result line without the name; "" for the iterations alone
	values []int64
}

// sampleText is the sample file of a test binary.
func sampleText(pkg string, pid int, runs ...fakeRun) string {
	var b strings.Builder
	w := series.NewWriter(&b, nil)
	check(w.Header(series.Process{Pkg: pkg, GOOS: "linux", GOARCH: "amd64", CPU: "Fake CPU @ 1GHz", PID: pid, Start: time.Unix(1_700_000_000+int64(pid), 0).UTC()}))
	for _, r := range runs {
		line := r.result
		if line == "" {
			line = fmt.Sprintf("%d\t5.0 p50-ns/op", r.iters)
		}
		check(w.Run(r.name+"\t"+line, series.Run{
			Name: r.name, Rep: r.rep, Iters: r.iters, TickNS: 1, Batch: 1,
			Series: []series.Series{{Batch: 1, Samples: int64(len(r.values))}},
		}))
		var enc series.Encoder
		for rest := r.values; len(rest) > 0; {
			chunk, n := enc.Append(nil, rest)
			check(w.Chunk(0, chunk, n))
			rest = rest[n:]
		}
		check(w.End())
	}
	return b.String()
}

// samples writes a sample file where plateau wants it, as a test binary does.
func (f fakeGo) samples(pkg string, pid int, text string) {
	name := strings.ReplaceAll(pkg, "/", "_") + "-" + strconv.Itoa(pid) + ".bench"
	check(os.WriteFile(filepath.Join(os.Getenv(OutEnv), name), []byte(text), 0o666))
}

// child starts a process that the fake leaves behind: it ignores SIGINT and
// holds the output open. Its number goes to a file.
func (f fakeGo) child() {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fakeEnv+"=deaf-child")
	cmd.Stdout = os.Stdout
	ready, err := cmd.StderrPipe()
	check(err)
	check(cmd.Start())
	io.ReadFull(ready, make([]byte, 1)) // it ignores signals now
	if path := os.Getenv("PLATEAU_FAKE_PID"); path != "" {
		check(os.WriteFile(path, []byte(strconv.Itoa(cmd.Process.Pid)), 0o666))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// fakeScripts are the runs that the fake go command can play.
var fakeScripts = map[string]func(f fakeGo) int{
	"ends":   func(fakeGo) int { return 0 },
	"sleeps": func(fakeGo) int { time.Sleep(time.Minute); return 0 },
	"two packages": func(f fakeGo) int {
		f.samples("m/a", 11, sampleText("m/a", 11,
			fakeRun{name: "BenchmarkA-2", rep: 0, iters: 3, values: []int64{1, 2, 3}},
			fakeRun{name: "BenchmarkA-2", rep: 1, iters: 2, values: []int64{4, 5}}))
		f.samples("m/b", 12, sampleText("m/b", 12,
			fakeRun{name: "BenchmarkA-2", rep: 0, iters: 1, values: []int64{7}}))
		// go test -json lets packages overlap.
		f.start("m/a")
		f.result("m/a", "BenchmarkA-2", "       3\t        12.50 ns/op\t         5.000 p50-ns/op\t       8 B/op")
		f.print("m/a", "BenchmarkA-2  \t")
		f.start("m/b")
		f.result("m/b", "BenchmarkA-2", "       1\t         9.000 ns/op")
		f.result("m/b", "BenchmarkPlain-2", "     100\t         9.000 ns/op")
		f.print("m/a", "       2\t        13.50 ns/op\n")
		f.print("m/a", "--- BENCH: BenchmarkA-2\n", "    a_test.go:7: a log\n")
		f.pass("m/a")
		f.pass("m/b")
		return 0
	},
	"noise": func(f fakeGo) int {
		f.samples("m/a", 11, sampleText("m/a", 11,
			fakeRun{name: "BenchmarkA-2", rep: 0, iters: 1, values: []int64{1}},
			fakeRun{name: "BenchmarkA-2", rep: 1, iters: 2, values: []int64{2}},
			fakeRun{name: "BenchmarkA-2", rep: 2, iters: 3, values: []int64{3}}))
		f.start("m/a")
		f.print("m/a", "BenchmarkA-2  \t", "some noise\n", "       1\t  9.0 ns/op\n")
		f.print("m/a", "BenchmarkA-2  \t", "swallowed ", "2 5 ns\n")
		f.print("m/a", "BenchmarkA-2  \t", "noise", "       3\t  9.0 ns/op\n")
		f.pass("m/a")
		return 0
	},
	"build fails": func(f fakeGo) int {
		f.event(map[string]any{"ImportPath": "m/a [m/a.test]", "Action": "build-output", "Output": "# m/a [m/a.test]\n"})
		f.event(map[string]any{"ImportPath": "m/a [m/a.test]", "Action": "build-output", "Output": "a_test.go:3:4: undefined: x\n"})
		f.event(map[string]any{"ImportPath": "m/a [m/a.test]", "Action": "build-fail"})
		f.event(map[string]any{"Action": "start", "Package": "m/a"})
		f.print("m/a", "FAIL\tm/a [build failed]\n")
		f.event(map[string]any{"Action": "fail", "Package": "m/a", "FailedBuild": "m/a [m/a.test]"})
		return 1
	},
	"panic": func(f fakeGo) int {
		f.samples("m/a", 11, strings.TrimSuffix(sampleText("m/a", 11,
			fakeRun{name: "BenchmarkA-2", rep: 0, iters: 1, values: []int64{1}},
			fakeRun{name: "BenchmarkA-2", rep: 1, iters: 2, values: []int64{2}}), "2\n"))
		f.start("m/a")
		f.result("m/a", "BenchmarkA-2", "       1\t  9.0 ns/op")
		f.print("m/a", "BenchmarkA-2  \t", "panic: oh no\n", "\n", "goroutine 7 [running]:\n")
		f.fail("m/a")
		return 1
	},
	"spoiled": func(f fakeGo) int {
		f.start("m/a")
		f.result("m/a", "BenchmarkSkip-2", "       0\t               NaN ns/op")
		f.result("m/a", "BenchmarkSkip-2", "       0\t               NaN ns/op")
		f.result("m/a", "BenchmarkBreak-2", "       0\t              +Inf ns/op")
		f.result("m/a", "BenchmarkMetric-2", "      10\t  9.0 ns/op\t       NaN hits/op\t   2.000 miss/op")
		f.result("m/a", "BenchmarkLong/"+strings.Repeat("x", 1<<16)+"-2", "      10\t  9.0 ns/op")
		f.pass("m/a")
		return 0
	},
	"killed writer": func(f fakeGo) int {
		whole := sampleText("m/a", 11,
			fakeRun{name: "BenchmarkA-2", rep: 0, iters: 1, values: []int64{1}},
			fakeRun{name: "BenchmarkA-2", rep: 1, iters: 2, values: []int64{2}})
		f.samples("m/a", 11, whole[:len(whole)-20])
		f.start("m/a")
		f.result("m/a", "BenchmarkA-2", "       1\t  9.0 ns/op")
		f.result("m/a", "BenchmarkA-2", "       2\t  9.0 ns/op")
		f.pass("m/a")
		return 0
	},
	"disk full": func(f fakeGo) int {
		f.samples("m/a", 11, sampleText("m/a", 11, fakeRun{name: "BenchmarkA-2", rep: 0, iters: 1, values: []int64{1}}))
		f.start("m/a")
		f.result("m/a", "BenchmarkA-2", "       1\t  9.0 ns/op\t  9.0 mean-ns/op\t  5.0 p50-ns/op")
		f.result("m/a", "BenchmarkA-2", "       1\t  9.0 ns/op\t  9.0 mean-ns/op\t  5.0 p50-ns/op")
		f.print("m/a", "--- BENCH: BenchmarkA-2\n", "    a_test.go:7: plateau: samples from here on are not written: "+
			"write /x/m_a-11.bench: no space left on device; the runs before are whole in /x/m_a-11.bench\n")
		f.pass("m/a")
		return 0
	},
	"other version": func(f fakeGo) int {
		text := sampleText("m/a", 11, fakeRun{name: "BenchmarkA-2", rep: 0, iters: 1, values: []int64{1}})
		f.samples("m/a", 11, strings.Replace(text, "# plateau 1 ", "# plateau 99 ", 1))
		f.start("m/a")
		f.result("m/a", "BenchmarkA-2", "       1\t  9.0 ns/op\t  9.0 mean-ns/op\t  5.0 p50-ns/op")
		f.pass("m/a")
		return 0
	},
	"arguments": func(f fakeGo) int {
		fmt.Fprint(os.Stderr, "go: a word on standard error")
		fmt.Println(strings.Join(f.args, " "))
		return 0
	},
	"deaf-child": func(f fakeGo) int {
		ignoreInterrupt()
		os.Stderr.Write([]byte("."))
		os.Stderr.Close()
		time.Sleep(time.Minute)
		return 0
	},
	"leaves a child": func(f fakeGo) int {
		f.child()
		fmt.Println("done")
		return 0
	},
	"interrupted": func(f fakeGo) int {
		interrupted := awaitInterrupt()
		f.samples("m/a", 11, sampleText("m/a", 11,
			fakeRun{name: "BenchmarkA-2", rep: 0, iters: 1, values: []int64{1}}))
		f.start("m/a")
		f.result("m/a", "BenchmarkA-2", "       1\t  9.0 ns/op")
		f.print("m/a", "BenchmarkA-2  \t", "      12")
		<-interrupted
		f.print("m/a", "\n", "signal: interrupt\n", "FAIL\tm/a\t1.234s\n")
		f.event(map[string]any{"Action": "fail", "Package": "m/a"})
		return 1
	},
	"deaf": func(f fakeGo) int {
		ignoreInterrupt()
		f.child()
		f.start("m/a")
		f.result("m/a", "BenchmarkA-2", "       1\t  9.0 ns/op")
		f.print("m/a", "BenchmarkA-2  \t")
		time.Sleep(time.Minute)
		return 0
	},
}
