package ab

import "fmt"

// A clipping is the beginning and the end of a text that may be too long to be kept: programs say first what they are, and last what became of
// them. The zero value is empty.
type clipping struct {
	head, tail []byte
	lost       int // bytes between them
}

// clippingHalf bounds the beginning and the end, each, in bytes.
const clippingHalf = 1 << 19

func (c *clipping) add(text string) {
	n := min(len(text), clippingHalf-len(c.head))
	c.head = append(c.head, text[:n]...)
	c.tail = append(c.tail, text[n:]...)
	if len(c.tail) > 2*clippingHalf { // seldom, so that little is moved
		c.cut()
	}
}

// cut leaves the end of the tail.
func (c *clipping) cut() {
	if over := len(c.tail) - clippingHalf; over > 0 {
		c.tail = append(c.tail[:0], c.tail[over:]...)
		c.lost += over
	}
}

// String is the text, with a line in place of what is lost.
func (c *clipping) String() string {
	c.cut()
	if c.lost == 0 {
		return string(c.head) + string(c.tail)
	}
	return fmt.Sprintf("%s\n... %d bytes left out ...\n%s", c.head, c.lost, c.tail)
}
