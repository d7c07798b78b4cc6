//go:build !amd64 && !darwin

package roofline

import "os"

// platformModel is Windows' name of the processor, "" elsewhere.
func platformModel() string { return os.Getenv("PROCESSOR_IDENTIFIER") }
