package steady

// The parameters of the rule for many values. They were fitted on generated series; docs/warmup.md says how, and what else was
// tried.
const (
	// When there may be an answer.
	totalFactor = 2.1  // times Config.Min values in all before one
	quickFactor = 1.2  // the same after a curve that has run out, or where the level wanders
	endWait     = 50   // values until another look when the last ones lie off
	againWait   = 40   // values at least until another look when the level changed too recently
	checkGrowth = 1.15 // from one check to the next
	startMargin = 1    // entries after the onset at which the start is set

	// How the onset is found.
	noiseShare        = 0.4   // of the entries, the last, that tell the noise
	calmInflation     = 1.5   // of the noise, up to which its level does not wander
	mostInflation     = 4     // of the noise by its autocorrelation
	levelStatistic    = 4.5   // standard errors that a change of level must have
	levelStep         = 0.012 // and its least relative size
	pricePerParameter = 4     // in squares of sigma; a change of level has two
	offErrors         = 2.5   // standard errors that a mean must be off for a curve to be tried
	curveGain         = 16    // squares of sigma that a curve must explain
	curveShare        = 0.5   // of that gain, below which a decay shows that no other curve has it either
	startReach        = 0.01  // relative distance of a curve from its base at the onset
	stretchGrowth     = 1.25  // of the stretches that curves are fitted to
	hopelessRest      = 1.5   // times the rest that a power of time may leave, from which on it is not fitted any finer
	goodFit           = 1.3   // price per entry, in squares of sigma, of a curve that needs no second try
	tailReach         = 0.3   // relative distance beyond which lies what a second try leaves to levels
	tailSigmas        = 10    // and the least number of standard deviations
	awayReach         = 0.1   // relative distance of a short excursion
	awaySigmas        = 5     // and the least number of standard deviations
	quietRatio        = 3     // of the noise before to that after a change
	quietStatistic    = 6     // standard errors that the change must have
	quietCap          = 10    // medians at which differences are held

	// What keeps its level; those marked * are for the default tolerance and scale with it.
	endReach     = 0.02   // * relative distance of the last three entries
	endSigmas    = 2.5    // or so many standard deviations
	heldReach    = 0.15   // relative distance at which entries are held, if it is more than three standard deviations
	mostScatter  = 0.07   // relative standard deviation of the pieces
	usualLeast   = 500    // values that must look steady together by default, which levelError and errorGrowth are for
	swingValues  = 60     // values whose means must not scatter more either
	levelError   = 0.0065 // * relative standard error of the level after 1000 values; in proportion after more
	errorGrowth  = 2200   // values at which that stops growing
	turnScatters = 6      // scatters of the pieces that a change of level must have to end what came before
	turnError    = 0.3    // share of the error that is allowed when it has less
	wanderFactor = 4      // times the error that independent noise would have: the level wanders
	leastChange  = 0.018  // * relative size that a change has to have to matter
	changeErrors = 3.5    // and standard errors
)
