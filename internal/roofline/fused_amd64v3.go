//go:build amd64.v3

package roofline

// compilerFuses says that the compiler makes x*y + z one instruction. With GOAMD64=v3 and above it does.
const compilerFuses = true
