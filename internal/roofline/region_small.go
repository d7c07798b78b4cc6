//go:build unix && !linux

package roofline

// adviseHuge does nothing: there is nobody to ask.
func adviseHuge([]byte) {}
