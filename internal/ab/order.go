package ab

import "math/rand/v2"

// Order is which side runs first in a pair, from 1, of a package: each with probability 1/2, and the same for the
// same seed. A fixed order would make being first and being new one thing, and an exact test of pairs
// needs this randomness and no other.
func Order(seed uint64, pair, subject int) (first Side) {
	return Side(rand.New(rand.NewPCG(seed, uint64(pair)<<32|uint64(subject))).IntN(2))
}
