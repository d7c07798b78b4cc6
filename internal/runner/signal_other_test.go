//go:build !unix

package runner

import "os"

func ignoreInterrupt() {}

func awaitInterrupt() <-chan os.Signal { return nil }
