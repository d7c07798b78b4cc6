//go:build unix && !linux

package benchx

// mapPopulate is 0: these systems cannot populate a mapping at once, so its pages are touched.
const mapPopulate = 0
