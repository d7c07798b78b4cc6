package benchx

import (
	"os"
	"strings"
)

// cpuName is the processor's model, or "".
func cpuName() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		key, name, _ := strings.Cut(line, ":")
		switch strings.TrimSpace(key) {
		case "model name", "cpu model", "Model Name":
			return strings.TrimSpace(name)
		}
	}
	return ""
}
