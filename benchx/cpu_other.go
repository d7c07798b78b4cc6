//go:build !linux

package benchx

// cpuName is "": go test prints the model itself, and plateau run takes it from there.
func cpuName() string { return "" }
