package reportx

// A placeKey is a benchmark as inputs name it.
type placeKey struct{ pkg, name string }

// take gives a run its place among those of its benchmark.
func (rs *Results) take(pkg, name string, run *Run) { run.place = rs.lost(pkg, name) }

// lost counts a run that was made and cannot be used: those after it keep the places that they had where it
// was made, or run i of one side would no longer be the neighbour of run i of the other.
func (rs *Results) lost(pkg, name string) int {
	if rs.places == nil {
		rs.places = make(map[placeKey]int)
	}
	key := placeKey{pkg, name}
	rs.places[key]++
	return rs.places[key]
}

// made is how many runs of a benchmark there were, those lost included.
func (rs *Results) made(b *Benchmark) int {
	return max(len(b.Runs), rs.places[placeKey{b.Pkg, b.Name}])
}

// placeNumbers are the places of runs, in whose stead numbers stand where no input gave them one.
func placeNumbers(runs []*Run, numbers []int) []int {
	places := make([]int, len(runs))
	for i, r := range runs {
		if places[i] = r.place; r.place == 0 {
			return numbers
		}
	}
	return places
}
