/*
Plateau reports the tail latency of Go benchmarks: percentiles of every single
iteration after the warm-up, pooled over all runs, with intervals.

	plateau run [-auto] [-count N] [-o FILE] [-format FORMAT] [go test flags] [packages]
	plateau report [-format text|markdown|json|bench|html] FILE...
	plateau compare [-format text|markdown|json|bench|html] OLD NEW...
	plateau gate [-max p99=+10%]... [-strict] OLD NEW
	plateau ab -base REV [-auto] [-count N] [-max p99=+10%]... [go test flags] [packages]
	plateau instrument [-d] [-w] [-undo] [build flags] [packages]
	plateau steady [-online] [-format text|json] FILE...
	plateau counters [-format text|json] [EVENT...]
	plateau export [-format csv|hlog|hgrm] FILE...

Run runs go test -bench, keeps the samples of the benchmarks that package benchx
takes, and prints the report; plateau run -h says more.

# Benchmarks as they are

Run -auto measures the benchmarks of a repository that knows nothing of benchx. Their
loops over b.Loop, b.N and pb.Next are found in the source, and what measures every
iteration is added in copies that only the compiler sees. The checkout stays as it is, its
go.mod included; failures have their lines. A loop whose iteration is not one operation
(over a part of b.N, or in steps), and one in a goroutine of its own, runs as before and is
listed with the reason. Ab -auto does this on both sides of a comparison.

Instrument adds the same to the files, for good: it lists the loops, shows the change with
-d, makes it with -w, and takes it out again with -undo. docs/compatibility.md has the
details, and well-known modules that were tried.

# Files

What a FILE is, its content tells; "-" is standard input. Several are read
together: runs of one benchmark, by package and printed name, are pooled wherever
they are.

  - Sample files, which benchmarks write into the directory PLATEAU_OUT names and
    plateau run -o writes: Go benchmark output with the samples in its comments.

  - The output of go test -bench. It has no samples, so that nothing can be
    pooled: what the runs' own lines say is described.

  - The output of go test -json.

  - JSON lines {"id": "...", "ns": [...]}, one run each. Runs whose ids agree up to a
    last @k, k a number, are runs of one series.

  - Text with one number a line, in ns, and a blank line between runs. The
    series has the name of the file.

  - What other tools write as JSON: JMH with -rf json, pyperf, hyperfine with
    --export-json, google/benchmark with --benchmark_format=json, and sample.json
    of Criterion.rs.

Raw series, all but the first three, have no warm-up marked. It is found by the
rule of plateau steady, and with -warmup off nothing is left out; compare and gate
leave nothing out unless told -warmup auto.

What cannot be read is said on standard error with its place, FILE:LINE; what is
whole is reported all the same, and the exit status is 2.

# Other tools

The values of other tools are mostly means of many operations. Percentiles are
then those of such means, not of operations, and every output says of what:

	JMH               one iteration: its mean time (avgt), one invocation (ss), or from the
	                  throughput (thrpt), which over several threads is the time from one
	                  completion to the next. In the mode sample single operations; these are
	                  judged by the means of iterations. Each fork is a run. Parameters are a
	                  part of the name, and the mode is where a benchmark was run in several.
	pyperf            the mean over the loops of a value. Each process is a run, in which what
	                  pyperf itself took for warm-up remains so.
	hyperfine         one execution of the command; all are one run
	google/benchmark  the mean over the iterations of one repetition; the repetitions are one
	                  run, aggregates are left out
	Criterion.rs      times/iters of one sample, that is the mean over its iterations. The name is
	                  in benchmark.json beside the file, or in its path.

Values of one name in two units are refused, as are those that are no times.

# Report

A row of the report has a benchmark's runs, its steady samples, the range of
operations that the runs discarded as warm-up, the mean, percentiles with
their 95% interval below, and a histogram of the samples in one line:

	$ plateau report testdata/in/page.txt testdata/in/curve.txt
	benchmark  runs  samples  warm-up     mean   p50    p95   p99   p99.9
	page          1    1,000        0  11.76ms   8ms    8ms  40ms  600ms*
	  8ms █                   ▄                                  ▃ 600ms
	curve         1       46        4     10ms  10ms  10ms*     -       -

	▁▄█: how many samples take how long, from the fastest to the slowest; both scales are logarithmic
	* weak: fewer than 10 samples lie beyond it
	page: p50, p95, p99, p99.9: no interval, one run: how much runs differ is unknown
	curve: p50, p95: no interval, one run: how much runs differ is unknown
	curve: p99, p99.9: absent, fewer than 1 of 46 samples lies beyond it

Percentiles are exact, of nearest rank, over the samples of all runs
together. A percentile beyond which no sample lies is absent. An interval says how
far the percentile would scatter over runs like these; ≥ and ≤ are intervals with
an open end. A tilde marks the numbers of a benchmark that never settled, in comparisons too.

Tables are folded to the width of the terminal, or to what COLUMNS says; anywhere else text
is 100 characters wide, so that two reports can be compared line by line. Colours
are for terminals, unless NO_COLOR is set.

Of result lines without samples, mean and median over the runs stand side by side;
runs that differ from the others by a robust standard score above 5 are named,
never dropped:

	$ plateau report testdata/in/serve.txt
	pkg: example.com/serve
	linux amd64 test

	benchmark         runs     mean   median      min      max  unit
	BenchmarkServe-2     5  1.003ms  1.002ms  1.001ms  1.005ms  ns/op
	BenchmarkServe-2     5      950     1000      700     1050  req/s
	BenchmarkServe-2     5        -      8ms    7.9ms    8.2ms  p99-ns/op

	z: how far the run lies from the median of the runs, in robust standard deviations
	BenchmarkServe-2: run 4 of 5 is suspect: 700 req/s, the others around 1000 (-30.0%), z -23.9
	BenchmarkServe-2: per-run percentiles only: no samples in testdata/in/serve.txt

The mean of a unit per operation is that over all operations. Percentiles have
no mean: an average of them is no percentile of anything.

The format bench is for benchstat: a line for each run with its own percentiles,
and one with those of the pool, in units such as pooled-p99-ns/op:

	$ plateau report -format bench -percentiles 50,99 testdata/in/page.txt
	Unit pooled-mean-ns/op assume=exact
	Unit pooled-p50-ns/op assume=exact
	Unit pooled-p99-ns/op assume=exact
	BenchmarkPage 1000 1.176e+07 mean-ns/op 8e+06 p50-ns/op 4e+07 p99-ns/op 0 warmup-iters
	BenchmarkPage 1000 1.176e+07 pooled-mean-ns/op 8e+06 pooled-p50-ns/op 4e+07 pooled-p99-ns/op

The line of a run that never settled has 1 unsettled, that of the pool their number in pooled-unsettled: benchstat shows
these in tables of their own.

The format html is one file for a browser, of report, run, compare, gate and ab: percentile curves on a scale
of nines, histograms, each run in the order of its samples with the warm-up shaded and suspect runs marked, both
sides of a comparison over each other, counters, what coincides with the tail, and the roofline. It has no script and
loads nothing. Its size depends on the number of runs: of many samples a figure draws the fastest and
the slowest of each stretch.

	plateau report -format html shop.bench >shop.html

# JSON

JSON output is one object with "plateau": 1, the version; fields may be added.
Times are in ns per operation. What is not known is null; no number is NaN or
infinite. Of report it has the list "benchmarks":

	name          as printed, with the -procs suffix; of a raw series its id without @k
	pkg           import path, or null
	procs         GOMAXPROCS, or null
	config        the file's configuration: goos, goarch, cpu, ...
	unit          "ns"
	runs          runs read
	process       "one" when a process made several of them, "fresh" when each had its own, or null
	overhead_ns   what measuring adds to a sample, or null
	settled       whether every run became steady; null when that was not judged
	classes       of each run, as plateau steady has them; null where it was not judged
	batch         operations a sample: above 1 the percentiles are those of means
	pooled        runs in the pool
	samples       steady samples in the pool
	lost          samples taken but not kept
	warmup        operations discarded, for each run in the pool
	mean min max  of the steady samples
	percentiles   p in percent; value; lo and hi, the 95% interval; beyond, the samples
	              that rank above it; weak, when these are fewer than 10; why, the
	              reason for what is null
	stages        the same for named stages of an operation, from name and batch on
	metrics       the result lines over the runs: unit, runs, mean, median, min, max, values
	suspects      runs that differ: run, from 1; what; z; why
	audit         runs whose warm-up, judged while they were measured, the whole series
	              contradicts: run; verdict, "too short", "too long", "unfounded" or
	              "overlooked"; discarded, operations; from, the operation from which
	              it is steady, or null; bias of the median of what was kept; reason, in words
	inconsistent  runs that settle at another level than most: run; level; change
	notes         what else is to be known, in words

and "problems" and "notes", remarks on the files with file, line and text.

# Compare

Compare says how each benchmark of the first side changed in each other one. A side is a file,
several with commas between them, or a directory of *.bench files. In a cell of the table stand the old and the new value, pooled
over all runs; the change with its verdict; and the 95% interval of the change:

	$ plateau compare -percentiles 50,95,99 testdata/in/old.bench testdata/in/new.bench
	1 worse, 0 better, 3 same, 0 unsure

	testdata/in/old.bench → testdata/in/new.bench
	pkg: example.com/shop

	benchmark                p50           p95            p99
	BenchmarkGet-2  12.4→12.39µs  14.31→14.2µs  54.28→83.55µs
	                  -0.2% same    -0.6% same   +53.0% worse
	                 -1.0..+0.9%   -2.2..+0.7%  +45.7..+60.6%

	benchmark       what   old   new  change  95% interval  verdict
	BenchmarkGet-2  B/op  4096  4096    0.0%          0.0%  same

	old→new: percentiles of all samples of a side; change: the median ratio of single runs, which decides
	BenchmarkGet-2: 10 and 10 runs interleaved in fresh processes

The change is the median ratio of a new run to an old one, and its interval takes runs,
not samples, for what scatters. The verdict is one of

	worse   significant, and the change as well as the pooled values reach the limit of 10%
	better  likewise
	same    the interval lies within the limit
	unsure  neither: the runs are too few or too noisy, and the line below the table says
	        what they could show

The order of the runs matters more than the test. Sample files know when their runs
were made: runs that alternate between the sides, each in a fresh process, are compared as
pairs. Others are compared without pairs, and the answer calls itself advisory: what
happened to the machine between the sides passes for a change. With -paired, run i of OLD
and run i of NEW are pairs because you say so.

Units of the result lines that say more than the samples do (B/op, MB/s, your own) are compared over
runs, in a table of their own. More is better of rates (MB/s, req/s) and of what a
line "Unit NAME better=higher" names. Files without samples are compared by what
their result lines say.

The rows begin with what became worse, the most so first, and what became better.
A benchmark that one side lacks is named, with a word about whether it failed there: the
line --- FAIL, a panic, or the FAIL of its package says so.

With -format bench, both sides are written with a line "side: NAME" before each, for
benchstat -col side. With -format markdown the answer comes first, the rest is folded, and
all of it fits into a comment on a pull request.

# Gate

Gate decides. Each -max is a limit [PATTERN:]STATISTIC=VALUE, where the pattern is a regular
expression for names of benchmarks, and of several limits for the same thing the last counts:

	p99=+10%                    at most 10% worse; the default
	BenchmarkHTTP.*:p99.9=+20%  of some benchmarks only
	ttft-p95=+10%               of a stage
	p99=5ms                     a budget, whatever it was before
	B/op=+0%  allocs/op=100     units of result lines
	MB/s=-5%                    at most 5% less of what is better the more there is

Limits in the file plateau.limits, or the one that -limits names, come before those of -max,
one a line. With -update gate writes a budget for each benchmark of NEW into that file,
10% above the interval of what it shows, and leaves its other lines alone. Budgets and limits of
changes are checked side by side: where budgets are all there is, and an old side is named, the default stays.

	$ plateau gate -max p50=+5% -max p99=+10% testdata/in/old.bench testdata/in/new.bench
	failed: 1 worse, 0 better, 1 same, 0 unsure

	testdata/in/old.bench → testdata/in/new.bench
	pkg: example.com/shop

	benchmark       what      old      new  change   95% interval  shows from  limit  verdict
	BenchmarkGet-2  p50    12.4µs  12.39µs   -0.2%    -1.0..+0.9%       +1.0%    +5%  same
	BenchmarkGet-2  p99   54.28µs  83.55µs  +53.0%  +45.7..+60.6%       +5.0%   +10%  worse

	old→new: percentiles of all samples of a side; change: the median ratio of single runs, which decides
	BenchmarkGet-2: 10 and 10 runs interleaved in fresh processes

All limits of changes are decided together: at most 2.5% of gates of a program with itself
fail, if the order of the runs was random. A budget is exceeded when the whole 95% interval of the percentile
lies above it, which takes 2 runs with samples, or 6 without.

Runs that were not interleaved in fresh processes are refused with exit status 2. With
-unpaired they are compared nevertheless, and the answer calls itself advisory; -paired
is for files that do not say when runs were made, if run i of OLD and run i of NEW were neighbours.

Gate's exit status is 0 if all limits hold, 1 if one does not, 2 if that could not
be told for want of good data, and with -strict 3 where the runs are too few or too noisy. A limit that is about nothing and a
benchmark that no limit is about are named; with -strict the status is 2 when such a limit is one of -max. It is 2 too when
the pattern of a limit names a benchmark of the old side that the new one lacks, and when a side says of a benchmark that it failed: of
that one nothing can be told. So it is when a limit is about a percentile that the old side alone has samples of. What the new version begins
to measure is unsure. What is gone and named by no limit is named in the answer, and passes.

JSON of compare and gate has the list "comparisons", with an entry for each benchmark and statistic:

	name pkg procs      of the benchmark
	p                   percentile in percent, or null for another unit
	stage unit          of what
	old new             pooled values, or the medians of runs without samples (per_run)
	old_lo old_hi       their 95% intervals, and the same of new
	old_unsettled       whether a run of old never settled, so that its numbers are in doubt; and new_unsettled
	ratio lo hi         new over old, with its 95% interval
	pooled_ratio        of the pooled values
	pvalue adjusted     in the direction of the change, alone and among all that is decided together
	sides               1: the p-value is one-sided
	verdict why         same, better, worse, unsure, and why it is unsure
	detectable needed   the smallest ratio that could be told from 1, and how many runs
	                    would show a change of the limit, null of what is decided
	harmless            whether the interval excludes a change for the worse of the limit
	paired runs samples pairs or runs of the smaller side; samples of the smaller side
	higher_better       whether more is better
	cliff               whether the percentile sits between two modes
	old_above new_above shares of the samples above the old value
	without             ratio, lo and hi without each suspect run: side, run
	limit budget        of gate: the ratio allowed, or the most; limit_text as written
	flagged confirmed   of gate and ab: worse or better where ten pairs or so made it look so, and
	                    whether fresh pairs agreed; null and false of gate, as two files have no fresh pairs

"benchmarks" has for each one order, which is interleaved, fixed-order, sequential, shared-process,
same-runs or unknown, suspects and notes; "only" has those that one side lacks; and gate
adds "passed" and "advisory", "idle_limits", those of -max that no benchmark on both sides has, "gone", the benchmarks
that a limit names and the new side lacks, "one_sided", those with a limit of a percentile that only one side has samples of: name,
pkg, procs, side, and "uncovered", the benchmarks about which no limit decides: name, pkg, procs, why.

# Ab

Ab measures two versions in turns and decides as gate does. The base is a git revision, built in a worktree that is
removed afterwards; the head is the working tree as it is:

	plateau ab -base main -max p99=+10% ./...
	plateau ab -base main -count 20 -bench Get -benchtime 2s -tags integration ./store
	plateau ab -base-bin old.test -head-bin new.test

Each package's test binary is built once a side; build flags of go test go to the builds and the others to the
binaries. A run is a fresh process in the package's directory, and which side of a pair
runs first is drawn by -seed. After -count pairs, 10 unless given, what seems beyond a limit is measured again on
fresh pairs, and only what these confirm is worse or better. With -max-time pairs are added
meanwhile where the answer is unsure, as far as that can help within the time. It counts from the beginning, the builds
included: a process that is not likely to end within it is not begun, and one that goes on for ten seconds more is
killed and does not count.

A process that runs longer than -timeout is killed. Without it the limit is ten minutes, or 20 times the benchtime of all benchmarks, and once a
run of the package is over ten times the longest, a minute at least. A benchmark that so ends on the side of the head alone
counts as infinitely slow.

With -auto the loops of both sides are measured as they are, as by run -auto, each side in copies of its own. A loop that can be measured on one
side alone is left as it is on both, so that none carries a clock which the other lacks, and where one side's toolchain
takes no assembly neither side gets any. What is left is listed once a side, with the reason, before anything is built.

Sample files of both sides and a journal are kept in the directory of -o, or in plateau-ab in the git directory until the next
trial: DIR/base and DIR/head are sides for compare and gate. After Ctrl-C, which prints the comparison so far, or when a machine went
down,

	plateau ab -resume [-o DIR]

goes on with the same binaries in the same order; -max-time, -strict and -format may be given anew, and -max and -limits until fresh
pairs are measured or the trial is over. GOGC, GOMEMLIMIT, GODEBUG and GOMAXPROCS have to be as they were. Files that
benchmarks read, as in testdata, are not checked.

	plateau ab -aa [-count N] [packages]

measures the working tree against itself. Its table has for each limit the change that chance alone exceeds in 5% of
cases, the smallest change that the runs show, and how often a gate would measure again and fail though nothing has changed.
Of JSON that is the list "placebo", with chance, detectable and limit as ratios, flagged and failed out
of "assignments".

The exit status is that of gate, 2 also where a benchmark fails, panics or hangs in base, and 130 after Ctrl-C.

# Steady

Steady says of each run where it becomes steady, if ever, whatever warm-up its
file claims. Under each row the series is drawn, as the medians of up to 48 stretches of
it on a logarithmic scale, with the steady part in brackets:

	$ plateau steady testdata/in/curve.txt
	series    n  class   start  stop  confidence  levels
	curve@0  50  warmup      4    50        0.82  100ms 34ms 16ms (1 more) 10ms
	  █▅▂[▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁]  10–100ms

	curve@0: the last 46 samples keep their level

The class is one of

	flat      steady from the first sample on
	warmup    slower first, then steady
	slowdown  faster first, then steady
	cycle     repeats itself, and is steady from one period to the next
	nosteady  without a steady part: start is -1, in text -
	short     too few values to judge: all are kept

Start is the first steady sample, counted from 0, and so the number to discard; stop
is the one after the last, without -online n. Levels are the medians between the changes of
level. Confidence, from 0 to 1, says how much the answer rests on; it is no probability.

With -online the answer is that of the rule that runs while measuring: stop is
where it would have stopped, and it depends on nothing behind. Where the series ends
before that, the rule would have gone on, and the answer is that of a run with time for no more
samples. Of a run in s.Loop, which was judged while it ran, the answer is what was done then.

In a raw series each number is a sample. Samples of a benchmark that are shorter than
100 us are taken together until they last that long. Where a benchmark has
result lines alone, the ns/op of its -count runs are the series.

The list in JSON is "series": id, which for the runs of a benchmark is name@0, name@1, ...;
n, the samples; class; start, stop; confidence, from 0 to 1; changepoints, where a
new level begins; levels, one more than those, in ns per operation; of a series without a steady part, else null,
lowest and highest, the levels between which it moves, wander, their distance relative to the lower one, and transient, the samples at
its beginning that lie apart; dropped, how many values were no durations; reason, in words;
value, what a sample is where it is no single operation or batch of them, or null; online; with -online, else null, decided, whether
the rule had its answer within the series; and live, whether it did run.

# Counters

Counters says what can be counted on this machine and by this user: events of the CPU, of its caches, of the
kernel, of the PMUs that sysfs describes, tracepoints, and the figures of the operating system and the Go runtime, which
cost no counter. Beside what cannot be counted stand the reason and the remedy. A name of
the class portable stands for one event of each CPU, and counters -format json says which:
cache-misses, for instance, is no such name, as it counts misses of the L3 cache on Intel, of L2 on AMD, and of L1 on Arm.

Of EVENTs, names as perf has them, each gets a line:

	$ plateau counters r1a8:p cylces
	- r1a8:p  cannot: byte 5: precision is for recording samples; u and k are the modifiers
	- cylces  cannot: unknown event "cylces"; did you mean cycles?

JSON has os, arch, cpu, virtual (a hypervisor runs below), the list pmus, and the list "events" with

	name class    class is hardware, cache, software, portable, pmu or tracepoint; thread, process,
	              runtime or system for figures by whose they are
	what          is counted, or null
	counted       whether it can be
	how           it is counted if not as asked for, or null
	why           it cannot be counted and what would help, or null

# Export

	csv   every sample: benchmark, run, index, phase, ns per operation, batch, stage, pkg; the phase is warmup and
	      then steady, in a run that never settled unsettled, in one too short to judge short
	hlog  steady samples as an HdrHistogram interval log, one interval a run
	hgrm  percentile distribution of the pooled steady samples, as HdrHistogram prints it

With -bench REGEXP only benchmarks whose name matches are exported.

	$ plateau export -warmup off testdata/in/short.txt
	benchmark,run,index,phase,ns,batch,stage,pkg
	short,1,0,steady,120,1,,
	short,1,1,steady,80,1,,
	short,2,0,steady,90,1,,

# Exit status

0 is fine and 2 means that something could not be done: wrong usage, or input that
is missing or damaged. The status of run is that of go test, gate and ab have 1 and 3 as well, and counters 1.
*/
package main
