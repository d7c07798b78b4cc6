#!/usr/bin/env bash
# Runs plateau ab and keeps what it says, for any kind of pull request check:
#
#	ab.sh DIR [flags of plateau ab] [packages]
#
# DIR/report.md is for people, DIR/log.txt what ab said meanwhile, DIR/status its exit status, and DIR/trial/base and
# DIR/trial/head hold every sample, as plateau compare reads them. The exit status is that of plateau ab.
# PLATEAU is the command, plateau from PATH unless set.
set -euo pipefail

if (($# == 0)); then
	echo 'usage: ab.sh DIR [flags of plateau ab] [packages]' >&2
	exit 2
fi
dir=$1
shift
mkdir -p "$dir"
# The working tree is what is measured, and this directory makes it no dirtier.
echo '*' >"$dir/.gitignore"
rm -f "$dir/ab.md" "$dir/report.md" "$dir/log.txt" "$dir/status"

set +e
"${PLATEAU:-plateau}" ab -format markdown -o "$dir/trial" "$@" 2>&1 >"$dir/ab.md" | tee "$dir/log.txt" >&2
status=${PIPESTATUS[0]}
set -e

# log shows lines of the log, if there are any, as a block of code that nothing in it can end.
log() {
	local lines
	lines=$(tail -n 40 | sed 's/^/    /')
	[[ -z $lines ]] || printf '\n<details%s><summary>what plateau ab said</summary>\n\n%s\n\n</details>\n' "$1" "$lines"
}

{
	case $status in
	0 | 1 | 3)
		cat "$dir/ab.md"
		{ grep '^plateau ab: ' "$dir/log.txt" || true; } | log '' # the environment and doubts, not the progress
		;;
	*)
		printf '**plateau** could not tell: exit status %d\n\n' "$status"
		cat "$dir/ab.md"
		log ' open' <"$dir/log.txt"
		;;
	esac
} >"$dir/report.md"
rm "$dir/ab.md"
echo "$status" >"$dir/status"
exit "$status"
