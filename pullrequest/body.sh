#!/usr/bin/env bash
# Makes a text fit into a comment and harmless there, from standard input to standard output:
#
#	body.sh BYTES
#
# The names in a report are those of whoever wrote the benchmarks. As written by a bot, they must not notify people
# (@name), link to issues (#1, which Go appends to names that occur twice, or GH-1, !1, &1, [issue:1]), link or load anything
# from elsewhere (a URL, www., [text](place), an image, a tag other than those that fold a report), or be commands to GitLab
# (a line that begins with /). A zero-width space takes the meaning from them, and character references cannot bring it back.
# Control characters are left out. Beyond BYTES the text ends after a whole line, and blocks of code and
# details that are open there are closed.
set -euo pipefail
export LC_ALL=C

if [[ $# != 1 || ! $1 =~ ^[1-9][0-9]{2,8}$ ]]; then
	echo 'usage: body.sh BYTES, at least 100' >&2
	exit 2
fi

zero=$'\xe2\x80\x8b'
tr -d '\000-\010\013-\037\177' |
	sed -E -e 's/&(#|commat|num|excl|colon|sol|period)/\&amp;\1/g' -e "s/@/@$zero/g" \
		-e "s/([#!&]|&amp;)([0-9])/\\1$zero\\2/g" -e "s/([Gg][Hh]-)([0-9])/\\1$zero\\2/g" -e "s/(\[[A-Za-z_]+:)/\\1$zero/g" \
		-e "s,://,:$zero//,g" -e "s/([Ww]{3})\./\\1$zero./g" -e "s/!\[/!$zero[/g" -e "s/\]([(:[])/]$zero\\1/g" \
		-e "s,<([A-Za-z/!?]),<$zero\\1,g" -e "s,<$zero(/?(details|summary)>),<\\1,g" \
		-e "s,^([[:space:]]*)/,\\1$zero/," |
	awk -v most="$1" '
# count is how often a tag occurs in a line.
function count(tag, line) { return gsub(tag, "", line) }

# ending is at least the size of what ends the text after line k.
function ending(k) { return 70 + 11 * depth[k] + 4 * fence[k] }

{
	lines[NR] = $0
	size[NR] = size[NR-1] + length($0) + 1
	depth[NR] = depth[NR-1] + count("<details", $0) - count("</details>", $0)
	if (depth[NR] < 0) depth[NR] = 0
	fence[NR] = fence[NR-1] + 0
	if ($0 ~ /^ ? ? ?(```|~~~)/) fence[NR] = 1 - fence[NR]
}

END {
	kept = NR
	if (size[NR] > most) while (kept > 0 && size[kept] + ending(kept) > most) kept--
	for (i = 1; i <= kept; i++) print lines[i]
	if (kept == NR) exit
	if (fence[kept]) print "```"
	for (i = depth[kept]; i > 0; i--) print "</details>"
	print "\n*Cut here: " NR - kept " lines more are in the report.*"
}'
