package series

// MaxChunk is the largest encoded size of a chunk in bytes: its line stays below 60,000 bytes.
const MaxChunk = 47_900

// MaxValues is the largest number of values of a chunk. It bounds the memory of a reader.
const MaxValues = 1 << 16

// codeVersion is the first byte of a chunk.
const codeVersion = 1
