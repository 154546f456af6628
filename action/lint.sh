#!/usr/bin/env bash
# Lints $SKILLS: findings as text in the log and the summary, and as annotations, of
# which GitHub shows ten of a kind. The exit code is that of lint. $ARGS are further
# arguments, one a line.
. "$(dirname "$0")/common.sh"

rm -f "$folder"/*.txt "$folder"/*.md # of an earlier use in this job
args=(lint)
add_args args "$ARGS"
! is_true strict "$STRICT" || args+=(--strict)
is_true build "$BUILD" || true
is_true comment "$COMMENT" || true

code=0
skillpack "${args[@]}" -- "$SKILLS" >"$folder/findings.txt" 2>"$folder/tally.txt" || code=$?
verbatim "$folder/findings.txt" "$folder/tally.txt"
{
  echo '### skillpack lint'
  block "$folder/tally.txt"
  [ ! -s "$folder/findings.txt" ] || block "$folder/findings.txt"
} >>"$GITHUB_STEP_SUMMARY"
if [ "$code" -gt 1 ]; then
  echo '::error title=skillpack lint::lint could not do its work; the log says why'
  exit "$code"
fi
skillpack "${args[@]}" --format github -- "$SKILLS" 2>"$folder/again.txt" || [ $? = "$code" ]
exit "$code"
