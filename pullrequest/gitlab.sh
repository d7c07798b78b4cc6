#!/usr/bin/env bash
# Writes a note on a merge request on GitLab, once; later calls update that note:
#
#	gitlab.sh REPORT
#
# It takes curl and jq, what GitLab sets in the pipeline of a merge request, and in PLATEAU_TOKEN a project access token of the
# role Reporter and the scope api. PLATEAU_NAME tells several notes apart, plateau unless set.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# wrong says what cannot be, and ends.
wrong() {
	printf 'gitlab.sh: %s\n' "$*" >&2
	exit 2
}

(($# == 1)) || wrong 'usage: gitlab.sh REPORT'
report=$1
name=${PLATEAU_NAME:-plateau}
[[ -f $report && ! -L $report ]] || wrong 'there is no report to post'
[[ $name =~ ^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$ ]] || wrong 'the name has to consist of letters, digits, dots, underscores and hyphens'
[[ ${CI_MERGE_REQUEST_IID:-} =~ ^[0-9]+$ && ${CI_MERGE_REQUEST_PROJECT_ID:-} =~ ^[0-9]+$ ]] || wrong 'this is no pipeline of a merge request'
[[ ${PLATEAU_TOKEN:-} =~ ^[A-Za-z0-9._=-]+$ ]] || wrong 'PLATEAU_TOKEN is not set: give the job a project access token'
for command in curl jq; do
	command -v "$command" >/dev/null || wrong "the $command command was not found: install it in before_script"
done
notes=$CI_API_V4_URL/projects/$CI_MERGE_REQUEST_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes

# api calls GitLab. The token goes through standard input, as anybody may read the arguments of a process.
api() {
	printf 'header = "PRIVATE-TOKEN: %s"\n' "$PLATEAU_TOKEN" | curl --config - --fail --silent --show-error "$@"
}

marker="<!-- plateau $name -->"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
{
	printf '%s\n' "$marker"
	if [[ ${CI_COMMIT_SHA:-} =~ ^[0-9a-f]{40,64}$ && ${CI_JOB_URL:-} =~ ^https?://[A-Za-z0-9._:/-]+$ ]]; then
		printf 'Commit %s, as told by [this job](%s):\n\n' "$CI_COMMIT_SHA" "$CI_JOB_URL"
	fi
	# A note has room for 1,000,000 characters; nobody reads that many.
	bash "$here/body.sh" 64000 <"$report"
} | jq --raw-input --slurp '{body: .}' >"$scratch/note.json"

me=$(api "$CI_API_V4_URL/user" | jq .id)
id=
for ((page = 1; page <= 100; page++)); do
	api "$notes?sort=asc&order_by=created_at&per_page=100&page=$page" >"$scratch/page.json"
	id=$(jq --arg marker "$marker" --argjson me "$me" \
		'[.[] | select(.author.id == $me and ((.body // "") | startswith($marker))) | .id][0] // empty' "$scratch/page.json")
	[[ -z $id && $(jq length "$scratch/page.json") == 100 ]] || break
done

if [[ $id =~ ^[0-9]+$ ]]; then
	api --output /dev/null --request PUT --header 'Content-Type: application/json' --data "@$scratch/note.json" "$notes/$id"
	printf 'updated note %s of merge request %s\n' "$id" "$CI_MERGE_REQUEST_IID"
else
	api --output /dev/null --request POST --header 'Content-Type: application/json' --data "@$scratch/note.json" "$notes"
	printf 'wrote a note on merge request %s\n' "$CI_MERGE_REQUEST_IID"
fi
