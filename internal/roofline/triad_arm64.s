#include "textflag.h"

// The stream takes 16 elements (two lines) of each array at a time. Its stores are ordinary ones: cores that see a stream of
// whole lines write them without reading them first, but the architecture does not promise it.

// func neonTriad(a, b, c *float64, s float64, n int)
TEXT ·neonTriad(SB), NOSPLIT, $0-40
	MOVD  a+0(FP), R0
	MOVD  b+8(FP), R1
	MOVD  c+16(FP), R2
	MOVD  s+24(FP), R3
	VDUP  R3, V16.D2
	MOVD  n+32(FP), R4
	LSR   $4, R4, R4
	CBZ   R4, done

	PCALIGN $32
loop:
	VLD1.P 64(R1), [V0.D2, V1.D2, V2.D2, V3.D2]
	VLD1.P 64(R1), [V4.D2, V5.D2, V6.D2, V7.D2]
	VLD1.P 64(R2), [V20.D2, V21.D2, V22.D2, V23.D2]
	VLD1.P 64(R2), [V24.D2, V25.D2, V26.D2, V27.D2]
	VFMLA  V16.D2, V20.D2, V0.D2
	VFMLA  V16.D2, V21.D2, V1.D2
	VFMLA  V16.D2, V22.D2, V2.D2
	VFMLA  V16.D2, V23.D2, V3.D2
	VFMLA  V16.D2, V24.D2, V4.D2
	VFMLA  V16.D2, V25.D2, V5.D2
	VFMLA  V16.D2, V26.D2, V6.D2
	VFMLA  V16.D2, V27.D2, V7.D2
	VST1.P [V0.D2, V1.D2, V2.D2, V3.D2], 64(R0)
	VST1.P [V4.D2, V5.D2, V6.D2, V7.D2], 64(R0)
	SUBS   $1, R4
	BNE    loop

done:
	RET
