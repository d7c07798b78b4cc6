package series

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"
)

// The test vector of ZeroMQ RFC 32.
func TestZ85Vector(t *testing.T) {
	raw, text := []byte{0x86, 0x4F, 0xD2, 0x6F, 0xB5, 0x59, 0xF7, 0x5B}, "HelloWorld"
	if got := appendZ85(nil, raw); string(got) != text {
		t.Errorf("encoded as %q", got)
	}
	dst := make([]byte, 8)
	if n, err := decodeZ85(dst, []byte(text)); n != 8 || err != nil || !bytes.Equal(dst, raw) {
		t.Errorf("decoded as %x, %d, %v", dst, n, err)
	}
}

func TestZ85RoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for n := 0; n < 400; n += 4 {
		raw := make([]byte, n)
		for i := range raw {
			raw[i] = byte(r.Uint32() | -(r.Uint32() & 1)) // often 255
		}
		text := appendZ85([]byte("x"), raw)[1:]
		dst := make([]byte, n)
		if m, err := decodeZ85(dst, text); m != n || err != nil || !bytes.Equal(dst, raw) {
			t.Fatalf("%x comes back as %x, %v", raw, dst, err)
		}
	}
}

func TestZ85Errors(t *testing.T) {
	dst := make([]byte, 8)
	for _, text := range []string{"Hello0", "Hell", "Hel o", "Hell\"", "Hell\xff", "Hell\x00", "WorldHel\\o", "#####", "%nSc1"} {
		if _, err := decodeZ85(dst, []byte(text)); !errors.Is(err, errZ85) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := decodeZ85(dst, []byte("%nSc0")); err != nil || !bytes.Equal(dst[:4], []byte{255, 255, 255, 255}) {
		t.Errorf("2^32-1: %x, %v", dst[:4], err)
	}
}
