#!/usr/bin/env bash
# Posts the report of a workflow run that is over on the pull request that it ran for, as the workflow_run event tells of it.
# For pull requests from forks this is the way: their own runs have no right to comment.
#
# Nothing is believed that the finished run could have written but the report, and that is only text. Which pull request it
# is, GitHub says: the open one whose head is the branch and the commit of the run.
#
# The environment holds what comment.sh takes, and RUN_ID, HEAD_OWNER, HEAD_BRANCH and COMMIT of the run.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
name=${PLATEAU_NAME:-plateau}

# wrong says what cannot be, and ends.
wrong() {
	printf 'finished.sh: %s\n' "$*" >&2
	exit 2
}

[[ ${RUN_ID:-} =~ ^[0-9]+$ ]] || wrong "RUN_ID is no number: use this on workflow_run"
[[ ${COMMIT:-} =~ ^[0-9a-f]{40,64}$ ]] || wrong "COMMIT is no commit: use this on workflow_run"
[[ $name =~ ^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$ ]] || wrong "the name has to consist of letters, digits, dots, underscores and hyphens"
command -v gh >/dev/null || wrong "the gh command was not found: install it on this runner (cli.github.com)"

numbers=$(gh api --method GET "repos/$GITHUB_REPOSITORY/pulls" -f state=open -f per_page=100 -f "head=$HEAD_OWNER:$HEAD_BRANCH" \
	--jq ".[] | select(.head.sha == \"$COMMIT\") | .number")
if [[ ! $numbers =~ ^[0-9]+$ ]]; then
	echo '::notice::plateau: no comment, for there is not exactly one open pull request with this commit as its head'
	exit 0
fi

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
if ! gh run download "$RUN_ID" --repo "$GITHUB_REPOSITORY" --name "$name" --dir "$dir"; then
	echo "::notice::plateau: no comment, for the run has no artifact $name"
	exit 0
fi
bash "$here/comment.sh" "$numbers" "$dir/report.md"
