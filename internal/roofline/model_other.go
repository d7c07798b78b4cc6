//go:build !amd64

package roofline

import (
	"os"
	"strings"
)

// model is what the kernel says of the processor in /proc/cpuinfo, "" where it says nothing. ARM kernels give numbers:
// "implementer 0x41 part 0xd49".
func model() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return platformModel()
	}
	return modelOf(string(text))
}

// modelOf takes the lines that name a model, each value once, in order of appearance: big and little cores differ.
func modelOf(cpuinfo string) string {
	var words []string
	seen := map[string]bool{}
	for line := range strings.SplitSeq(cpuinfo, "\n") {
		name, value, ok := strings.Cut(line, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch name {
		case "CPU implementer", "CPU part", "CPU variant", "model name", "cpu", "uarch":
			word := strings.TrimPrefix(name, "CPU ") + " " + value
			if ok && !seen[word] {
				seen[word] = true
				words = append(words, word)
			}
		}
	}
	return strings.Join(words, " ")
}
