package perfevent

import "strings"

// A word of a cache event's name: the first spelling is the usual one, all are those of tools/perf/util/evsel.c.
type word struct{ spellings string }

// The index in each list is the number in enum perf_hw_cache_id, perf_hw_cache_op_id and perf_hw_cache_op_result_id.
//
// perf also takes L2 for the last-level cache (LLC). That name would lie on nearly every CPU of today, and is refused.
var (
	cacheWords = []word{
		{"L1-dcache l1-d l1d L1-data"},
		{"L1-icache l1-i l1i L1-instruction"},
		{"LLC"},
		{"dTLB d-tlb Data-TLB"},
		{"iTLB i-tlb Instruction-TLB"},
		{"branch bpu btb bpc"},
		{"node"},
	}
	operationWords = []word{
		{"loads load read"},
		{"stores store write"},
		{"prefetches prefetch speculative-read speculative-load"},
	}
	resultWords = []word{
		{"access refs Reference ops"},
		{"misses miss"},
	}
)

const (
	operationRead = 0
	resultMiss    = 1
)

// cacheHas says which operations a cache has (perf_evsel__hw_cache_stat in evsel.c): an instruction cache is not
// written, and instruction TLB and branch unit are only read.
var cacheHas = [][3]bool{
	{true, true, true},
	{true, false, true},
	{true, true, true},
	{true, true, true},
	{true, false, false},
	{true, false, false},
	{true, true, true},
}

// parseCache reads CACHE[-OPERATION][-RESULT], in which operation and result may change places. Without an operation
// it is a read, without a result an access. ok is false when the name does not begin with a cache.
func parseCache(name string) (e Event, ok bool, err *Error) {
	cache, rest := cutWord(name, cacheWords)
	if cache < 0 {
		if level, _, _ := strings.Cut(name, "-"); level == "L2" {
			err = problem(0, "perf's L2 is the last-level cache, whatever its number")
			err.Suggest = []string{"LLC" + name[len(level):], "l2-misses"}
			return Event{}, true, err
		}
		return Event{}, false, nil
	}
	operation, result := -1, -1
	for rest != "" {
		at := len(name) - len(rest) + 1
		if rest[0] != '-' {
			return Event{}, false, nil
		}
		o, afterO := cutWord(rest[1:], operationWords)
		r, afterR := cutWord(rest[1:], resultWords)
		switch {
		case o >= 0 && operation < 0:
			if !cacheHas[cache][o] {
				return Event{}, true, problem(at, "%s is never %s", cacheWords[cache].first(), [...]string{"read", "written", "prefetched"}[o])
			}
			operation, rest = o, afterO
		case r >= 0 && result < 0:
			result, rest = r, afterR
		default:
			return Event{}, true, unknown(at, "part", rest[1:], cacheTails())
		}
	}
	return cacheEvent(cache, max(operation, operationRead), max(result, 0)), true, nil
}

func cacheEvent(cache, operation, result int) Event {
	return Event{Type: TypeCache, Config: uint64(cache | operation<<8 | result<<16)}
}

// cutWord finds the longest spelling that name begins with, up to a dash or the end. The index is -1 without one.
func cutWord(name string, words []word) (index int, rest string) {
	index, rest = -1, name
	for i, w := range words {
		for _, s := range strings.Fields(w.spellings) {
			after, found := strings.CutPrefix(name, s)
			if found && (after == "" || after[0] == '-') && len(after) < len(rest) {
				index, rest = i, after
			}
		}
	}
	return index, rest
}

func (w word) first() string {
	first, _, _ := strings.Cut(w.spellings, " ")
	return first
}

// cacheTails lists what can follow the name of a cache.
func cacheTails() []string {
	var tails []string
	for o := range operationWords {
		tails = append(tails, cacheTail(o, 0), cacheTail(o, resultMiss))
	}
	return append(tails, "misses")
}

func cacheTail(operation, result int) string {
	words := strings.Fields(operationWords[operation].spellings)
	if result == resultMiss {
		return words[1] + "-misses"
	}
	return words[0]
}

// cacheNames lists the cache events under the names that perf prints.
func cacheNames() []string {
	var names []string
	for c, w := range cacheWords {
		for o := range operationWords {
			if cacheHas[c][o] {
				names = append(names, w.first()+"-"+cacheTail(o, 0), w.first()+"-"+cacheTail(o, resultMiss))
			}
		}
	}
	return names
}

// hasWord tells whether list, separated by blanks, has the word.
func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}
