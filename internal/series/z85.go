package series

import (
	"encoding/binary"
	"errors"
)

// Chunks are written in Z85 (ZeroMQ RFC 32): 4 bytes, as a big-endian number, become 5 digits to base 85, the highest
// first. Base64 would make a sample 6.7% longer, and is not faster to read.

// z85Digits are the digits by value: no quotes, no backslash, no space.
const z85Digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"

const (
	z85Bytes = 4
	z85Chars = 5
)

// z85Values are the values of the bytes as digits; notDigit for those that are none.
var z85Values = [256]uint8{
	128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
	128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
	128, 68, 128, 84, 83, 82, 72, 128, 75, 76, 70, 65, 128, 63, 62, 69,
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 64, 128, 73, 66, 74, 71,
	81, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,
	51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 77, 128, 78, 67, 128,
	128, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
	25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 79, 128, 80, 128, 128,
	128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
	128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
	128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
	128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
	128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
	128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
	128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
	128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
}

const notDigit = 1 << 7

// appendZ85 appends the text of src, whose length must be a multiple of 4.
func appendZ85(dst, src []byte) []byte {
	for ; len(src) >= z85Bytes; src = src[z85Bytes:] {
		x := binary.BigEndian.Uint32(src)
		hi, lo := x/(85*85), x%(85*85)
		top := hi / 85
		dst = append(dst, z85Digits[top/85], z85Digits[top%85], z85Digits[hi%85], z85Digits[lo/85], z85Digits[lo%85])
	}
	return dst
}

var errZ85 = errors.New("the samples are not whole groups of Z85 digits")

// decodeZ85 writes the bytes of src to dst, which has room for them, and returns how many they are.
func decodeZ85(dst, src []byte) (int, error) {
	if len(src)%z85Chars != 0 {
		return 0, errZ85
	}
	n := 0
	bad := uint64(0)
	for ; len(src) >= z85Chars; src = src[z85Chars:] {
		a, b, c := z85Values[src[0]], z85Values[src[1]], z85Values[src[2]]
		d, e := z85Values[src[3]], z85Values[src[4]]
		x := (uint64(a)*85+uint64(b))*(85*85*85) + (uint64(c)*85+uint64(d))*85 + uint64(e)
		bad |= x>>32 | uint64((a|b|c|d|e)&notDigit)
		binary.BigEndian.PutUint32(dst[n:], uint32(x))
		n += z85Bytes
	}
	if bad != 0 {
		return 0, errZ85
	}
	return n, nil
}
