#include "textflag.h"

// func Run(rounds int64)
TEXT ·Run(SB), NOSPLIT, $0-8
	MOVD rounds+0(FP), R0
loop:
	SUBS $1, R0
	BNE  loop
	RET
