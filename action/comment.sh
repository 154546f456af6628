#!/usr/bin/env bash
# Tells the pull request what lint counted, whether the catalog is current, and what the
# skills change in the one of the base branch. One comment is kept up to date. That it cannot be written is a warning only: the checks count.
. "$(dirname "$0")/common.sh"

marker='<!-- skillpack -->'
number=$(jq -r '.pull_request.number // empty' "$GITHUB_EVENT_PATH")
if [ -z "$number" ]; then
  echo 'no pull request to comment on'
  exit 0
fi

# api METHOD PATH [DATA-FILE] prints the answer. The token is not on the command line,
# where other processes would see it.
api() {
  local options=(--request "$1")
  [ $# -lt 3 ] || options+=(--data-binary "@$3" --header 'Content-Type: application/json')
  curl --silent --show-error --fail --max-time 30 --config - "${options[@]}" \
    --header 'Accept: application/vnd.github+json' --header 'X-GitHub-Api-Version: 2022-11-28' \
    "$GITHUB_API_URL/$2" <<<"header = \"Authorization: Bearer $TOKEN\""
}

give_up() {
  echo '::warning title=skillpack::could not comment on the pull request; give the job the permission pull-requests: write (one from a fork has none)'
  exit 0
}

{
  printf '%s\n### Agent Skills\n' "$marker"
  outcome=changes # with what differs from the committed catalog, unless base.md has more
  [ ! -s "$folder/base.md" ] || outcome=status
  for part in tally "$outcome" base; do
    [ ! -s "$folder/$part.txt" ] || block "$folder/$part.txt"
  done
  [ ! -s "$folder/base.md" ] || cat "$folder/base.md"
} >"$folder/comment.md"
head -c 60000 "$folder/comment.md" | jq -Rs '{body: .}' >"$folder/comment.json"

# Ours are those of apps, and of the person whose token it is: only such a one may ask who
# it is.
login=$(api GET user 2>"$folder/api.txt" | jq -r '.login // empty') || login=
issues=repos/$GITHUB_REPOSITORY/issues
id=
for page in {1..100}; do
  api GET "$issues/$number/comments?per_page=100&page=$page" >"$folder/comments.json" || give_up
  id=$(jq -r --arg marker "$marker" --arg login "$login" --arg id "$id" \
    '[.[] | select((.user.type == "Bot" or .user.login == $login) and (.body | startswith($marker)))] | last | .id // $id' "$folder/comments.json")
  [ "$(jq length "$folder/comments.json")" = 100 ] || break
done
if [ -n "$id" ]; then
  api PATCH "$issues/comments/$id" "$folder/comment.json" >"$folder/answer.json" || give_up
else
  api POST "$issues/$number/comments" "$folder/comment.json" >"$folder/answer.json" || give_up
fi
