//go:build !amd64

package roofline

import "syscall"

// platformModel asks the system: "Apple M2".
func platformModel() string {
	name, err := syscall.Sysctl("machdep.cpu.brand_string")
	if err != nil {
		return ""
	}
	return name
}
