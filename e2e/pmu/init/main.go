//go:build linux

// Init is process 1 of the emulated machine: it mounts what a program expects, sets what was asked for, runs the
// program, says between two marks how it ended, and turns the machine off.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// A job is what the host wants, in the file /job.json.
type job struct {
	Mark    string            // begins the lines that are for the host
	Args    []string          // of /guest/program
	Env     []string          // besides HOME, PATH and TMPDIR
	Sysctls map[string]string // kernel.perf_event_paranoid: 2
	UID     uint32
	Files   uint64 // the most file descriptors, 0: as it is
}

func main() {
	var j job
	err := errors.Join(mount(), j.read(), j.set())
	fmt.Printf("%s begin\n", j.Mark)
	status := 127
	if err == nil {
		status, err = j.run()
	}
	if err != nil {
		fmt.Println("init of the emulated machine:", err)
	}
	fmt.Printf("%s end %d\n", j.Mark, status)
	syscall.Sync()
	syscall.Reboot(syscall.LINUX_REBOOT_CMD_POWER_OFF)
	select {} // process 1 must not end
}

func mount() error {
	for _, m := range []struct{ kind, dir string }{
		{"proc", "/proc"}, {"sysfs", "/sys"}, {"devtmpfs", "/dev"}, {"tmpfs", "/tmp"}, {"tracefs", "/sys/kernel/tracing"},
	} {
		os.MkdirAll(m.dir, 0o755)
		if err := syscall.Mount(m.kind, m.dir, m.kind, 0, ""); err != nil {
			return fmt.Errorf("mounting %s: %w", m.dir, err)
		}
	}
	return os.Chmod("/tmp", 0o777|os.ModeSticky)
}

func (j *job) read() error {
	data, err := os.ReadFile("/job.json")
	if err != nil {
		return err
	}
	return json.Unmarshal(data, j)
}

func (j *job) set() error {
	for name, value := range j.Sysctls {
		file := filepath.Join("/proc/sys", strings.ReplaceAll(name, ".", "/"))
		if err := os.WriteFile(file, []byte(value), 0o644); err != nil {
			return fmt.Errorf("setting %s: %w", name, err)
		}
	}
	if j.Files > 0 {
		limit := syscall.Rlimit{Cur: j.Files, Max: j.Files}
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			return fmt.Errorf("limiting file descriptors: %w", err)
		}
	}
	return nil
}

// run runs the program in /guest and returns its exit status, or 128 and the number of the signal that ended it.
func (j *job) run() (int, error) {
	c := exec.Command("/guest/program", j.Args...)
	c.Dir, c.Stdout, c.Stderr = "/guest", os.Stdout, os.Stderr
	c.Env = append([]string{"HOME=/tmp", "PATH=/bin", "TMPDIR=/tmp"}, j.Env...)
	if j.UID != 0 {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: j.UID, Gid: j.UID}}
	}
	err := c.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0, nil
	case !errors.As(err, &exit):
		return 127, err
	}
	if w := exit.Sys().(syscall.WaitStatus); w.Signaled() {
		return 128 + int(w.Signal()), nil
	}
	return exit.ExitCode(), nil
}
