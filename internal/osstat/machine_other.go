//go:build !linux && !darwin

package osstat

import "runtime"

func machineSources() []source {
	of := []Stat{StealTime, Load, ThermalThrottles, QuotaThrottles, QuotaThrottleTime, Frequency}
	return []source{absent{"it is not read on " + runtime.GOOS, of}}
}
