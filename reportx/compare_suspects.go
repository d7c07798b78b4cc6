package reportx

import (
	"fmt"
	"math"
	"slices"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/suspect"
)

// A leftOut is the sides without a suspect run.
type leftOut struct {
	side, number int
	skip         [2]int       // index on each side, -1 for none
	pools        [2][]float64 // by statistic
}

// suspects names the runs that differ from those of their side in their median,
// their tail, or the share of samples above the side's tail. It returns
// them as side and index, each once.
func (s *sampled) suspects(tail quantile.P) (found [][2]int) {
	at, stage := len(s.ps), stagePrefix(s.pool.stage)
	add := func(what string, values [2][]float64, floor float64, agrees func(x suspect.Run, side int) bool, why func(side, i int) string) {
		for _, x := range suspect.Find(values[0], values[1], floor) {
			side := 0
			if x.New {
				side = 1
			}
			if !agrees(x, side) {
				continue
			}
			if !slices.Contains(found, [2]int{side, x.Index}) {
				found = append(found, [2]int{side, x.Index})
			}
			p := *s.pool
			p.runs = s.sides[side].runs
			s.d.Suspects = append(s.d.Suspects, SideSuspect{x.New, s.pool.stage, p.suspect(x.Index, stage+what, x.Score, stage+why(side, x.Index))})
		}
	}
	always := func(suspect.Run, int) bool { return true }
	times := func(what string, stat int) (values [2][]float64) {
		for i, side := range s.sides {
			values[i] = suspect.Logs(side.values[stat])
		}
		add(what, values, suspect.LeastSpread, always, func(side, i int) string {
			x := s.pool.perOp(s.sides[side].values[stat][i])
			all := s.pool.perOp(float64(s.sides[side].pooled.Estimates[stat].Value))
			return fmt.Sprintf("%s %s, that of the side %s (%s)", what, formatNS(x), formatNS(all), ratio(x, all))
		})
		return values
	}
	times("median", at)
	if tail == medianP {
		return found
	}
	tails := times(tail.String(), at+1)
	tailScores := suspect.Scores(tails[0], tails[1], suspect.LeastSpread)
	var shares [2][]float64
	least := int64(math.MaxInt64)
	for i, side := range s.sides {
		for j, n := range side.counts {
			shares[i] = append(shares[i], float64(side.pooled.Estimates[at+1].Above[j])/float64(n)) // NaN without samples
			least = min(least, max(1, n))
		}
	}
	u := 1 - float64(tail)/1e6
	add("share above "+tail.String(), shares, math.Sqrt(u*(1-u)/float64(least)), func(x suspect.Run, side int) bool {
		return agreeing(tailScores[side][x.Index], x.Score)
	}, func(side, i int) string {
		return fmt.Sprintf("%.3g%% of its samples above the side's %s", 100*shares[side][i], tail)
	})
	return found
}

// without pools the sides again without each suspect: in pairs without its
// neighbour too.
func (s *sampled) without(suspects [][2]int) (list []leftOut, err error) {
	for _, x := range suspects {
		side, i := x[0], x[1]
		o := leftOut{side: side, number: s.sides[side].runs[i].number, skip: [2]int{-1, -1}}
		o.skip[side] = i
		if s.d.Paired {
			o.skip = [2]int{i, i}
		}
		for j, all := range s.sides {
			pooled := all.pooled
			if i := o.skip[j]; i >= 0 && len(all.runs) > 1 {
				if pooled, err = s.index.Pool(slices.Concat(all.at[:i], all.at[i+1:]), s.stats); err != nil {
					return nil, err
				}
			}
			for _, e := range pooled.Estimates {
				o.pools[j] = append(o.pools[j], float64(e.Value))
			}
		}
		list = append(list, o)
	}
	return list, nil
}
