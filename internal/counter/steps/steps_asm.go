//go:build amd64 || arm64

package steps

// Known says that the number of instructions of [Run] is known on this platform.
const Known = true

// Run executes rounds times [PerRound] instructions, and a handful around them. Rounds is at least 1.
//
//go:noescape
func Run(rounds int64)
