//go:build !amd64.v3

package roofline

// compilerFuses says that the compiler makes x*y + z one instruction. Below GOAMD64=v3 it does not.
const compilerFuses = false
