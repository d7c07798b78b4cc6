package reportx

import "unicode"

// wide are the characters that a terminal shows two columns wide: East Asian Width W and F of Unicode (UAX #11,
// https://www.unicode.org/reports/tr11/), neighbouring blocks taken together with what is not assigned between them.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, // Hangul Jamo, leading consonants
		{Lo: 0x2e80, Hi: 0x303e, Stride: 1}, // CJK radicals, punctuation
		{Lo: 0x3041, Hi: 0x4dbf, Stride: 1}, // Kana to CJK extension A
		{Lo: 0x4e00, Hi: 0xa4cf, Stride: 1}, // CJK, Yi
		{Lo: 0xa960, Hi: 0xa97f, Stride: 1},
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, // Hangul syllables
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1}, // CJK compatibility
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1},
		{Lo: 0xff01, Hi: 0xff60, Stride: 1}, // fullwidth forms
		{Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, // pictographs
		{Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1},
		{Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1},
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1}, // CJK extensions
	},
}

// textWidth is how many columns of a terminal printable text takes: two for a wide character, none for what is set
// upon the one before it.
func textWidth(s string) (n int) {
	for _, r := range s {
		switch {
		case r < 0x300:
			n++
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case unicode.Is(wide, r):
			n += 2
		default:
			n++
		}
	}
	return n
}
