// Guest tells what it finds in the emulated machine, and ends as its last argument says: with that status, or by a
// signal.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

func main() {
	fmt.Println(runtime.GOOS, runtime.GOARCH, "with", runtime.NumCPU(), "CPUs")
	fmt.Println("arguments:", strings.Join(os.Args[1:], "|"))
	fmt.Println("user:", os.Getuid(), "home:", os.Getenv("HOME"), "greeting:", os.Getenv("GREETING"))
	fmt.Println("paranoid:", text("/proc/sys/kernel/perf_event_paranoid"))
	fmt.Println("a file:", text("testdata/guest/note.txt"))
	_, err := os.Stat("/sys/bus/event_source/devices/armv8_pmuv3")
	fmt.Println("counters:", err == nil)
	var limit syscall.Rlimit
	syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit)
	fmt.Println("files:", limit.Max)
	fmt.Fprint(os.Stderr, "no line ends here")
	end := os.Args[len(os.Args)-1]
	if end == "signal" {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	status, _ := strconv.Atoi(end)
	os.Exit(status)
}

func text(file string) string {
	b, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(b))
}
