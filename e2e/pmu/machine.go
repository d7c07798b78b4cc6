package pmu

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"debug/elf"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A Machine is an emulated machine that is off. The zero value has a CPU with counters on which an instruction takes a
// cycle, and runs programs as root.
type Machine struct {
	// Shift is the power of two of cycles that an instruction takes, from 0 to 10.
	Shift int
	// RealTime lets cycles be those of a clock. Then instructions cannot be counted, and the kernel says so.
	RealTime bool
	// NoPMU leaves out the counters.
	NoPMU bool
	// CPUs is how many there are, 0 for one. Several take turns, and QEMU has one count of instructions for all of them
	// (icount_get_raw in its target/arm/helper.c): a thread counts what runs on other CPUs while it has its own.
	CPUs int

	UID     int               // that the program runs as, 0 for root
	Env     []string          // NAME=VALUE, besides HOME, PATH and TMPDIR
	Sysctls map[string]string // such as kernel.perf_event_paranoid
	Files   []string          // files and directories below the current one, put beside the program under the same names
	Limit   int               // the most file descriptors of the program, 0 for the usual 1024

	Timeout time.Duration // for everything, boot included; 0 stands for 20 minutes
}

// ErrNoAnswer is returned when the machine came to its end before the program did.
var ErrNoAnswer = errors.New("the emulated machine gave no answer")

// Run boots the machine, runs a static program of linux/arm64 there, and returns its exit status. What the program
// writes to standard output and standard error goes to out, line by line, as it comes.
func (m Machine) Run(ctx context.Context, out io.Writer, program string, args ...string) (status int, err error) {
	if err := checkProgram(program); err != nil {
		return 0, err
	}
	kernel, err := kernel()
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "plateau-pmu-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	mark := "@" + rand.Text()
	disk, err := m.disk(mark, program, args)
	if err != nil {
		return 0, fmt.Errorf("making the emulated machine's disk: %w", err)
	}
	initrd := filepath.Join(dir, "initrd")
	if err := os.WriteFile(initrd, disk, 0o666); err != nil {
		return 0, err
	}
	timeout := m.Timeout
	if timeout <= 0 {
		timeout = 20 * time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return boot(ctx, out, mark, m.options(kernel, initrd))
}

// checkProgram tells a program that would not start there.
func checkProgram(program string) error {
	f, err := elf.Open(program)
	if err != nil {
		return fmt.Errorf("reading the program: %w", err)
	}
	defer f.Close()
	if f.Machine != elf.EM_AARCH64 || f.Section(".interp") != nil {
		return fmt.Errorf("%s is no static program for arm64: build it with GOOS=linux GOARCH=arm64 CGO_ENABLED=0", program)
	}
	return nil
}

// disk makes the RAM disk. Its job.json is the job of the program in the directory init.
func (m Machine) disk(mark, program string, args []string) ([]byte, error) {
	init, err := initProgram()
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	job, err := json.Marshal(map[string]any{
		"Mark": mark, "Args": args, "Env": m.Env, "Sysctls": m.Sysctls, "UID": m.UID, "Files": m.Limit,
	})
	if err != nil {
		return nil, err
	}
	var a archive
	a.file("init", init)
	a.device("dev/console", 5, 1) // for what init says before it mounts /dev
	a.file("job.json", job)
	a.file("guest/program", data)
	for _, f := range m.Files {
		if err := a.tree("guest/"+filepath.ToSlash(f), f); err != nil {
			return nil, err
		}
	}
	a.end()
	return a.Bytes(), nil
}

func (m Machine) options(kernel, initrd string) []string {
	cpu := "max,pauth-impdef=on" // the pointer authentication of the architecture takes longer than all the rest
	if m.NoPMU {
		cpu += ",pmu=off"
	}
	options := []string{
		"-machine", "virt,gic-version=3", "-accel", "tcg", "-cpu", cpu, "-smp", fmt.Sprint(max(1, m.CPUs)), "-m", "512",
		"-nodefaults", "-nographic", "-no-reboot", "-monitor", "none", "-serial", "stdio",
		"-kernel", kernel, "-initrd", initrd, "-append", "console=ttyAMA0 quiet loglevel=3 panic=-1 rdinit=/init",
	}
	if !m.RealTime {
		options = append(options, "-icount", fmt.Sprintf("shift=%d,sleep=off", m.Shift))
	}
	return options
}

// boot runs QEMU and reads its console.
func boot(ctx context.Context, out io.Writer, mark string, options []string) (int, error) {
	machine := exec.CommandContext(ctx, qemu, options...)
	machine.WaitDelay = 5 * time.Second
	var complaints bytes.Buffer
	machine.Stderr = &complaints
	console, err := machine.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := machine.Start(); err != nil {
		return 0, fmt.Errorf("starting the emulated machine: %w", err)
	}
	status, answered, last := listen(console, out, mark)
	err = machine.Wait()
	if !answered {
		return 0, fmt.Errorf("%w (%w, %w)\n%s%s", ErrNoAnswer, orNone(err), orNone(ctx.Err()), complaints.String(), last)
	}
	return status, nil
}

var errNone = errors.New("no error")

func orNone(err error) error {
	if err == nil {
		return errNone
	}
	return err
}

// listen copies what stands between the two marks, and reads the status behind the last. answered says that there was one;
// last is the end of what the console said outside.
func listen(console io.Reader, out io.Writer, mark string) (status int, answered bool, last string) {
	inside := false
	lines := bufio.NewReader(console)
	for {
		line, err := lines.ReadString('\n')
		line = strings.Replace(line, "\r\n", "\n", 1) // the terminal's doing
		// The program's last line may have no end.
		text, end, found := strings.Cut(line, mark+" end ")
		switch {
		case strings.HasPrefix(line, mark+" begin"):
			inside = true
		case inside && found:
			io.WriteString(out, text)
			_, err := fmt.Sscan(end, &status)
			inside, answered = false, err == nil
		case inside:
			io.WriteString(out, line)
		default:
			last = tail(last + line)
		}
		if err != nil {
			return status, answered, last
		}
	}
}

// tail is the end of a text, not to be flooded by a kernel's panic.
func tail(s string) string {
	const most = 2000
	return s[max(0, len(s)-most):]
}
