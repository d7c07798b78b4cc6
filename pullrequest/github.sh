#!/usr/bin/env bash
# The measuring step of action.yml. Its inputs come as PLATEAU_ variables, what the event says as EVENT_ ones. The step
# itself succeeds whatever plateau ab says, so that the report is kept; the last step of the action fails by it.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# failed writes a report of why nothing was measured.
failed() {
	printf '**plateau** could not begin: %s\n' "$*" | tee "$dir/report.md"
	printf '::error::plateau: %s\n' "$*"
	echo 2 >"$dir/status"
	finish
}

# finish says where the report is, and ends.
finish() {
	bash "$here/body.sh" 1000000 <"$dir/report.md" >>"$GITHUB_STEP_SUMMARY"
	printf 'status=%s\n' "$(cat "$dir/status")" >>"$GITHUB_OUTPUT"
	exit 0
}

# base is the revision to compare with: the one that was asked for; the first parent of the merge that GitHub made of the
# pull request, which leaves exactly its changes; or where the head left the base branch, or the last push.
base() {
	if [[ -n $PLATEAU_BASE ]]; then
		printf '%s\n' "$PLATEAU_BASE"
	elif [[ $GITHUB_EVENT_NAME == pull_request && $(git rev-parse HEAD) == "$GITHUB_SHA" ]] && git rev-parse --quiet --verify 'HEAD^2' >/dev/null; then
		git rev-parse 'HEAD^1'
	elif [[ $EVENT_BASE =~ ^[0-9a-f]{40,64}$ && ! $EVENT_BASE =~ ^0+$ ]]; then
		git merge-base "$EVENT_BASE" HEAD 2>/dev/null || printf '%s\n' "$EVENT_BASE"
	fi
}

[[ $PLATEAU_NAME =~ ^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$ ]] || {
	echo '::error::plateau: name has to consist of letters, digits, dots, underscores and hyphens'
	exit 2
}
dir=$RUNNER_TEMP/plateau-$PLATEAU_NAME
rm -rf "$dir"
mkdir -p "$dir"
{
	printf 'directory=%s\n' "$dir"
	printf 'report=%s\n' "$dir/report.md"
} >>"$GITHUB_OUTPUT"

command -v go >/dev/null || failed 'the go command was not found: use actions/setup-go before this action'
command -v git >/dev/null || failed 'the git command was not found'
if [[ $PLATEAU_AA == true ]]; then
	arguments=(-aa)
else
	revision=$(base) || true
	[[ -n $revision ]] || failed "the event $GITHUB_EVENT_NAME tells no version to compare with: set the input base"
	arguments=(-base "$revision")
fi

if [[ -n $PLATEAU_COMMAND ]]; then
	export PLATEAU=$PLATEAU_COMMAND
else
	# In the action's own module, whatever the workspace or the flags of the user's are.
	mkdir "$dir/bin"
	(cd "$here/.." && GOFLAGS='' GOWORK=off go build -o "$dir/bin/" ./cmd/plateau) || failed 'the command did not build: the log above says why'
	export PLATEAU=$dir/bin/plateau
fi

[[ -z $PLATEAU_COUNT ]] || arguments+=(-count "$PLATEAU_COUNT")
[[ -z $PLATEAU_BENCH ]] || arguments+=(-bench "$PLATEAU_BENCH")
[[ -z $PLATEAU_MAX_TIME ]] || arguments+=(-max-time "$PLATEAU_MAX_TIME")
[[ $PLATEAU_AUTO != true ]] || arguments+=(-auto)
[[ $PLATEAU_STRICT != true ]] || arguments+=(-strict)
while IFS=$' \t\r' read -r limit || [[ -n $limit ]]; do
	[[ -z $limit ]] || arguments+=(-max "$limit")
done <<<"$PLATEAU_MAX"
while IFS=$'\r' read -r argument || [[ -n $argument ]]; do
	[[ -z $argument ]] || arguments+=("$argument")
done <<<"$PLATEAU_ARGS"
IFS=$' \t\r\n' read -r -d '' -a packages <<<"$PLATEAU_PACKAGES" || true
arguments+=(${packages[@]+"${packages[@]}"})

# What benchmarks print is no command to the runner, and the files and tokens of the workflow are not theirs.
token=stop-$RANDOM$RANDOM$RANDOM$RANDOM
printf '::stop-commands::%s\n' "$token"
(
	unset GITHUB_ENV GITHUB_PATH GITHUB_OUTPUT GITHUB_STATE GITHUB_STEP_SUMMARY GH_TOKEN GITHUB_TOKEN
	unset ACTIONS_RUNTIME_TOKEN ACTIONS_RUNTIME_URL ACTIONS_RESULTS_URL ACTIONS_ID_TOKEN_REQUEST_TOKEN ACTIONS_ID_TOKEN_REQUEST_URL
	bash "$here/ab.sh" "$dir" "${arguments[@]}"
) || true
cat "$dir/report.md" || true
printf '::%s::\n' "$token"
[[ -f $dir/status ]] || failed 'plateau ab left no report'
rm -rf "$dir/bin"
finish
