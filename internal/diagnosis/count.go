package diagnosis

import "math"

// Count is a total, or the fact that there is none. The zero Count is unknown.
type Count struct {
	Value float64
	Known bool
}

// Of is a total that was counted.
func Of(value float64) Count { return Count{value, true} }

// ok says that a total can be computed with: it is known, finite and not negative.
func (c Count) ok() bool { return c.Known && c.Value >= 0 && !math.IsInf(c.Value, 1) }

// plus, minus and times are unknown where an operand is or the result could not be computed with; minus is at least 0.
func (c Count) plus(d Count) Count  { return combine(c, d, c.Value+d.Value) }
func (c Count) minus(d Count) Count { return combine(c, d, max(0, c.Value-d.Value)) }
func (c Count) times(d Count) Count { return combine(c, d, c.Value*d.Value) }

func (c Count) over(d Count) Count {
	if d.Value == 0 {
		return Count{}
	}
	return combine(c, d, c.Value/d.Value)
}

func combine(c, d Count, value float64) Count {
	result := Count{value, c.ok() && d.ok()}
	if !result.ok() {
		return Count{}
	}
	return result
}

// or is the first of two that is known.
func (c Count) or(d Count) Count {
	if c.ok() {
		return c
	}
	return d
}
