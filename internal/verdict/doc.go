// Package verdict decides whether the tail of a benchmark changed between two
// versions, from runs that are few, noisy and clustered: the samples of a run
// share that run's luck, so runs are compared, never samples.
//
// Runs come in pairs, one of each version in fresh processes next to each other, in
// random order. What they show of one statistic is a [Change]: exact one-sided
// p-values, the ratio with its interval, and the ratio of the pooled
// statistics. Tests that are decided together are given to [Judge], which
// decides at once, or to [Screen] and then, with fresh pairs, to [Confirm].
//
//   - A [Method] makes a change of any statistic from one value a run: [PairedJointly] from neighbours,
//     [Unpaired] from runs that are not.
//   - [JointRank], [RankSum], [Shift], for budgets, and [Holm] are the statistics, each with its source.
//   - [Paired], by [SignedRank], and [ShiftBetween] are there for comparison: what others use for the same, and what
//     the tests hold ours against. Nothing is decided by them.
//   - [FreshPairs] is how many pairs confirm what was flagged.
//   - [Gateable], [LeastPairs] and [LeastRuns] say what can be decided at all.
//   - [CliffAt] is a warning that goes with a result, and tests nothing.
//
// One statistic decides. Of two tests on the same pairs the better-looking one would be
// believed, and false alarms would add up.
//
// Ratios are new over old without unit: 1.1 is 10% more. All functions are pure: they change
// nothing they are given.
package verdict
