#include "textflag.h"

// func Run(rounds int64)
TEXT ·Run(SB), NOSPLIT, $0-8
	MOVQ rounds+0(FP), AX
loop:
	DECQ AX
	JNZ  loop
	RET
