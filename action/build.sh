#!/usr/bin/env bash
# Checks the catalog file $CATALOG against $SKILLS, or builds a catalog if that is
# empty. The exit code is that of build; changes.txt is for the comment.
. "$(dirname "$0")/common.sh"

args=(build)
! is_true "$STRICT" || args+=(--strict)
output=$folder/catalog.json
if [ -n "$CATALOG" ]; then
  args+=(--check)
  output=$CATALOG
fi
echo "catalog=${output//[$'\r\n']/}" >>"$GITHUB_OUTPUT"

code=0
skillpack "${args[@]}" --output "$output" -- "$SKILLS" >"$folder/changes.txt" 2>"$folder/said.txt" || code=$?
verbatim "$folder/said.txt" "$folder/changes.txt"
grep '^skillpack: ' "$folder/said.txt" >>"$folder/changes.txt" || true
{
  echo '### skillpack build'
  block "$folder/changes.txt"
} >>"$GITHUB_STEP_SUMMARY"
if [ "$code" -gt 0 ]; then
  echo '::error title=skillpack build::the catalog is not current, or cannot be built; the log says why'
fi
exit "$code"
