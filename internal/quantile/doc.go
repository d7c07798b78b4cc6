// Package quantile computes exact nearest-rank percentiles of samples that
// may be too many to sort or to hold, of one run or pooled over many, and the
// interval of a pooled one.
//
// Values are int64 in whatever unit the caller uses; the package neither
// knows nor changes it. A percentile is always a value that was observed: the
// smallest one that at least the share p of the samples does not exceed. There is
// no interpolation, no smoothing and no sketch, so equal input in any order
// and any division into blocks gives equal output.
//
//   - [P] is a percentile in millionths; [Rank], [Beyond] and [Supported] are
//     its arithmetic, in integers.
//   - [Select] takes percentiles of a slice and reorders it.
//   - [Of] takes them of one [Run], a stream that can be read again, in bounded
//     memory and without changing it.
//   - [Pool] takes them over many runs, with intervals that treat the samples
//     of one run as belonging together.
//   - [Index] does both for many percentiles and pools of the same runs, from two readings of each as a rule.
package quantile
