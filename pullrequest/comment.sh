#!/usr/bin/env bash
# Comments on a pull request on GitHub, once; later calls update that comment:
#
#	comment.sh NUMBER REPORT
#
# It takes the gh command, and from the environment GITHUB_REPOSITORY, a token in GH_TOKEN that may write to pull
# requests, and optionally
#
#	PLATEAU_NAME    which of several comments this is, plateau unless set
#	PLATEAU_AUTHOR  login that the token writes as, github-actions[bot] unless set
#	COMMIT          that was measured, and RUN_URL, where; they stand above the report
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# wrong says what cannot be, and ends.
wrong() {
	printf 'comment.sh: %s\n' "$*" >&2
	exit 2
}

(($# == 2)) || wrong 'usage: comment.sh NUMBER REPORT'
number=$1 report=$2
name=${PLATEAU_NAME:-plateau}
author=${PLATEAU_AUTHOR:-'github-actions[bot]'}

# All of these become part of a path or of a jq program.
[[ $number =~ ^[1-9][0-9]{0,9}$ ]] || wrong "the number of the pull request is no number"
[[ $name =~ ^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$ ]] || wrong "the name has to consist of letters, digits, dots, underscores and hyphens"
[[ $author =~ ^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\[bot\])?$ ]] || wrong "the author is no login"
[[ ${GITHUB_REPOSITORY:-} =~ ^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$ ]] || wrong "GITHUB_REPOSITORY has to be OWNER/NAME"
[[ -f $report && ! -L $report ]] || wrong "there is no report to post"
command -v gh >/dev/null || wrong "the gh command was not found: install it on this runner (cli.github.com), or set comment: false"

marker="<!-- plateau $name -->"
body=$(mktemp)
trap 'rm -f "$body"' EXIT
{
	printf '%s\n' "$marker"
	if [[ ${COMMIT:-} =~ ^[0-9a-f]{40,64}$ && ${RUN_URL:-} =~ ^https?://[A-Za-z0-9._:/-]+$ ]]; then
		printf 'Commit %s, measured by [this run](%s):\n\n' "$COMMIT" "$RUN_URL"
	fi
	# A comment has room for 65,536 characters. What is read of a file from elsewhere is bounded as well.
	head -c 10000000 "$report" | bash "$here/body.sh" 64000
} >"$body"

# A comment with the marker that somebody else wrote is not ours to change.
ids=$(gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$number/comments?per_page=100" \
	--jq ".[] | select(.user.login == \"$author\" and ((.body // \"\") | startswith(\"$marker\"))) | .id")
id=${ids%%$'\n'*}

if [[ $id =~ ^[0-9]+$ ]]; then
	gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" -F body=@- <"$body"
	printf 'updated comment %s of pull request %s\n' "$id" "$number"
else
	gh api --silent --method POST "repos/$GITHUB_REPOSITORY/issues/$number/comments" -F body=@- <"$body"
	printf 'commented on pull request %s\n' "$number"
fi
