package roofline

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/plateau-bench/plateau/internal/clock"
)

// model is the brand string of the processor with its signature (family, model, stepping), which tells apart those that
// virtual machines call by the same name; CPUID leaves 8000_0002 to 8000_0004 and 1.
func model() string {
	const largest, brandFirst, brandLast = 0x80000000, 0x80000002, 0x80000004
	var brand []byte
	if last, _, _, _ := clock.CPUID(largest, 0); last >= brandLast {
		for leaf := uint32(brandFirst); leaf <= brandLast; leaf++ {
			a, b, c, d := clock.CPUID(leaf, 0)
			for _, register := range []uint32{a, b, c, d} {
				brand = binary.LittleEndian.AppendUint32(brand, register)
			}
		}
	}
	brand, _, _ = bytes.Cut(brand, []byte{0})
	signature, _, _, _ := clock.CPUID(1, 0)
	return strings.Join(append(strings.Fields(string(brand)), fmt.Sprintf("(%x)", signature)), " ")
}
