#include "textflag.h"

// Each arithmetic kernel keeps 24 accumulators in registers: the widest cores start four 128-bit fused multiply-adds a
// cycle that take 4 cycles each, so that 16 chains are needed. acc and coef are blocks of 64-byte rows; a register takes the
// first bytes of its row.

#define LOAD24 \
	MOVD  R0, R3          \
	VLD1  (R3), [V0.B16]  \
	ADD   $64, R3         \
	VLD1  (R3), [V1.B16]  \
	ADD   $64, R3         \
	VLD1  (R3), [V2.B16]  \
	ADD   $64, R3         \
	VLD1  (R3), [V3.B16]  \
	ADD   $64, R3         \
	VLD1  (R3), [V4.B16]  \
	ADD   $64, R3         \
	VLD1  (R3), [V5.B16]  \
	ADD   $64, R3         \
	VLD1  (R3), [V6.B16]  \
	ADD   $64, R3         \
	VLD1  (R3), [V7.B16]  \
	ADD   $64, R3         \
	VLD1  (R3), [V8.B16]  \
	ADD   $64, R3         \
	VLD1  (R3), [V9.B16]  \
	ADD   $64, R3         \
	VLD1  (R3), [V10.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V11.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V12.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V13.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V14.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V15.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V16.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V17.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V18.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V19.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V20.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V21.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V22.B16] \
	ADD   $64, R3         \
	VLD1  (R3), [V23.B16]

#define STORE24 \
	MOVD  R0, R3          \
	VST1  [V0.B16], (R3)  \
	ADD   $64, R3         \
	VST1  [V1.B16], (R3)  \
	ADD   $64, R3         \
	VST1  [V2.B16], (R3)  \
	ADD   $64, R3         \
	VST1  [V3.B16], (R3)  \
	ADD   $64, R3         \
	VST1  [V4.B16], (R3)  \
	ADD   $64, R3         \
	VST1  [V5.B16], (R3)  \
	ADD   $64, R3         \
	VST1  [V6.B16], (R3)  \
	ADD   $64, R3         \
	VST1  [V7.B16], (R3)  \
	ADD   $64, R3         \
	VST1  [V8.B16], (R3)  \
	ADD   $64, R3         \
	VST1  [V9.B16], (R3)  \
	ADD   $64, R3         \
	VST1  [V10.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V11.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V12.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V13.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V14.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V15.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V16.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V17.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V18.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V19.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V20.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V21.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V22.B16], (R3) \
	ADD   $64, R3         \
	VST1  [V23.B16], (R3)

#define FMLA24(T) \
	VFMLA V25.T, V24.T, V0.T  \
	VFMLA V25.T, V24.T, V1.T  \
	VFMLA V25.T, V24.T, V2.T  \
	VFMLA V25.T, V24.T, V3.T  \
	VFMLA V25.T, V24.T, V4.T  \
	VFMLA V25.T, V24.T, V5.T  \
	VFMLA V25.T, V24.T, V6.T  \
	VFMLA V25.T, V24.T, V7.T  \
	VFMLA V25.T, V24.T, V8.T  \
	VFMLA V25.T, V24.T, V9.T  \
	VFMLA V25.T, V24.T, V10.T \
	VFMLA V25.T, V24.T, V11.T \
	VFMLA V25.T, V24.T, V12.T \
	VFMLA V25.T, V24.T, V13.T \
	VFMLA V25.T, V24.T, V14.T \
	VFMLA V25.T, V24.T, V15.T \
	VFMLA V25.T, V24.T, V16.T \
	VFMLA V25.T, V24.T, V17.T \
	VFMLA V25.T, V24.T, V18.T \
	VFMLA V25.T, V24.T, V19.T \
	VFMLA V25.T, V24.T, V20.T \
	VFMLA V25.T, V24.T, V21.T \
	VFMLA V25.T, V24.T, V22.T \
	VFMLA V25.T, V24.T, V23.T

#define FMADD24(OP) \
	OP F25, F0, F24, F0   \
	OP F25, F1, F24, F1   \
	OP F25, F2, F24, F2   \
	OP F25, F3, F24, F3   \
	OP F25, F4, F24, F4   \
	OP F25, F5, F24, F5   \
	OP F25, F6, F24, F6   \
	OP F25, F7, F24, F7   \
	OP F25, F8, F24, F8   \
	OP F25, F9, F24, F9   \
	OP F25, F10, F24, F10 \
	OP F25, F11, F24, F11 \
	OP F25, F12, F24, F12 \
	OP F25, F13, F24, F13 \
	OP F25, F14, F24, F14 \
	OP F25, F15, F24, F15 \
	OP F25, F16, F24, F16 \
	OP F25, F17, F24, F17 \
	OP F25, F18, F24, F18 \
	OP F25, F19, F24, F19 \
	OP F25, F20, F24, F20 \
	OP F25, F21, F24, F21 \
	OP F25, F22, F24, F22 \
	OP F25, F23, F24, F23

#define BEGIN \
	MOVD acc+0(FP), R0    \
	MOVD coef+8(FP), R1   \
	MOVD n+16(FP), R2     \
	VLD1 (R1), [V24.B16]  \
	ADD  $64, R1          \
	VLD1 (R1), [V25.B16]  \
	LOAD24                \
	CMP  $0, R2           \
	BLE  done

#define END \
	SUBS $1, R2 \
	BNE  loop   \
done:               \
	STORE24     \
	RET

// func neonF64(acc, coef *byte, n int)
TEXT ·neonF64(SB), NOSPLIT, $0-24
	BEGIN
	PCALIGN $32
loop:
	FMLA24(D2)
	END

// func neonF32(acc, coef *byte, n int)
TEXT ·neonF32(SB), NOSPLIT, $0-24
	BEGIN
	PCALIGN $32
loop:
	FMLA24(S4)
	END

// func fmaF64(acc, coef *byte, n int)
TEXT ·fmaF64(SB), NOSPLIT, $0-24
	BEGIN
	PCALIGN $32
loop:
	FMADD24(FMADDD)
	END

// func fmaF32(acc, coef *byte, n int)
TEXT ·fmaF32(SB), NOSPLIT, $0-24
	BEGIN
	PCALIGN $32
loop:
	FMADD24(FMADDS)
	END
