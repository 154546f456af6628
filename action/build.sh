#!/usr/bin/env bash
# Checks the catalog file $CATALOG against $SKILLS, or builds a catalog if that is
# empty. The exit code is that of build; for the comment changes.txt has all
# that is said of it and status.txt the outcome alone, and base.txt and base.md what the
# skills change in the catalog of the base branch. $ARGS are further arguments, one a
# line.
. "$(dirname "$0")/common.sh"

args=(build)
add_args build-args "$ARGS"
plain=("${args[@]}")
! is_true strict "$STRICT" || args+=(--strict)
output=$folder/catalog.json
if [ -n "$CATALOG" ]; then
  args+=(--check)
  output=$CATALOG
fi
echo "catalog=${output//[$'\r\n']/}" >>"$GITHUB_OUTPUT"

# of_base writes the catalog of the base branch to a file. A checkout of one commit has
# to fetch it.
of_base() {
  local dir name base=refs/remotes/origin/$GITHUB_BASE_REF
  dir=$(dirname -- "$CATALOG") name=$(basename -- "$CATALOG")
  git -C "$dir" rev-parse --quiet --verify "$base" >"$folder/git.txt" 2>&1 ||
    git -C "$dir" fetch --quiet --no-tags --depth=1 origin "+refs/heads/$GITHUB_BASE_REF:$base" >"$folder/git.txt" 2>&1 ||
    return 1
  git -C "$dir" show "$base:./$name" >"$1" 2>"$folder/git.txt"
}

# compare_with_base tells what the skills change in it, as far as they can be built.
compare_with_base() {
  local code=0 what="the $CATALOG of $GITHUB_BASE_REF"
  skillpack "${plain[@]}" --quiet --output "$folder/head.json" -- "$SKILLS" >"$folder/git.txt" 2>&1 || return 0
  skillpack diff "$folder/base.json" "$folder/head.json" --exit-code --format markdown >"$folder/diff.md" 2>"$folder/git.txt" || code=$?
  case $code in
    0) echo "the skills give $what" >"$folder/base.txt" ;;
    1) echo "the skills against $what:" >"$folder/base.txt" && mv "$folder/diff.md" "$folder/base.md" ;;
    *) verbatim "$folder/git.txt" ;;
  esac
}

code=0
skillpack "${args[@]}" --output "$output" -- "$SKILLS" >"$folder/changes.txt" 2>"$folder/said.txt" || code=$?
verbatim "$folder/said.txt" "$folder/changes.txt"
grep '^skillpack: ' "$folder/said.txt" >"$folder/status.txt" || cp "$folder/changes.txt" "$folder/status.txt"
grep '^skillpack: ' "$folder/said.txt" >>"$folder/changes.txt" || true
if [ -n "$CATALOG" ] && [ -n "${GITHUB_BASE_REF:-}" ]; then
  if of_base "$folder/base.json"; then
    compare_with_base
  else
    echo "the branch $GITHUB_BASE_REF has no $CATALOG to compare with, or cannot be fetched" >"$folder/git.txt"
    verbatim "$folder/git.txt"
  fi
fi
{
  echo '### skillpack build'
  block "$folder/changes.txt"
  [ ! -s "$folder/base.txt" ] || block "$folder/base.txt"
  [ ! -s "$folder/base.md" ] || cat "$folder/base.md"
} >>"$GITHUB_STEP_SUMMARY"
if [ "$code" -gt 0 ]; then
  echo '::error title=skillpack build::the catalog is not current, or cannot be built; the log says why'
fi
exit "$code"
